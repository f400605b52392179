import { Type } from 'typebox'
import { refusalSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import type { BodyBound } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { signedSystem } from '#kernel/services/sync/system-call.ts'
import { MOST_FEED_LINES } from './price-feed.doc.ts'
import { type FeedMessage, takeFeed } from './take-feed.server.ts'

/** Bytes and values of a line with every field, and some more. */
const LINE = { bytes: 600, values: 14 } as const
const BOUND: BodyBound = {
  bytes: MOST_FEED_LINES.message * LINE.bytes,
  values: MOST_FEED_LINES.message * LINE.values,
}
const A_MINUTE = 120

/** The call by which another system sends prices (docs/price-feed.md). */
export const feedInboundRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/aps/price/feed/inbound/:system',
    right: { public: 'it carries the signature of the system that sends it, whose account holds the right' },
    isSigned: true,
    summary:
      'Prices of one area from another system, signed as Standard Webhooks say: into the list, without an approval (docs/price-feed.md)',
    mode: 'action',
    audit: { by: 'the action runner' },
    perMinute: A_MINUTE,
    bound: BOUND,
    params: Type.Object({ system: Type.String({ maxLength: 64 }) }),
    body: Type.Object(
      {
        area: Type.String({ maxLength: 64 }),
        mode: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('good')])),
        reason: Type.Optional(Type.String({ maxLength: 500 })),
        lines: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
          minItems: 1,
          maxItems: MOST_FEED_LINES.message,
        }),
      },
      { title: 'PriceFeedMessage', additionalProperties: false },
    ),
    data: Type.Object({
      id: Type.String(),
      no: Type.String(),
      applied: Type.Integer(),
      refused: Type.Array(
        Type.Object({
          row: Type.Integer({ description: 'place in `lines`, from 1' }),
          reasons: Type.Array(refusalSchema),
        }),
      ),
    }),
    async handler(runtime, context, { body, params, signed }) {
      const caller = await signedSystem(runtime, context, params.system, signed)
      return takeFeed(runtime, caller, { mode: 'all', ...body } as FeedMessage)
    },
  }),
]
