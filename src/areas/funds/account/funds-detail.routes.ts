import { sql } from 'kysely'
import { Type } from 'typebox'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { invoice, type InvoiceLineView, type InvoiceNoteView, movement, type MovementView } from '../funds-wire.ts'

const body = Type.Object({ id: Type.String({ pattern: String.raw`^\d{1,18}$` }) }, { additionalProperties: false })

type MoveRow = Omit<MovementView, 'at'> & { readonly at: Date | null }
const movementOf = (row: MoveRow): MovementView => ({ ...row, at: row.at?.toISOString() ?? null })

/** The journal of a movement has its key. */
const JOURNAL = `left join ledger_journal j on j.document_id = m.by_document_id and j.round = m.by_round and j.action = m.by_action and j.sequence = 0`

const batchMoves = prepared<MoveRow>(
  'funds.batch-moves',
  `select m.id::text as id, j.at, m.by_no as "documentNo", m.to_stage as act, null as cause, m.amount::text as amount, null as before, null as after
   from rebate_batch_move m ${JOURNAL} where m.batch_id = $1 order by m.id desc limit 500`,
)
const itemMoves = prepared<MoveRow>(
  'funds.item-moves',
  `select m.id::text as id, j.at, m.by_no as "documentNo", m.act, m.cause, m.amount::text as amount, m.before::text as before, m.after::text as after
   from receivable_move m ${JOURNAL} where m.item_id = $1 order by m.id desc limit 500`,
)
const linesOf = (language: 'zh' | 'en') =>
  prepared<InvoiceLineView>(
    `funds.invoice-lines-shown-${language}`,
    `select l.line_no as "lineNo", l.sku_code as sku, s.name_${language} as "skuName", l.quantity, l.unit_price::text as "unitPrice", l.net::text as net,
       trim_scale(l.cgst_rate + l.sgst_rate + l.igst_rate + l.vat_rate)::text as "taxRate", l.tax::text as tax, l.gross::text as gross,
       coalesce(t.credited_quantity, 0) as "creditedQuantity", coalesce(t.credited_net, 0.00)::text as "creditedNet",
       coalesce(t.debited_net, 0.00)::text as "debitedNet", t.locked_no as "lockedBy"
     from customer_invoice_line l join sku s on s.code = l.sku_code left join customer_invoice_balance t on t.line_id = l.id
     where l.invoice_id = $1 order by l.line_no`,
  )
const lines = { zh: linesOf('zh'), en: linesOf('en') }
const notes = prepared<InvoiceNoteView>(
  'funds.invoice-notes',
  `select no, kind, issued_on::text as "issuedOn", source_no as "documentNo", net::text as net, tax::text as tax, gross::text as gross
   from customer_invoice where original_id = $1 order by issued_on, id`,
)

const idOf = sql<string>`id::text`

/** Details of rows: nobody sees those of a batch, an item or an invoice that they may not see. */
export const fundsDetailRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/aps/funds/rebate/detail',
    right: 'funds.rebate.view',
    summary: 'What moved a batch of a rebate, the newest first',
    mode: 'read',
    body,
    data: Type.Array(movement),
    async handler(tx, { principal }, { body: { id } }) {
      const seen = scoped(principal, 'rebate_batch')
        .select(idOf.as('id'))
        .where(sql<boolean>`id = ${id}::bigint`)
      required(await tx.first(seen), httpErrors.notFound())
      return (await tx.rows(batchMoves(id))).map(movementOf)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/funds/receivable/detail',
    right: 'funds.receivable.view',
    summary: 'What moved a receivable item, the newest first',
    mode: 'read',
    body,
    data: Type.Array(movement),
    async handler(tx, { principal }, { body: { id } }) {
      const seen = scoped(principal, 'receivable_item')
        .select(idOf.as('id'))
        .where(sql<boolean>`id = ${id}::bigint`)
      required(await tx.first(seen), httpErrors.notFound())
      return (await tx.rows(itemMoves(id))).map(movementOf)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/funds/invoice/detail',
    right: 'funds.invoice.view',
    summary: 'An invoice line by line, with what was credited of each and the notes to it',
    mode: 'read',
    body,
    data: invoice,
    async handler(tx, { principal, language }, { body: { id } }) {
      const seen = scoped(principal, 'customer_invoice')
        .select(idOf.as('id'))
        .where(sql<boolean>`id = ${id}::bigint`)
      required(await tx.first(seen), httpErrors.notFound())
      return { lines: await tx.rows(lines[language](id)), notes: await tx.rows(notes(id)) }
    },
  }),
]
