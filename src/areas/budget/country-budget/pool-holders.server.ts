import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, type PendingDocumentRow } from '#kernel/engine/document/pending-documents.ts'
import { amountText, amount, sumAmounts } from '#kernel/base/money/money.ts'
import { titleOfKind } from '../shared/kind-titles.server.ts'

interface HolderRow extends PendingDocumentRow {
  readonly document_type: string
  readonly kind: string | null
}

/** Documents in approval that hold money of these accounts ($2), oldest first; the asking document ($1) comes first. */
const holders = prepared<HolderRow>(
  'budget.holders',
  `select i.document_id, i.round, i.document_type, i.document_no as no, sum(r.amount)::text as amount, min(r.currency) as currency, i.started_at,
     coalesce(i.header ->> 'applyType', i.header ->> 'kind') as kind, u.name_zh, u.name_en
   from ledger_reservation r join approval_instance i on i.document_id = r.document_id and i.round = r.round
   join app_user u on u.id = i.drafter_id
   where r.account_id = any ($2::bigint[]) and r.ledger = 'budget' and r.resolved_by is null
   group by i.document_id, i.round, u.name_zh, u.name_en order by i.document_id <> $1, i.started_at limit 51`,
)

/** Who holds money of these accounts: the document's own part, and the others with what each holds of them. */
export async function readHolders(tx: Tx, { language }: RequestContext, id: string, accounts: readonly string[]) {
  const rows = accounts.length === 0 ? [] : await tx.rows(holders(id, accounts))
  const isOwn = (row: HolderRow) => String(row.document_id) === id
  return {
    ownHeld: amountText(sumAmounts(rows.filter(isOwn).map((row) => amount(row.amount)))),
    pending: rows
      .filter((row) => !isOwn(row))
      .map((row) => ({ ...asPending(row, language), kind: titleOfKind(language, row.document_type, row.kind) })),
  }
}
