import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { lastAccount, lastJournal, replayDifferences, unbalancedJournals } from '#kernel/engine/ledger/replay.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { ACCOUNT_COLUMNS, columnSum } from '../explain/account-amounts.server.ts'

// Invariants of the budget ledger between two acts (domain.md section 3), checked over all of it in parts.

/** A violation. */
export interface SelfCheckFinding {
  /** The account, if it concerns one; else the document. */
  readonly account: string | null
  readonly documentType?: string
  readonly documentNo?: string
  /** A column of the account, a bucket, a currency. */
  readonly column: string
  readonly cached: string
  readonly expected: string
}

export const CHECKS = ['balanced', 'replayed', 'reserved', 'occupied', 'distributed', 'closed', 'overrun'] as const
export type CheckName = (typeof CHECKS)[number]

export interface CheckPart {
  readonly total: number
  /** The findings of one part; parts are counted from 0. */
  run(tx: Tx, part: number): Promise<readonly SelfCheckFinding[]>
}

/** Accounts and journals per statement: some seconds on a busy machine. */
const ACCOUNTS_AT_ONCE = 25_000
const JOURNALS_AT_ONCE = 200_000

function partsOf(last: string, size: number): number {
  return Math.max(1, Math.ceil(Number(last) / size))
}

const spanOf = (part: number, size: number) => ({ after: String(part * size), last: String((part + 1) * size) })

interface Row {
  readonly account_id: string
  readonly column: string
  readonly cached: string
  readonly expected: string
}

/** A check of one statement. */
const whole =
  (text: string): ((tx: Tx) => Promise<CheckPart>) =>
  () =>
    Promise.resolve({
      total: 1,
      run: async (tx) => {
        const rows = await tx.rows<Row>({ text, values: [] })
        return rows.map(({ account_id: account, column, cached, expected }) => ({ account, column, cached, expected }))
      },
    })

const MOST = 100

/** A bucket equals the sum of its open reservations, or encumbrances. */
const held = (buckets: readonly string[], source: string) => `
  with open as (${source})
  select coalesce(a.id, o.account_id) as account_id, b.bucket as column, b.cached, coalesce(o.amount, 0.00) as expected
  from budget_account a
  cross join lateral (values ${buckets.map((bucket) => `('${bucket}', a.${bucket})`).join(', ')}) b (bucket, cached)
  left join open o on o.account_id = a.id and o.bucket = b.bucket
  where b.cached <> coalesce(o.amount, 0) order by 1 limit ${MOST}`

const RESERVED = held(
  ['hld', 'occ'],
  `select account_id, bucket, sum(amount) as amount from ledger_reservation
   where resolved_by is null and ledger = '${budgetLedger.name}' group by 1, 2`,
)

/**
 * Budgets occupied by documents. By line: each occupies its reserved budget and amount, and nothing is still requested once the reservation
 * is resolved; carried-in amounts were never requested. By budget: each stage equals the documents' amounts plus other journals. The former
 * system's use was loaded into the later stages without documents, possibly beside a scheme.
 */
const OCCUPIED = `
  with acting as (select document_id from budget_encumbrance union select by_document_id from budget_encumbrance_move),
  occupied as (
    select account_id, sum(occ) as occ, sum(cmt) as cmt, sum(acr) as acr, sum(exe) as exe from budget_encumbrance group by 1
  ), loaded as (
    select p.account_id, p.bucket, sum(p.amount) as amount
    from occupied o join ledger_posting p on p.ledger = '${budgetLedger.name}' and p.account_id = o.account_id and p.bucket in ('occ', 'cmt', 'acr', 'exe')
    join ledger_journal j on j.id = p.journal_id left join acting d on d.document_id = j.document_id
    where d.document_id is null group by 1, 2
  ), reserved as (
    select r.document_id, r.round, r.document_line as line_no, r.account_id, r.amount, case when r.resolved_by is null then r.amount else 0.00 end as open
    from ledger_reservation r where r.ledger = '${budgetLedger.name}' and r.bucket = 'occ' and r.document_id in (select document_id from budget_encumbrance)
  ), wrong as (
    select coalesce(o.account_id, r.account_id) as account_id, 'occ' as column, coalesce(o.occ, 0.00) as cached, coalesce(r.open, 0.00) as expected
    from reserved r full join (select * from budget_encumbrance where origin_stage is null) o using (document_id, round, line_no)
    where (o.account_id, o.amount, o.occ) is distinct from (r.account_id, r.amount, r.open)
    union all
    select o.account_id, s.stage, s.cached - coalesce(l.amount, 0), s.expected
    from occupied o join budget_account a on a.id = o.account_id
    cross join lateral (values ('occ', a.occ, o.occ), ('cmt', a.cmt, o.cmt), ('acr', a.acr, o.acr), ('exe', a.exe, o.exe)) s (stage, cached, expected)
    left join loaded l on l.account_id = o.account_id and l.bucket = s.stage
    where s.cached - coalesce(l.amount, 0) <> s.expected
  )
  select * from wrong order by 1 limit ${MOST}`

/** The distributed amount of a pool or a project budget equals the net grants of its children. */
const DISTRIBUTED = `
  with granted as (
    select coalesce(l.parent_id, p.id) as parent, sum(a.granted - a.revoked) as net
    from budget_line l join budget_account a on a.id = l.id
    left join budget_pool p on l.parent_id is null and (p.area_id, p.project_pool_code, p.year, p.currency) = (l.area_id, l.project_pool_code, l.year, l.currency)
    where a.granted <> 0 or a.revoked <> 0
    group by 1
  )
  select a.id as account_id, 'distributed' as column, a.distributed as cached, coalesce(g.net, 0.00) as expected
  from budget_account a left join granted g on g.parent = a.id
  where not exists (select from budget_source s where s.id = a.id) and a.distributed <> coalesce(g.net, 0) order by 1 limit ${MOST}`

const accountSums = ACCOUNT_COLUMNS.map((column) => `sum(a.${column}) as ${column}`).join(', ')
const cellSums = ACCOUNT_COLUMNS.map((column) => `sum(c.${column}) as ${column}`).join(', ')
const moved = ACCOUNT_COLUMNS.map((column) => `${columnSum(column)} as ${column}`).join(', ')

/** Closed days plus later postings equal the accounts of an area. */
const CLOSED = `
  with keyed as (select id, area_id, currency from budget_line union all select id, area_id, currency from budget_pool),
  cached as (
    select k.area_id, k.currency, ${accountSums} from keyed k join budget_account a on a.id = k.id
    where exists (select from budget_closing z where z.area_id = k.area_id) group by 1, 2
  ), added as (
    select area_id, currency, ${ACCOUNT_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ')} from (
      select c.area_id, c.currency, ${cellSums} from budget_cell c group by 1, 2
      union all
      select z.area_id, k.currency, ${moved} from budget_closing z
      join ledger_journal j on j.at >= z.closed_at and j.at >= (select min(closed_at) from budget_closing)
      join ledger_posting p on p.journal_id = j.id and p.ledger = '${budgetLedger.name}'
      join keyed k on k.id = p.account_id and k.area_id = z.area_id group by 1, 2
    ) s group by 1, 2
  )
  select null::bigint as account_id, r.idc_code || ' ' || c.currency || ' ' || v.name as column, v.cached, v.expected
  from cached c join area r on r.id = c.area_id left join added d on d.area_id = c.area_id and d.currency = c.currency
  cross join lateral (values ${ACCOUNT_COLUMNS.map((column) => `('${column}', c.${column}, coalesce(d.${column}, 0))`).join(', ')}) v (name, cached, expected)
  where v.cached <> v.expected limit ${MOST}`

/** Currently overdrawn budgets, as their control allows: no fault, but worth knowing. */
const OVERRUN = `
  select a.id as account_id, a.mode as column, a.avl as cached, 0.00 as expected from budget_account a
  where a.avl < 0 and a.mode <> 'tracking' order by a.avl limit ${MOST}`

export const STEPS: Readonly<Record<CheckName, (tx: Tx) => Promise<CheckPart>>> = {
  async balanced(tx) {
    const last = (await tx.first(lastJournal()))?.last ?? '0'
    return {
      total: partsOf(last, JOURNALS_AT_ONCE),
      run: async (each, part) => {
        const { after, last: until } = spanOf(part, JOURNALS_AT_ONCE)
        const rows = await each.rows(unbalancedJournals(after, until))
        return rows.map((row) => ({
          account: null,
          documentType: row.document_type,
          documentNo: row.document_no ?? row.document_id,
          column: row.currency,
          cached: row.sum,
          expected: '0.00',
        }))
      },
    }
  },
  async replayed(tx) {
    const last = (await tx.first(lastAccount(budgetLedger)))?.last ?? '0'
    return {
      total: partsOf(last, ACCOUNTS_AT_ONCE),
      run: async (each, part) => {
        const rows = await each.rows(replayDifferences(budgetLedger, spanOf(part, ACCOUNTS_AT_ONCE)))
        return rows.map(({ account_id: account, column, cached, replayed }) => ({
          account,
          column,
          cached,
          expected: replayed,
        }))
      },
    }
  },
  reserved: whole(RESERVED),
  occupied: whole(OCCUPIED),
  distributed: whole(DISTRIBUTED),
  closed: whole(CLOSED),
  overrun: whole(OVERRUN),
}

/** Long statements at night; interactive ones keep their short time-outs. */
export const LONG: Statement = { text: `set local statement_timeout = '5min'`, values: [] }
