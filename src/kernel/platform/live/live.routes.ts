import { may } from '#kernel/platform/access/principal.ts'
import { defineStreamRoute, type Route } from '#kernel/platform/http/route.ts'
import type { LiveStreams } from './streams.ts'

/** No proxy may buffer, cache, change or compress the stream. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'content-encoding': 'identity',
  'x-accel-buffering': 'no',
  // After the stream the connection is of no further use and would delay the end of the process.
  connection: 'close',
} as const

/**
 * `rightsOf` returns the rights of which any one is enough to receive events of a kind of list; unknown kinds are sent to nobody.
 */
export function liveRoute(streams: LiveStreams, rightsOf: ReadonlyMap<string, readonly string[]>): Route {
  return defineStreamRoute({
    method: 'GET',
    path: '/api/v1/live',
    right: {
      signedIn:
        'It says that a list changed which the caller may see, never what: data is asked for with its own right',
    },
    summary: 'What changes while one looks, as server-sent events',
    mode: 'stream',
    handler: ({ principal }, begin) =>
      streams.open(
        {
          userId: principal.userId,
          sessionId: principal.sessionId,
          hears: (kind) => rightsOf.get(kind)?.some((right) => may(principal, right)) ?? false,
        },
        () => begin(STREAM_HEADERS),
      ),
  })
}
