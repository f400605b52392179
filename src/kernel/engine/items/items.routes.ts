import { Type } from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { ITEM_OUTCOMES, type ItemAddress, type ItemCounts } from '#kernel/engine/definition/items.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { BodyBound } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { nullable, oneOf, text } from '#kernel/platform/http/wire-schemas.ts'
import type { ServerDocument } from '../document/server-document.ts'
import { judgementOf, lockDraft } from './item-draft.ts'
import { itemAddress, itemPlace } from './item-place.ts'
import { type GivenNumber, type StoredItem, itemsOf, itemStore, type Judgement } from './item-store.ts'

/** Characters of one paste or scan; more is a file. */
const MOST_TYPED = 400_000
const BOUND: BodyBound = { bytes: MOST_TYPED * 3 + 1_000, values: 10 }
const MOST_ROWS = 1_000

const NONE: ItemCounts = { total: 0, good: 0, failed: 0, done: 0 }
const count = Type.Integer()
const countsSchema = Type.Object({ total: count, good: count, failed: count, done: count })
const address = Type.Object(itemAddress)
const itemSchema = Type.Object({
  no: count,
  number: text,
  state: oneOf(ITEM_OUTCOMES),
  reason: nullable(text),
  detail: nullable(text),
  group: nullable(text),
})

interface ItemRoutes {
  readonly document: ServerDocument
  /** Numbers of a text as people paste, type or scan it, in their order; those that none can have with the reason. */
  readonly numbersOf: (tx: Tx, context: RequestContext, given: string) => Promise<readonly GivenNumber[]>
}

/** The calls by which the items of drafts are written, and those of documents read, page by page. */
export const itemRoutes = (given: ItemRoutes): readonly Route[] => [
  ...writingRoutes(given),
  ...readingRoutes(given.document),
]

/** The calls by which the items of drafts are written. */
function writingRoutes({ document, numbersOf }: ItemRoutes): readonly Route[] {
  const { definition } = document
  const { viewRight, actions } = definition
  const items = itemsOf(definition)
  const { calls: paths } = items
  const right = actions['save']?.right ?? viewRight
  const store = itemStore(definition)

  /** Changes the items of a draft and answers what they come to; `change` judges what it changed. */
  async function changed(
    tx: Tx,
    context: RequestContext,
    id: string,
    change: (by: Judgement) => Promise<void>,
  ): Promise<ItemCounts> {
    const row = await lockDraft(tx, context, definition, id)
    await change(judgementOf(definition, row, context.principal))
    await tx.run(store.count(id, 0))
    const { total = 0, good = 0, failed = 0, done = 0 } = (await tx.first(store.counts(id, 0))) ?? {}
    if (total > items.most) throw new Refused(documentErrors.tooManyItems({ most: items.most }))
    context.note?.({ subject: row.no })
    return { total, good, failed, done }
  }

  return [
    defineRoute({
      method: 'POST',
      path: paths.add,
      right,
      summary: 'Adds what was pasted, typed or scanned to the items of a draft; each is judged at once',
      mode: 'write',
      bound: BOUND,
      body: Type.Object({
        id: Type.String({ maxLength: 20 }),
        text: Type.String({ minLength: 1, maxLength: MOST_TYPED }),
      }),
      data: Type.Object({ added: count, repeated: count, counts: countsSchema }),
      async handler(tx, context, { body }) {
        const given = await numbersOf(tx, context, body.text)
        let added = 0
        const counts = await changed(tx, context, body.id, async (by) => {
          added = (await tx.first(store.put(body.id, given)))?.added ?? 0
          const numbers = given.flatMap(({ number, fault }) => (fault === null ? [number] : []))
          if (added > 0) await tx.run(store.judge(body.id, numbers, by))
        })
        return { added, repeated: given.length - added, counts }
      },
    }),
    defineRoute({
      method: 'POST',
      path: paths.remove,
      right,
      summary: 'Takes numbers out of the items of a draft',
      mode: 'write',
      body: Type.Object({
        id: Type.String({ maxLength: 20 }),
        numbers: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: MOST_ROWS }),
      }),
      data: countsSchema,
      handler: (tx, context, { body }) =>
        changed(tx, context, body.id, async (by) => {
          await tx.run(store.remove(body.id, body.numbers))
          await tx.run(store.judgeRest(body.id, by))
        }),
    }),
    defineRoute({
      method: 'POST',
      path: paths.clear,
      right,
      summary: 'Empties the items of a draft',
      mode: 'write',
      body: Type.Object({ id: Type.String({ maxLength: 20 }) }),
      data: countsSchema,
      handler: (tx, context, { body }) =>
        changed(tx, context, body.id, async () => {
          await tx.run(store.remove(body.id, null))
        }),
    }),
  ]
}

function readingRoutes({ definition }: ServerDocument): readonly Route[] {
  const { viewRight } = definition
  const { calls: paths } = itemsOf(definition)
  const store = itemStore(definition)
  const placeOf = (tx: Tx, context: RequestContext, asked: ItemAddress) => itemPlace(tx, context, definition, asked)

  const list = (path: string, isFailed: boolean, summary: string) =>
    defineRoute({
      method: 'POST',
      path,
      right: viewRight,
      summary,
      mode: 'read',
      body: Type.Intersect([
        address,
        Type.Object({
          after: Type.Optional(Type.Integer({ minimum: 0, description: 'the place after which the page begins' })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS })),
        }),
      ]),
      data: Type.Object({ records: Type.Array(itemSchema), counts: countsSchema }),
      async handler(tx, context, { body }) {
        const { id, round } = await placeOf(tx, context, body)
        const records: StoredItem[] = await tx.rows(store.page(id, round, isFailed, body.after ?? 0, body.limit ?? 50))
        return { records, counts: (await tx.first(store.counts(id, round))) ?? NONE }
      },
    })

  return [
    list(paths.success, false, 'The items of a document that are good or done, in their order'),
    list(paths.fail, true, 'The items of a document that fail, each with its reason, in their order'),
    defineRoute({
      method: 'POST',
      path: paths.groups,
      right: viewRight,
      summary: 'The items of a document by product',
      mode: 'read',
      body: address,
      data: Type.Array(Type.Object({ group: text, good: count, failed: count, done: count })),
      async handler(tx, context, { body }) {
        const { id, round } = await placeOf(tx, context, body)
        return tx.rows(store.groups(id, round))
      },
    }),
    defineRoute({
      method: 'POST',
      path: paths.total,
      right: viewRight,
      summary: 'What the items of a document come to',
      mode: 'read',
      body: address,
      data: countsSchema,
      async handler(tx, context, { body }) {
        const { id, round } = await placeOf(tx, context, body)
        return (await tx.first(store.counts(id, round))) ?? NONE
      },
    }),
  ]
}
