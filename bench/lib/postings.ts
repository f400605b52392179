import pg from 'pg'

/** The movements of each line in time order: two legs within the line, or one with a leg of the pool. */
const EVENTS: readonly { readonly from: string; readonly to: string; readonly amount: number }[] = [
  { from: 'pool', to: 'avl', amount: 100 },
  { from: 'avl', to: 'occ', amount: 30 },
  { from: 'occ', to: 'cmt', amount: 30 },
  { from: 'cmt', to: 'acr', amount: 20 },
  { from: 'acr', to: 'exe', amount: 20 },
  { from: 'pool', to: 'avl', amount: 40 },
  { from: 'avl', to: 'occ', amount: 50 },
  { from: 'occ', to: 'cmt', amount: 50 },
  { from: 'cmt', to: 'acr', amount: 40 },
  { from: 'acr', to: 'exe', amount: 30 },
  { from: 'cmt', to: 'avl', amount: 5 },
]
/** Lines per journal: consecutive ones, which share pool and year. */
const OF_JOURNAL = 6

/**
 * Twenty postings for each of the lines that `fillLines` made, over nearly two years, so that every balance is the sum of its
 * postings. The tables' own checks of rows that are right by construction are left out: they take most of an hour.
 */
export async function fillPostings(databaseUrl: string, now: Date): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off;
    drop index ledger_posting__account; drop index ledger_journal__at`)
  await client.query(`create temporary table line as
    select l.id, row_number() over (order by l.id) - 1 as n, 1 + l.id % 7 as m, p.id as pool from budget_line l
    join budget_pool p on (p.area_id, p.project_pool_code, p.year, p.currency) = (l.area_id, l.project_pool_code, l.year, l.currency);
    analyze line`)
  const { rows } = await client.query<{ lines: number; first: string }>(
    `select (select count(*) from line)::int as lines, (select coalesce(max(id), 0) from ledger_journal) as first`,
  )
  const { lines, first } = rows[0]!
  const journals = Math.ceil(lines / OF_JOURNAL)
  const start = new Date(now.getTime() - 690 * 86_400_000)
  const seconds = (680 * 86_400) / (journals * EVENTS.length)
  for (const [event, { from, to, amount }] of EVENTS.entries()) {
    const before = Number(first) + event * journals
    await client.query(
      `insert into ledger_journal (id, document_type, document_id, round, action, sequence, actor_id, at) overriding system value
       select ${before} + j, 'bench', ${before} + j, 0, 'post', 0, 1, $1::timestamptz + (${event * journals} + j) * interval '1 second' * ${seconds}
       from generate_series(1, ${journals}) j`,
      [start],
    )
    const isOfPool = from === 'pool'
    await client.query(`insert into ledger_posting (journal_id, position, ledger, account_id, bucket, counter, amount, currency)
      select ${before} + 1 + n / ${OF_JOURNAL}, 1 + (n % ${OF_JOURNAL}) * 2, 'budget', id, '${to}', ${isOfPool ? `'granted'` : 'null'}, ${amount} * m, 'INR' from line
      union all
      ${
        isOfPool
          ? `select ${before} + 1 + n / ${OF_JOURNAL}, 100, 'budget', min(pool), 'avl', 'distributed', -${amount} * sum(m), 'INR' from line group by 1`
          : `select ${before} + 1 + n / ${OF_JOURNAL}, 2 + (n % ${OF_JOURNAL}) * 2, 'budget', id, '${from}', null, -${amount} * m, 'INR' from line`
      } order by 1, 2`)
  }
  const sum = (bucket: string) =>
    EVENTS.reduce((all, { from, to, amount }) => all + (to === bucket ? amount : 0) - (from === bucket ? amount : 0), 0)
  const given = EVENTS.reduce((all, { from, amount }) => all + (from === 'pool' ? amount : 0), 0)
  const buckets = ['avl', 'occ', 'cmt', 'acr', 'exe'].map((bucket) => `${bucket} = ${sum(bucket)} * l.m`).join(', ')
  await client.query(`update budget_account a set ${buckets}, granted = ${given} * l.m from line l where l.id = a.id;
    update budget_account a set avl = a.avl - s.given, distributed = s.given
      from (select pool, ${given} * sum(m) as given from line group by 1) s where a.id = s.pool;
    select setval(pg_get_serial_sequence('ledger_journal', 'id'), (select max(id) from ledger_journal))`)
  await client.query(`create index ledger_posting__account on ledger_posting (ledger, account_id, journal_id, position) include (bucket, counter, amount);
    create index ledger_journal__at on ledger_journal using brin (at) with (pages_per_range = 16, autosummarize = on)`)
  await client.query('vacuum analyze ledger_posting')
  await client.query('vacuum analyze ledger_journal')
  await client.query('vacuum analyze budget_account')
  const { rows: counted } = await client.query<{ postings: string }>('select count(*) as postings from ledger_posting')
  await client.end()
  return Number(counted[0]!.postings)
}
