import { type TProperties, Type } from 'typebox'
import { money, text } from '#kernel/platform/http/wire-schemas.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'

/** Competing documents in approval, with the pages that show each; `more` are further fields that a type adds. */
export const pendingSchema = <P extends TProperties>(more: P = {} as P) =>
  Type.Array(
    Type.Object({
      documentType: text,
      pages: Type.Object({ pc: text, mobile: text }),
      no: text,
      amount: money,
      currency: text,
      ...more,
      drafterName: text,
      submittedAt: text,
      formInstanceId: text,
    }),
  )

/** Decision facts: the funds of each line, competing documents, and what is unusual, in the reader's language. */
export const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: money, after: money })),
  pending: pendingSchema(),
  remarks: Type.Optional(Type.Array(text)),
})

export interface PendingDocumentRow {
  readonly document_id: string
  readonly round: number
  readonly no: string
  readonly amount: string
  readonly currency: string
  readonly started_at: Date
  readonly name_zh: string
  readonly name_en: string
}

export const asPending = (row: PendingDocumentRow, language: RequestContext['language']) => ({
  no: row.no,
  amount: row.amount,
  currency: row.currency,
  drafterName: language === 'zh' ? row.name_zh : row.name_en,
  submittedAt: row.started_at.toISOString(),
  formInstanceId: formInstanceId({ documentId: row.document_id, round: row.round }),
})

/** Documents in approval, other than this one ($1), that reserve money of the accounts which a query finds from $2, of all types. */
export function pendingOnAccounts(name: string, ledger: string, accounts: string) {
  return prepared<PendingDocumentRow>(
    name,
    `select i.document_id, i.round, i.document_no as no, sum(r.amount)::text as amount, min(r.currency) as currency, i.started_at, u.name_zh, u.name_en
     from ledger_reservation r join approval_instance i on i.document_id = r.document_id and i.round = r.round
     join app_user u on u.id = i.drafter_id
     where r.account_id in (${accounts}) and r.ledger = '${ledger}' and r.resolved_by is null and r.document_id <> $1
     group by 1, 2, 3, 6, 7, 8 order by i.started_at limit 50`,
  )
}
