import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { askToPublish, rejectDraft, waitingDrafts } from './second-people.ts'

const closed = { additionalProperties: false }
const named = {
  kind: Type.String({ maxLength: 100 }),
  key: Type.String({ minLength: 1, maxLength: 200 }),
  draftVersion: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
}
const change = Type.Object({ name: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) })

/** Calls about the second person of a setting: the writer of a draft asks for one, and whoever may publish it finds the draft, publishes or rejects it. */
export const publicationRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/aps/setting/draft/waiting',
    right: { signedIn: 'Everyone sees the drafts that they may publish, each by the right of its kind' },
    summary: 'Drafts of settings that wait for the caller as their second person, with what publishing them changes',
    mode: 'read',
    personal: true,
    body: Type.Object({}, closed),
    data: Type.Array(
      Type.Object({
        ...named,
        title: Type.String(),
        by: Type.String(),
        askedAt: Type.String(),
        note: Type.String(),
        changes: Type.Array(change),
        effect: nullable(Type.String()),
        url: Type.String(),
        publishPath: Type.String(),
      }),
    ),
    handler: (tx, context) => waitingDrafts(tx, context),
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/setting/draft/ask',
    right: { signedIn: 'The right to edit settings of its kind is checked with the draft' },
    summary: 'Ask whoever may be the second person of a draft to publish it',
    mode: 'write',
    body: Type.Object(named, closed),
    data: Type.Object({ people: Type.Integer() }),
    handler: async (tx, context, { body }) => ({ people: await askToPublish(tx, context, body) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/setting/draft/reject',
    right: { signedIn: 'The right to publish settings of its kind is checked with the draft' },
    summary: 'Give a draft back to whoever asked, with the reason',
    mode: 'write',
    body: Type.Object(
      { ...named, opinion: Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`\S` }) },
      closed,
    ),
    data: Type.Object({ key: Type.String() }),
    async handler(tx, context, { body }) {
      await rejectDraft(tx, context, body)
      return { key: body.key }
    },
  }),
]
