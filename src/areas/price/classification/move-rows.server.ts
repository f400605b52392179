import { isDay } from '#kernel/base/clock/day.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { priceErrors } from '../price.errors.ts'
import { moveNo, priceMove } from './price-move.ts'
import { heldAsShown } from '../shared/held-by.server.ts'
import { heldRefusal } from '../shared/held.rules.ts'
import {
  lockBoth,
  makeTargets,
  movedRows,
  moveRows,
  nextMove,
  type RowToMove,
  rowsToMove,
} from './move-rows.queries.ts'

/** Prices that go to another classification of their area, from a day on; without one from today on. */
export interface Move {
  readonly ids: readonly string[]
  readonly classificationCode: string
  readonly effectiveFrom: string | null
}

/** The chosen prices as they stand. One that the person may not see makes the whole call answer as for one that does not exist. */
export async function chosenRows(tx: Tx, context: RequestContext, move: Move): Promise<readonly RowToMove[]> {
  const { ids, classificationCode, effectiveFrom } = move
  if (effectiveFrom !== null && (!isDay(effectiveFrom) || effectiveFrom.startsWith('0000')))
    throw new Refused(
      httpErrors.invalidField({ field: 'effectiveFrom', reason: 'invalid' }, { field: 'effectiveFrom' }),
    )
  const found = await tx.rows(rowsToMove(context.principal, ids, classificationCode, effectiveFrom, context.now))
  if (found.length < ids.length) throw new Refused(httpErrors.notFound())
  return found.map((row) => heldAsShown(context.principal, row))
}

/** What speaks against the move, row by row: everything that has to be mended, and not only the first. */
export function refusalsOf(
  rows: readonly RowToMove[],
  { classificationCode, effectiveFrom }: Move,
): readonly Refusal[] {
  const past = rows.find(({ today }) => effectiveFrom !== null && effectiveFrom < today)
  if (past) return [priceErrors.dayIsOver({ today: past.today }, { field: 'effectiveFrom' })]
  const ofKey = Map.groupBy(rows, keyOf)
  return rows.flatMap((each) => refusalOf(each, ofKey.get(keyOf(each)) ?? [], classificationCode) ?? [])
}

/** `rows`: the chosen ones that would be of the same key. */
function refusalOf(each: RowToMove, rows: readonly RowToMove[], classification: string): Refusal | null {
  const {
    row,
    skuCode: product,
    isStanding,
    endedBy,
    customerCode,
    classificationCode,
    isTarget,
    isOver,
    heldBy,
    there,
  } = each
  const at = { field: 'ids', row }
  if (!isStanding) return priceErrors.rowEnded({ product, no: endedBy ?? '/' }, at)
  if (customerCode !== null) return priceErrors.rowOfCustomer({ product, customer: customerCode }, at)
  if (classificationCode === classification) return priceErrors.classificationSame({ product, classification }, at)
  if (!isTarget) return priceErrors.classificationUnknown({ classification }, { field: 'classificationCode', row })
  if (isOver) return priceErrors.rowOver({ product, to: each.to ?? '' }, at)
  if (heldBy !== null) return heldRefusal(heldBy, at)
  if (there)
    return priceErrors.standsThere(
      {
        product,
        classification,
        price: there.price,
        days: there.to ? `${there.from} – ${there.to}` : `≥ ${there.from}`,
        no: there.no ?? '/',
      },
      at,
    )
  const twin = rows.find((other) => other.row < row && doMeet(other, each))
  return twin ? priceErrors.chosenTwice({ product, first: twin.row + 1 }, at) : null
}

const keyOf = ({ skuCode, areaId, tradeTermCode, currency }: RowToMove): string =>
  JSON.stringify([skuCode, areaId, tradeTermCode, currency])

/** Two prices that would be of one key for some of the same days. */
const doMeet = (one: RowToMove, other: RowToMove): boolean =>
  (one.to === null || one.to >= other.from) && (other.to === null || other.to >= one.from)

/** Moves prices; refused, nothing is written. Answers the number of the move and, in the order of the request, the prices that it wrote. */
export async function move(
  tx: Tx,
  context: RequestContext,
  asked: Move & { readonly reason: string },
): Promise<{ readonly no: string; readonly ids: readonly string[] }> {
  const { ids, classificationCode, effectiveFrom, reason } = asked
  const refuse = (rows: readonly RowToMove[]): void => {
    const refusals = refusalsOf(rows, asked)
    if (refusals.length > 0) throw new Refused(refusals)
  }
  // Before keys are made: a refused call leaves none of an unknown classification.
  refuse(await chosenRows(tx, context, asked))
  await tx.run(makeTargets(ids, classificationCode))
  await tx.run(lockBoth(ids, classificationCode))
  // Of two people the second one sees here what the first one did.
  refuse(await chosenRows(tx, context, asked))
  const [next] = await tx.rows(nextMove())
  const id = next!.id
  const no = moveNo(id)
  await tx.run(moveRows(ids, classificationCode, effectiveFrom, context.now, context.principal.userId, id, no, reason))
  const completed = {
    did: priceMove.did,
    no,
    round: 0,
    actorId: context.principal.userId,
    at: context.now.toISOString(),
  }
  await tx.run(
    documentChanged({
      documentType: priceMove.type,
      documentId: id,
      action: priceMove.did,
      kinds: ['priceRow', 'priceReview'],
      inboxOf: [],
      completed,
    }),
  )
  return { no, ids: (await tx.rows(movedRows(id))).map((row) => row.id) }
}
