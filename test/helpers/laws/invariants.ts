import { fundsLedger } from '#areas/funds/funds.ledger.ts'
import { replayDifferences } from '#kernel/engine/ledger/replay.ts'
import { hashOfStored, type StoredEntry } from '#kernel/platform/audit/stored-entry.ts'

/** Runs one statement; a pool's or a world's. */
type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>

/** The names of the queries that find something, with the first rows. */
async function rowsOf(
  query: Query,
  broken: Readonly<Record<string, string>>,
  values: readonly unknown[] = [],
): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(broken).map(async ([name, text]) => {
      const rows = await query<object>(text, [...values])
      return rows.length > 0 ? [`${name}: ${JSON.stringify(rows.slice(0, 3))}`] : []
    }),
  )
  return found.flat()
}

/** Every document of the budget ledger, and which kinds hold their amount while they are in approval: new money is not held. */
const HOLDING: Readonly<Record<string, string>> = {
  country_budget: `apply_type in ('grant', 'revoke')`,
  budget_transfer: 'true',
  pool_budget: `apply_type = 'reduce'`,
  budget_year_end: 'total_amount > 0',
  scheme_application: 'true',
  scheme_receivables_adjustment: `adjust_reason = 'rebateOffset'`,
  scheme_special_price: `funding = 'budget'`,
}

/**
 * An adjustment is decided by its new total, not by what it asks for anew; a recovery freezes what it finds of a
 * rebate; a carry-over reserves only what the new year is to pay. Their holdings are compared with themselves.
 */
const heldBy = (table: string) =>
  `select d.id, d.round, d.state, d.version, coalesce(r.held, d.total_amount), d.audit_hash, r.held is not null as holds
  from ${table} d left join lateral (select sum(coalesce(document_amount, amount)) as held from ledger_reservation
    where document_id = d.id and round = d.round and resolved_by is null) r on true`

/** Tables of other documents that reserve; by a name alone, always. */
type Tables = readonly (string | readonly [table: string, locks: string])[]

function documentsOf(more: Tables): string {
  return [...Object.entries(HOLDING), ...more.map((each) => (typeof each === 'string' ? [each, 'true'] : each))]
    .map(
      ([table, locks]) => `select id, round, state, version, total_amount, audit_hash, ${locks} as holds from ${table}`,
    )
    .concat(heldBy('scheme_adjust'), heldBy('scheme_clawback'), heldBy('scheme_annual_carryover'))
    .join(' union all ')
}

/** Each query returns the rows that break an invariant; none means that it holds (domain.md section 3). */
const broken = (DOCUMENTS: string): Readonly<Record<string, string>> => ({
  'buckets sum to current': `
    select id from budget_account where avl + hld + occ + cmt + acr + exe + fxv
      <> granted - revoked + transferred_in - transferred_out + carried_in - carried_out + revalued - lapsed - distributed`,
  'no bucket below zero in absolute mode without a tolerance': `
    select id from budget_account a where mode = 'absolute' and tolerance = 0 and avl < 0
      and not exists (select from ledger_overrun o where o.ledger = 'budget' and o.account_id = a.id)`,
  'no bucket below zero but what is spent from': `
    select id from budget_account where least(hld, occ, cmt, acr, exe) < 0`,
  'what lines were granted is what their pool distributed': `
    with given as (
      select l.area_id, l.project_pool_code, l.year, l.currency, sum(a.granted - a.revoked) as net
      from budget_line l join budget_account a on a.id = l.id where l.parent_id is null group by 1, 2, 3, 4
    ) select p.id from budget_pool p join budget_account a on a.id = p.id
      left join given g on (g.area_id, g.project_pool_code, g.year, g.currency) = (p.area_id, p.project_pool_code, p.year, p.currency)
    where a.distributed <> coalesce(g.net, 0)`,
  'what countries were granted is what their project budget distributed': `
    with given as (
      select l.parent_id as id, sum(a.granted - a.revoked) as net
      from budget_line l join budget_account a on a.id = l.id where l.parent_id is not null group by 1
    ) select l.id from budget_line l join budget_account a on a.id = l.id left join given g on g.id = l.id
    where a.distributed <> coalesce(g.net, 0)`,
  'what pools were granted is what headquarters distributed': `
    with given as (
      select p.year, p.currency, sum(a.granted - a.revoked) as net from budget_pool p join budget_account a on a.id = p.id group by 1, 2
    ) select s.id from budget_source s join budget_account a on a.id = s.id
      left join given g on (g.year, g.currency) = (s.year, s.currency)
    where s.kind = 'source' and a.distributed <> coalesce(g.net, 0)`,
  'every journal balances in each currency': `
    select journal_id from ledger_posting group by journal_id, ledger, currency having sum(amount) <> 0`,
  'open reservations are what is held': `
    with open as (
      select account_id, sum(amount) as amount from ledger_reservation
      where resolved_by is null and ledger = 'budget' and bucket = 'hld' group by 1
    ) select a.id from budget_account a left join open o on o.account_id = a.id where a.hld <> coalesce(o.amount, 0)`,
  'open reservations are what is occupied': `
    with open as (
      select account_id, sum(amount) as amount from ledger_reservation
      where resolved_by is null and ledger = 'budget' and bucket = 'occ' group by 1
    ) select o.account_id from open o join budget_account a on a.id = o.account_id where a.occ <> o.amount`,
  'what documents occupy of a budget is what it has in each stage': `
    select account_id from budget_encumbrance o join budget_account a on a.id = o.account_id group by account_id, a.id
    having (sum(o.occ), sum(o.cmt), sum(o.acr), sum(o.exe)) is distinct from (a.occ, a.cmt, a.acr, a.exe)`,
  'an encumbrance is the sum of its moves, from where it began: asked for, or carried in': `
    with moved as (
      select document_id, round, line_no, s.stage, sum(case s.stage when m.to_stage then m.amount else -m.amount end) as amount,
        sum(case s.stage when m.to_stage then m.document_amount else -m.document_amount end) as given
      from budget_encumbrance_move m, lateral (values (m.from_stage), (m.to_stage)) s (stage) where m.to_stage <> 'headquarters' group by 1, 2, 3, 4
    ), stood as (
      select document_id, round, line_no, s.* from budget_encumbrance o, lateral (values
        ('occ', o.occ - case when o.origin_stage is null then o.amount else 0 end, o.document_occ - case when o.origin_stage is null then o.document_amount else 0 end),
        ('carried', o.carried - case when o.origin_stage is null then 0 else o.amount end, o.document_carried - case when o.origin_stage is null then 0 else o.document_amount end),
        ('cmt', o.cmt, o.document_cmt), ('acr', o.acr, o.document_acr), ('exe', o.exe, o.document_exe), ('avl', o.avl, o.document_avl)) s (stage, amount, given)
    ) select document_id from stood s left join moved m using (document_id, round, line_no, stage)
      where (coalesce(m.amount, 0), coalesce(m.given, 0)) is distinct from (s.amount, s.given)
    union all
    select document_id from budget_encumbrance o left join lateral (
      select sum(amount) as amount, sum(document_amount) as given from budget_encumbrance_move m
      where m.document_id = o.document_id and m.round = o.round and m.line_no = o.line_no and m.to_stage = 'headquarters') m on true
    where (o.recovered, o.document_recovered) is distinct from (coalesce(m.amount, 0), coalesce(m.given, 0))`,
  'what is carried out of years comes into others, and nothing is in both': `
    select currency from budget_account group by 1 having sum(carried_out) <> sum(carried_in)
    union all
    select currency from budget_encumbrance group by 1 having sum(carried) <> coalesce(sum(amount) filter (where origin_stage is not null), 0)`,
  'no more is locked of an encumbrance than is in the stage, and by nobody who is at rest': `
    with locked as (
      select document_id, round, line_no, sum(document_amount) filter (where stage = 'cmt') as cmt,
        sum(document_amount) filter (where stage = 'acr') as acr, sum(document_amount) filter (where stage = 'exe') as exe
      from budget_encumbrance_lock where resolved_by is null group by 1, 2, 3
    ) select k.document_id from locked k join budget_encumbrance o using (document_id, round, line_no)
      where k.cmt > o.document_cmt or k.acr > o.document_acr or k.exe > o.document_exe
    union all select k.by_document_id from budget_encumbrance_lock k join approval_instance i on i.document_id = k.by_document_id and i.round = k.by_round
      where k.resolved_by is null and i.state <> 'running'`,
  'nothing is left of a stage in one currency and not in the other': `
    select document_id from budget_encumbrance where (occ <> 0) <> (document_occ <> 0) or (cmt <> 0 and document_cmt = 0)
      or (acr <> 0 and document_acr = 0) or (exe <> 0 and document_exe = 0)`,
  'only running documents reserve, and they reserve all they ask for': `
    with open as (select document_id, round, sum(coalesce(document_amount, amount)) as amount from ledger_reservation where resolved_by is null group by 1, 2)
    select coalesce(d.id, o.document_id) from (${DOCUMENTS}) d
    full join open o on o.document_id = d.id and o.round = d.round where (coalesce(d.state, '') = 'underApproval' and d.holds) <> (o.amount is not null) or o.amount <> d.total_amount`,
  'a running document has a running approval with an open task, any other has neither': `
    select d.id from (${DOCUMENTS}) d left join approval_instance i on i.document_id = d.id and i.round = d.round
    where (d.state = 'underApproval') <> (coalesce(i.state, '') = 'running')
      or (d.state = 'underApproval') <> exists (select 1 from approval_task t where t.document_id = d.id and t.state = 'open')`,
  'every version of a document has its audit entry': `
    select d.id from (${DOCUMENTS}) d where d.version <> (select count(*) from audit_entry e where e.document_id = d.id)`,
})

interface EntryRow extends StoredEntry {
  readonly head: Buffer
  readonly last: boolean
}

export async function brokenChains(query: Query): Promise<string[]> {
  const rows = await query<EntryRow>(
    `select e.*, d.audit_hash as head, lead(e.id) over w is null as last
     from audit_entry e join (${documentsOf([])}) d on d.id = e.document_id window w as (partition by e.document_id order by e.id)
     order by e.document_id, e.id`,
  )
  const previous = new Map<string, Buffer>()
  const broken: string[] = []
  for (const row of rows) {
    const before = previous.get(row.document_id ?? '') ?? null
    const linked = row.previous_hash === null ? before === null : before?.equals(row.previous_hash)
    const whole = hashOfStored(row).equals(row.hash)
    if (!linked || !whole || (row.last && !row.head.equals(row.hash))) broken.push(row.document_id ?? '')
    previous.set(row.document_id ?? '', row.hash)
  }
  return broken
}

/**
 * Checks everything that must hold between two acts; returns the names of the broken invariants, with the rows. `more`:
 * tables of other documents that reserve.
 */
export async function brokenInvariants(query: Query, more: Tables = []): Promise<string[]> {
  const found = await rowsOf(query, broken(documentsOf(more)))
  const chains = await brokenChains(query)
  return [...found, ...(chains.length > 0 ? [`audit chain: ${chains.join(', ')}`] : [])]
}

/** Each query returns the rows that break an invariant; none means that it holds (domain.md section 4). */
const FUNDS: Readonly<Record<string, string>> = {
  'what an account has is what it received less what it gave': `
    select id from funds_account where avl + occ + rcv + crd <> received - given`,
  'a customer has nothing below zero': `
    select id from funds_account where customer_code is not null and (least(avl, occ, rcv) < 0 or crd > 0)`,
  'every journal balances in each currency': `
    select journal_id from ledger_posting where ledger = 'funds' group by journal_id, currency having sum(amount) <> 0`,
  'an operating unit clears to nothing': `
    select operating_unit_code, currency from funds_account group by 1, 2 having sum(avl + occ + rcv + crd) <> 0`,
  'batches are what the account has': `
    select a.id from funds_account a left join rebate_batch b on b.account_id = a.id where a.kind = 'REBATE' group by a.id
    having (coalesce(sum(b.available), 0), coalesce(sum(b.occupied), 0)) <> (a.avl, a.occ)`,
  'a batch is the sum of its moves': `
    select b.id from rebate_batch b left join rebate_batch_move m on m.batch_id = b.id group by b.id
    having (b.available, b.occupied, b.consumed, b.expired) <> (
      coalesce(sum(case 'available' when m.to_stage then m.amount when m.from_stage then -m.amount else 0 end), 0),
      coalesce(sum(case 'occupied' when m.to_stage then m.amount when m.from_stage then -m.amount else 0 end), 0),
      coalesce(sum(case 'consumed' when m.to_stage then m.amount else 0 end), 0),
      coalesce(sum(case 'expired' when m.to_stage then m.amount else 0 end), 0))`,
  'what is occupied is what open reservations hold': `
    select a.id from funds_account a left join ledger_reservation r on r.ledger = 'funds' and r.account_id = a.id and r.resolved_by is null
    where a.kind = 'REBATE' group by a.id having coalesce(sum(r.amount), 0) <> a.occ`,
  'items are what the account has': `
    select a.id from funds_account a left join receivable_item i on i.account_id = a.id where a.kind = 'RECEIVABLE' group by a.id
    having (coalesce(sum(i.open) filter (where i.kind in ('invoice', 'debitNote')), 0), -coalesce(sum(i.open) filter (where i.kind in ('creditMemo', 'receipt')), 0))
      <> (a.rcv, a.crd)`,
  'an item is the sum of its moves': `
    select i.id from receivable_item i left join receivable_move m on m.item_id = i.id group by i.id
    having (i.open, i.locked) <> (
      coalesce(sum(case when m.act in ('issue', 'raise') then m.amount when m.act in ('settle', 'lower') then -m.amount else 0 end), 0),
      coalesce(sum(case when m.act = 'lock' then m.amount when m.act in ('unlock', 'settle') then -m.amount else 0 end), 0))`,
  'a move says what was before and after': `
    select id from receivable_move where after - before <> case when act in ('issue', 'raise') then amount when act in ('settle', 'lower') then -amount else 0 end`,
  'an invoice is the sum of its lines': `
    select v.id from customer_invoice v join customer_invoice_line l on l.invoice_id = v.id group by v.id
    having (sum(l.net), sum(l.tax), sum(l.gross)) <> (v.net, v.tax, v.gross)`,
  'no more is credited of a line than it has': `
    select l.id from customer_invoice_line l join customer_invoice_balance s on s.line_id = l.id
    where s.credited_quantity > l.quantity or s.credited_net > l.net + s.debited_net or s.credited_tax > l.tax + s.debited_tax`,
  // Units of which only the price was wrong are on a credit note too, and are not taken back.
  'what was credited of a line is what credit notes say of it': `
    select s.line_id, s.credited_quantity, m.quantity as moved, s.credited_net, c.net from customer_invoice_balance s left join (
      select n.original_line_id, sum(n.quantity) as quantity, sum(n.net) as net, sum(n.tax) as tax from customer_invoice_line n
      join customer_invoice v on v.id = n.invoice_id and v.kind = 'creditNote' group by 1) c on c.original_line_id = s.line_id
    left join (select line_id, sum(quantity) as quantity from customer_invoice_move where act = 'credit' group by 1) m on m.line_id = s.line_id
    where (s.credited_quantity, s.credited_net, s.credited_tax) <> (coalesce(m.quantity, 0), coalesce(c.net, 0), coalesce(c.tax, 0))
      or s.credited_quantity > coalesce(c.quantity, 0)`,
  'what made a line dearer is what debit notes say of it': `
    select s.line_id from customer_invoice_balance s left join (
      select m.line_id, sum(m.net) as net, sum(m.tax) as tax from customer_invoice_move m where m.act = 'debit'
        and exists (select from customer_invoice v join customer_invoice_line n on n.invoice_id = v.id and n.original_line_id = m.line_id
          and (n.net, n.tax) = (m.net, m.tax) where v.kind = 'debitNote' and v.source_id = m.by_document_id) group by 1) d using (line_id)
    where (s.debited_net, s.debited_tax) <> (coalesce(d.net, 0), coalesce(d.tax, 0))`,
}

/** Checks everything that must hold of customer funds between two acts; returns the names of the broken invariants, with the rows. */
export async function brokenFunds(query: Query): Promise<string[]> {
  const { text, values } = replayDifferences(fundsLedger)
  const replayed = rowsOf(query, { 'balances are the sum of their postings': text }, values)
  return [...(await rowsOf(query, FUNDS)), ...(await replayed)]
}

/** The amounts that a document adds to a scheme's approved amounts, by table. */
const APPROVED = `
  select s.id, sum(l.amount) as amount from scheme s join scheme_funding f on f.scheme_id = s.id and f.document_id = s.id
    join scheme_application_line l on l.document_id = s.id and l.round = f.round and l.line_no = f.encumbrance_line group by 1
  union all select s.id, l.amount from scheme s join scheme_adjust d on d.scheme_no = s.no and d.state = 'approved'
    join scheme_adjust_line l on l.document_id = d.id and l.round = d.round and l.kind in ('up', 'swap')
  union all select s.id, l.amount from scheme s join scheme_annual_carryover_line l on l.scheme_no = s.no and l.option = 'C2'
    join scheme_annual_carryover d on d.id = l.document_id and d.round = l.round and d.state = 'approved'`

/**
 * Each query returns the rows that break an invariant: 6 and 7 of domain.md section 3, from the documents and postings
 * and not from the books.
 */
const SCHEMES: Readonly<Record<string, string>> = {
  // For schemes given by number: those of the demonstration belong to other tests.
  'executed, accrued, committed and released are what was approved': `
    with approved as (select id, sum(amount) as amount from (${APPROVED}) a group by 1), stands as (
      select f.scheme_id as id, sum(o.document_cmt + o.document_acr + o.document_exe + o.document_avl) as amount
      from scheme_funding f join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line) group by 1)
    select s.no, a.amount as approved, t.amount as stands from scheme s join approved a using (id) join stands t using (id)
    where s.no = any ($1) and a.amount <> t.amount`,
  'what parts of schemes have in a stage is what their documents posted to it': `
    with posted as (
      select f.scheme_id as id, f.funding_no, sum(case m.to_stage when 'cmt' then m.document_amount else 0 end - case m.from_stage when 'cmt' then m.document_amount else 0 end) as cmt,
        sum(case m.to_stage when 'acr' then m.document_amount else 0 end - case m.from_stage when 'acr' then m.document_amount else 0 end) as acr,
        sum(case m.to_stage when 'exe' then m.document_amount else 0 end - case when m.from_stage = 'exe' and m.to_stage <> 'headquarters' then m.document_amount else 0 end) as exe
      from scheme_funding f join budget_encumbrance_move m on (m.document_id, m.round, m.line_no) = (f.document_id, f.round, f.encumbrance_line) group by 1, 2)
    select s.no, f.funding_no from scheme s join scheme_funding f on f.scheme_id = s.id
    join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line)
    left join posted p on p.id = s.id and p.funding_no = f.funding_no
    where s.no = any ($1) and (coalesce(p.cmt, 0), coalesce(p.acr, 0), coalesce(p.exe, 0)) <> (o.document_cmt, o.document_acr, o.document_exe)`,
  'what was settled, less what was taken back, and what was borne beside it is what is executed': `
    with settled as (select t.scheme_id as id, sum(t.amount) as amount from scheme_settlement t group by 1),
      borne as (
        select b.id, sum(b.amount) as amount from (
          select s.id, case l.direction when 'decrease' then l.amount else -l.amount end as amount from scheme s
            join scheme_receivables_adjustment d on d.scheme_no = s.no and d.state = 'approved' and d.cost_bearing = 'yes'
            join scheme_receivables_adjustment_line l on l.document_id = d.id and l.round = d.round and l.funding_no is not null
          union all select s.id, l.tax_amount - l.net_effect from scheme s
            join scheme_adjust_invoice d on d.scheme_no = s.no and d.state = 'approved' and d.cost_bearing = 'yes'
            join scheme_adjust_invoice_line l on l.document_id = d.id and l.round = d.round and l.funding_no is not null) b group by 1),
      back as (select s.id, sum(l.amount) as amount from scheme s join scheme_clawback d on d.scheme_no = s.no and d.state = 'approved'
        join scheme_clawback_line l on l.document_id = d.id and l.round = d.round group by 1),
      stands as (select f.scheme_id as id, sum(o.document_exe - o.document_recovered) as exe from scheme_funding f
        join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line) group by 1)
    select s.no, t.exe, n.amount from scheme s join stands t using (id) left join settled n using (id) left join back b using (id)
      left join borne o using (id)
    where s.no = any ($1) and t.exe <> coalesce(n.amount, 0) - coalesce(b.amount, 0) + coalesce(o.amount, 0)`,
  'what an execution settled is what its customer got: a rebate, a credit memo or a payment': `
    with got as (
      select source_id as id, sum(credited) as amount from rebate_batch group by 1
      union all select source_id, sum(original) from receivable_item where kind = 'creditMemo' and source_type = 'schemeExecute' group by 1
      union all select p.document_id, coalesce(d.approved_total, p.amount) from scheme_payment p
        join scheme_execute d on d.id = p.document_id and d.round = p.round)
    select d.no, sum(t.amount) as settled from scheme_execute d join scheme_settlement t on t.document_id = d.id
    where d.scheme_no = any ($1) and d.state = 'approved' group by d.id, d.no
    having sum(t.amount) <> coalesce((select sum(g.amount) from got g where g.id = d.id), 0)`,
  'what was taken back was taken from a rebate, or is owed, unless it ended unspent': `
    select d.no, d.total_amount from scheme_clawback d where d.scheme_no = any ($1) and d.state = 'approved' and d.total_amount <>
      coalesce((select sum(m.amount) from rebate_batch_move m where m.by_document_id = d.id and m.to_stage = 'consumed'), 0)
      + coalesce((select sum(i.original) from receivable_item i where i.source_id = d.id and i.kind = 'debitNote'), 0)
      and not exists (select from scheme_clawback_line l join scheme_execute e on e.no = split_part(l.settled_line, '/', 1)
        join rebate_batch b on b.source_id = e.id and b.expired > 0 where l.document_id = d.id and l.round = d.round)`,
  'nothing is locked for whoever is at rest': `
    select k.by_document_id from budget_encumbrance_lock k join approval_instance i on i.document_id = k.by_document_id and i.round = k.by_round
    where k.resolved_by is null and i.state <> 'running' and $1::text[] is not null`,
  'a unit is held by who is in approval, and paid by who was approved': `
    select d.no, k.state, d.state from device_claim k join scheme_execute d on d.id = k.document_id
    where d.scheme_no = any ($1) and k.state in ('held', 'paid') and (k.round <> d.round or k.state <> case d.state when 'underApproval' then 'held' when 'approved' then 'paid' else '' end)`,
}

/** The broken invariants of these schemes: none. */
export const brokenSchemes = (query: Query, ...numbers: readonly string[]): Promise<string[]> =>
  rowsOf(query, SCHEMES, [numbers])
