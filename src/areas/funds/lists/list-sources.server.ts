import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, type Statement } from '#kernel/platform/db/statement.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { FundsListName } from './funds-list-names.ts'

export interface ListReader {
  readonly principal: Pick<Principal, 'scope' | 'limits'>
  readonly language: Language
  /** The day on which overdue and expired are judged. */
  readonly today: string
}

/** An unprepared query. */
export function statement<Row>(query: RawBuilder<unknown>): Statement<Row> {
  const compiled = query.compile(qb)
  return { text: compiled.sql, values: compiled.parameters }
}

/**
 * The codes of the customers that a reader asks for by a code, or by a part of one or of a name. The code of a customer who has funds
 * means this customer alone, also where it is a part of another's code or name: an amount leads to its own rows.
 */
export const askedCustomers = ({ principal }: Pick<ListReader, 'principal'>, asked: string): RawBuilder<unknown> => sql`
  select ${asked}::text as code union all select k.code from customer k where k.search like search_like(${asked})
    and not exists (${scoped(principal, 'funds_account').select('funds_account.id').where('funds_account.customer_code', '=', asked)})`

type Source = (reader: ListReader) => RawBuilder<unknown>

const name = (language: Language) => sql.ref<string>(`c.name_${language}`)

/** Accounts summed by customer, operating unit and currency; optionally for some customers alone. */
export const addedAccounts = (
  { principal }: ListReader,
  customers: readonly string[] | null,
): RawBuilder<unknown> => sql`
  select min(a.id) as key, a.customer_code as "customerCode", a.operating_unit_code as "operatingUnitCode", a.currency,
    max(a.id) filter (where a.kind = 'RECEIVABLE') as owed,
    coalesce(sum(a.avl) filter (where a.kind = 'RECHARGE'), 0.00) as "rechargeAvailable",
    coalesce(sum(a.occ) filter (where a.kind = 'RECHARGE'), 0.00) as "rechargeOccupied",
    coalesce(sum(a.avl) filter (where a.kind = 'REBATE'), 0.00) as "rebateAvailable",
    coalesce(sum(a.occ) filter (where a.kind = 'REBATE'), 0.00) as "rebateOccupied",
    sum(a.avl + a.occ) as total, sum(a.rcv) as receivable, sum(a.crd) as credits
  from ${scoped(principal, 'funds_account').selectAll()} a
  where ${customers === null ? sql`a.customer_code is not null` : sql`a.customer_code = any (${customers}::text[])`} group by 2, 3, 4`

/** The same with look-ups: the name, and overdue amounts. */
export const accountsOf = ({ language, today }: ListReader, added: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select g.*, g.key::text as id, ${name(language)} as "customerName",
    coalesce((select sum(i.open) from receivable_item i where i.account_id = g.owed and i.kind in ('invoice', 'debitNote')
      and i.due_on < ${today}::date), 0.00) as overdue
  from (${added}) g left join customer c on c.code = g."customerCode"`

/** A customer's funds and receivables with an operating unit in a currency, side by side. */
const account: Source = (reader) => accountsOf(reader, addedAccounts(reader, null))

const rebate: Source = ({ principal, language, today }) => sql`
  select b.id as key, b.id::text as id, b.source_no as "sourceNo", b.customer_code as "customerCode", ${name(language)} as "customerName",
    a.operating_unit_code as "operatingUnitCode", b.scheme_no as "schemeNo", b.credited_on as "creditedOn", b.expires_on as "expiresOn",
    b.product_class as "productClass", b.tax_mode as "taxMode", b.currency, b.credited, b.available, b.occupied, b.consumed, b.expired,
    case when b.available + b.occupied = 0 and b.expired = 0 then 'used' when b.expires_on < ${today}::date then 'ended' else 'open' end as state
  from ${scoped(principal, 'rebate_batch').selectAll()} b
  left join funds_account a on a.id = b.account_id left join customer c on c.code = b.customer_code`

/** Every movement of a customer's accounts. */
const flow: Source = ({ principal, language }) => sql`
  select p.journal_id * 100000 + p.position as key, p.journal_id || '-' || p.position as id, j.at, a.customer_code as "customerCode",
    ${name(language)} as "customerName", a.operating_unit_code as "operatingUnitCode", a.kind, p.bucket, j.action, p.currency, p.amount,
    p.account_id, p.journal_id, p.position, j.document_id, j.round,
    case p.bucket when 'avl' then a.avl when 'occ' then a.occ when 'rcv' then a.rcv when 'crd' then a.crd end as held
  from ${scoped(principal, 'funds_account').selectAll()} a
  join ledger_posting p on p.ledger = 'funds' and p.account_id = a.id join ledger_journal j on j.id = p.journal_id
  join customer c on c.code = a.customer_code`

/** The middle between the oldest and the newest movement. */
const MIDDLE = sql`(select (select min(journal_id) from ledger_posting where ledger = 'funds')
  + (select max(journal_id) from ledger_posting where ledger = 'funds')) / 2`

const ofBucket = sql`ledger_posting q where q.ledger = 'funds' and q.account_id = r.account_id and q.bucket = r.bucket
  and (q.journal_id, q.position)`

/**
 * The bucket's balance before and after a movement: for all movements in one pass, for a page row by row. A movement of the newer half is
 * computed backwards from the current balance, so that the first pages sum the few movements after it and not all before it.
 */
const balances = ({ principal }: ListReader, isWhole: boolean) =>
  isWhole
    ? sql`join (select q.journal_id, q.position, sum(q.amount) over (partition by q.account_id, q.bucket order by q.journal_id, q.position) as after
        from ${scoped(principal, 'funds_account').select('funds_account.id')} w join ledger_posting q on q.ledger = 'funds' and q.account_id = w.id
      ) b on (b.journal_id, b.position) = (r.journal_id, r.position)`
    : sql`cross join lateral (select case when r.journal_id < ${MIDDLE}
        then (select sum(q.amount) from ${ofBucket} <= (r.journal_id, r.position))
        else r.held - coalesce((select sum(q.amount) from ${ofBucket} > (r.journal_id, r.position)), 0) end as after offset 0) b`

/**
 * Items with their open amount by overdue band. Credits against them are negative and are not late, so that they never
 * lessen what is overdue: they stand with what is not due yet.
 */
const receivable: Source = ({ principal, language, today }) => sql`
  select i.id as key, i.id::text as id, i.no, i.customer_code as "customerCode", ${name(language)} as "customerName",
    i.operating_unit_code as "operatingUnitCode", i.kind, i.external_no as "externalNo", i.issued_on as "issuedOn", i.due_on as "dueOn",
    case when s.sign = 1 and i.open > 0 and i.due_on < ${today}::date then ${today}::date - i.due_on end as "daysOverdue", i.currency,
    s.sign * i.original as original, s.sign * i.open as open, i.locked, not (i.open > 0) as "isSettled",
    ${age(sql`<= 0`)} as "notDue", ${age(sql`between 1 and 30`)} as "days30", ${age(sql`between 31 and 60`)} as "days60",
    ${age(sql`between 61 and 90`)} as "days90", ${age(sql`> 90`)} as "over90"
  from ${scoped(principal, 'receivable_item').selectAll()} i left join customer c on c.code = i.customer_code
  cross join lateral (select case when i.kind in ('invoice', 'debitNote') then 1 else -1 end as sign,
    case when i.kind in ('invoice', 'debitNote') then ${today}::date - i.due_on else 0 end as days) s`

const age = (band: RawBuilder<unknown>) => sql`case when s.days ${band} then s.sign * i.open else 0.00 end`

/** Invoices and notes with taxes and credited amounts. */
const invoice: Source = ({ principal, language }) => sql`
  select v.id as key, v.id::text as id, v.no, v.customer_code as "customerCode", ${name(language)} as "customerName",
    v.operating_unit_code as "operatingUnitCode", v.kind, v.legal_entity_code as "legalEntityCode", v.warehouse_code as "warehouseCode",
    v.issued_on as "issuedOn", v.due_on as "dueOn", v.tax_regime as "taxRegime", v.currency, s.sign * v.net as net,
    case v.tax_regime when 'gst' then e.tax_no end as gstin, case v.tax_regime when 'gst' then c.tax_no end as "customerGstin", t."vatRate",
    s.sign * t.cgst as cgst, s.sign * t.sgst as sgst, s.sign * t.igst as igst, s.sign * t.vat as vat, s.sign * v.tax as tax, s.sign * v.gross as gross,
    coalesce((select sum(n.gross) from customer_invoice n where n.original_id = v.id and n.kind = 'creditNote'), 0.00) as credited
  from ${scoped(principal, 'customer_invoice').selectAll()} v left join customer c on c.code = v.customer_code
  left join legal_entity e on e.code = v.legal_entity_code
  cross join lateral (select case v.kind when 'creditNote' then -1 else 1 end as sign) s
  left join lateral (select sum(l.cgst) as cgst, sum(l.sgst) as sgst, sum(l.igst) as igst, sum(l.vat) as vat,
      string_agg(distinct l.vat_rate || '%', ' / ') filter (where l.vat_rate > 0) as "vatRate"
    from customer_invoice_line l where l.invoice_id = v.id) t on true`

/**
 * The source of each list: an expression per column; `key` orders equal rows. Days stay days, so that an index serves
 * their order. Tables that only provide displayed columns are left joins, which the planner drops where no column is
 * used: the order of a page, and counts, then read one table.
 */
export const SOURCES: Readonly<Record<FundsListName, Source>> = { account, rebate, flow, receivable, invoice }

/** The number of the document, or of what else, that a journal `r` is of. */
export const DOCUMENT_NO = sql`coalesce((select n.document_no from approval_instance n where n.document_id = r.document_id and n.round = r.round),
  (select m.by_no from rebate_batch_move m where m.by_document_id = r.document_id order by m.by_round, m.line_no limit 1),
  (select m.by_no from receivable_move m where m.by_document_id = r.document_id order by m.by_round, m.line_no limit 1))`

interface Late {
  /** Expression of each column. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
  readonly joins: (reader: ListReader, isWhole: boolean) => RawBuilder<unknown>
}

/** Look-ups for the displayed rows `r` only: not used by filters, orders or counts. */
export const LATE: Partial<Readonly<Record<FundsListName, Late>>> = {
  flow: {
    columns: {
      before: sql`b.after - r.amount as before`,
      after: sql`b.after`,
      documentNo: sql`${DOCUMENT_NO} as "documentNo"`,
    },
    joins: balances,
  },
}
