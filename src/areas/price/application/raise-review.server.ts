import { randomUUID } from 'node:crypto'
import { required } from '#kernel/base/errors/errors.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { linesOfRows, lineSqlOf } from '#kernel/engine/document/line-sql.ts'
import type { WithinAction } from '#kernel/engine/document/hook-inputs.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { priceErrors } from '../price.errors.ts'
import { priceReviewDocument } from '../review/price-review.document.ts'
import { priceApplication } from './price-application.doc.ts'

/** The fields of an application that its review has too. */
const SHARED = [
  'title',
  'idcCode',
  'areaId',
  'classificationCode',
  'customerCode',
  'tradeTermCode',
  'currency',
  'basis',
  'taxMode',
  'taxRate',
  'mode',
  'effectiveFrom',
  'effectiveTo',
  'reason',
] as const

/**
 * After the approval of an application beyond the local authority: a draft of a price review with the same content, of the person who asked, in the
 * same transaction. It names the application, whose page leads to it.
 */
export const raiseReview: WithinAction = async (tx, context, { id, no, round, drafterId, header }) => {
  if (header['authority'] !== 'beyond') return
  const principal = required(await principalOfUser(tx, drafterId, context.language), priceErrors.applicantLeft())
  const rows = linesOfRows(priceApplication, await tx.rows(lineSqlOf(priceApplication).read(id, round)))
  const raw = {
    ...Object.fromEntries(SHARED.map((name) => [name, header[name] ?? null])),
    retro: 'no',
    applicationNo: no,
    source: 'typed',
    lines: rows.map(({ skuCode, price, remark }) => ({ skuCode, price, remark })),
  }
  const asApplicant = { ...context, principal, idempotencyKey: randomUUID() }
  await runActionIn(tx, priceReviewDocument, asApplicant, commandOf({ action: 'save', raw }))
}
