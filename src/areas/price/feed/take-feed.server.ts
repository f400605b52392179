import { createHash, randomUUID } from 'node:crypto'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { readContent } from '#kernel/engine/definition/content.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { inScope, narrowed, type RequestContext, requireRight } from '#kernel/platform/access/principal.ts'
import { answerKey, claimKey, readKey } from '#kernel/platform/db/idempotency.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { priceErrors } from '../price.errors.ts'
import { MOST_FEED_LINES, priceFeed } from './price-feed.doc.ts'
import { type FeedFacts, priceFeedDocument } from './price-feed.document.ts'

/** A message of prices. */
export interface FeedMessage {
  readonly area: string
  /** `all`: every price or none. `good`: the others are left out, each with its reasons. */
  readonly mode: 'all' | 'good'
  readonly reason?: string
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

type WireRefusal = ReturnType<typeof wireRefusal>

export interface FeedAnswer {
  readonly id: string
  readonly no: string
  readonly applied: number
  readonly refused: readonly { readonly row: number; readonly reasons: readonly WireRefusal[] }[]
}

const areaOf = prepared<{ id: number; idcCode: string; scopeId: number }>(
  'price.area-of-feed',
  `select a.id, a.idc_code as "idcCode", a.organisation_id as "scopeId" from area a where a.area_code = $1 and a.biz_system = 'gs'`,
)

/**
 * Takes a message of prices in the name of an account, as a price feed in the list: exactly once for the id of the message, which is the key of the
 * context. For the call of a system, and for whatever else brings such messages.
 */
export function takeFeed(
  { pool }: Pick<Runtime, 'pool'>,
  context: RequestContext & { readonly idempotencyKey: string },
  message: FeedMessage,
): Promise<FeedAnswer> {
  const { right } = priceFeed.actions.submit
  requireRight(context.principal, right)
  const caller = { ...context, principal: narrowed(context.principal, right) }
  return transaction(pool, (tx) => takenOnce(tx, caller, message))
}

async function takenOnce(
  tx: Tx,
  context: RequestContext & { readonly idempotencyKey: string },
  message: FeedMessage,
): Promise<FeedAnswer> {
  const { userId } = context.principal
  const key = `priceFeed ${context.idempotencyKey}`
  const fingerprint = createHash('sha256').update(JSON.stringify(message)).digest('base64')
  await tx.run(claimKey(userId, key, fingerprint))
  const claim = await tx.first(readKey(userId, key))
  if (claim && claim.fingerprint !== fingerprint) throw new Refused(httpErrors.idempotencyKeyReused())
  if (claim?.answer) return claim.answer as FeedAnswer
  const answer = await taken(tx, context, message)
  await tx.run(answerKey(userId, key, JSON.stringify(answer)))
  return answer
}

async function taken(tx: Tx, context: RequestContext, message: FeedMessage): Promise<FeedAnswer> {
  const { principal, language } = context
  const area = await tx.first(areaOf(message.area))
  // An area of others is as absent as an unknown one.
  if (!area || !inScope(principal.scope, area.scopeId))
    throw new Refused(priceErrors.areaUnknown({ area: message.area }, { field: 'area' }))
  const raw = {
    idcCode: area.idcCode,
    areaId: area.id,
    source: 'system',
    reference: context.idempotencyKey,
    ...(message.reason === undefined ? {} : { reason: message.reason }),
  }
  const lines = message.lines.map((line, index): Readonly<Record<string, unknown>> => ({
    ...line,
    sourceRow: index + 1,
  }))
  const refusals = message.mode === 'good' ? await refusalsOf(tx, context, { ...raw, lines }) : []
  const bad = new Set(refusals.map(({ row }) => row))
  const good = lines.filter((_, index) => !bad.has(index))
  if (good.length === 0) throw new Refused(refusals)
  const command = commandOf({ action: 'submit', raw: { ...raw, lines: good } })
  const own = { ...context, idempotencyKey: randomUUID() }
  const { id, no } = await runActionIn(tx, priceFeedDocument, own, command)
  const byRow = Map.groupBy(refusals, ({ row }) => row!)
  return {
    id,
    no,
    applied: good.length,
    refused: [...byRow]
      .toSorted(([a], [b]) => a - b)
      .map(([row, reasons]) => ({ row: row + 1, reasons: reasons.map((reason) => wireRefusal(reason, language)) })),
  }
}

/** The refusals of single lines; a refusal of the whole message is thrown at once. */
async function refusalsOf(
  tx: Tx,
  context: RequestContext,
  raw: Readonly<Record<string, unknown>>,
): Promise<readonly Refusal[]> {
  const { content, refusals: shape } = readContent(priceFeed, raw, {
    lineLimit: MOST_FEED_LINES.message,
    tableLimit: () => 0,
  })
  const broken = new Set(shape.map(({ row }) => row))
  const facts = await softFacts<FeedFacts>(tx, context, priceFeedDocument, 'submit', content, raw)
  // A line that could not be read has its own reasons and no other.
  const rules = priceFeedDocument.check(content, facts).filter(({ row }) => row === undefined || !broken.has(row))
  const all = [...shape, ...rules]
  const common = all.filter(({ row }) => row === undefined)
  if (common.length > 0) throw new Refused(common)
  return all
}
