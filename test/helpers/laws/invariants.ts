import { hashOfStored, type StoredEntry } from '#kernel/platform/audit/stored-entry.ts'

/** Runs one statement; a pool's or a world's. */
type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>

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

async function brokenChains(query: Query): Promise<string[]> {
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
  const found = await Promise.all(
    Object.entries(broken(documentsOf(more))).map(async ([name, text]) => {
      const rows = await query<object>(text)
      return rows.length > 0 ? [`${name}: ${JSON.stringify(rows.slice(0, 3))}`] : []
    }),
  )
  const chains = await brokenChains(query)
  return [...found.flat(), ...(chains.length > 0 ? [`audit chain: ${chains.join(', ')}`] : [])]
}
