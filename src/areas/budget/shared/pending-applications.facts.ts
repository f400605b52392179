import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, type PendingDocumentRow } from '#kernel/engine/document/pending-documents.ts'

interface PendingRow extends PendingDocumentRow {
  readonly apply_type: string
}

/** Reads other applications of a table in approval that have the same values in these columns. */
export function pendingApplications(table: 'country_budget' | 'pool_budget', ...same: readonly string[]) {
  const pending = prepared<PendingRow>(
    `budget.pending-${table}`,
    `select o.id as document_id, o.no, o.round, o.apply_type, o.total_amount as amount, o.currency, o.submitted_at as started_at, u.name_zh, u.name_en
     from ${table} d join ${table} o on ${same.map((column) => `o.${column} = d.${column}`).join(' and ')}
       and o.state = 'underApproval' and o.id <> d.id join app_user u on u.id = o.drafter_id
     where d.id = $1 order by o.submitted_at limit 50`,
  )
  return async (tx: Tx, { language }: RequestContext, id: string) =>
    (await tx.rows(pending(id))).map((row) => ({ ...asPending(row, language), applyType: row.apply_type }))
}
