import { randomUUID } from 'node:crypto'
import { required } from '#kernel/base/errors/errors.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { linesOfRows, lineSqlOf } from '#kernel/engine/document/line-sql.ts'
import type { WithinAction } from '#kernel/engine/document/hook-inputs.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { priceErrors } from '../price.errors.ts'
import { priceReviewDocument } from '../review/price-review.document.ts'
import { applicantOf } from './applicant.server.ts'
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

const scopeOfApplication = prepared<{ scopeId: number }>(
  'price.scope-of-application',
  'select scope_id as "scopeId" from price_application where id = $1::bigint',
)

/**
 * After the approval of an application beyond the local authority: a draft of a price review with the same content, of the person who asked, in the
 * same transaction. It names the application, whose page leads to it, and is submitted afterwards (submit-review.server.ts).
 */
export const raiseReview: WithinAction = async (tx, context, { id, no, round, drafterId, header }) => {
  if (header['authority'] !== 'beyond') return
  const { scopeId = 0 } = (await tx.first(scopeOfApplication(id))) ?? {}
  const applicant = await applicantOf(tx, { drafterId, scopeId }, context.language)
  const principal = required(applicant, priceErrors.applicantLeft())
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
