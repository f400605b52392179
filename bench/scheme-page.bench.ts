// The page of a scheme with 5,000 documents: its calls together, as a browser sends them, beside the database's floor;
// and possible duplicates among as many claims.
import { createPool } from '#kernel/platform/db/pool.ts'
import { demoRecipe } from '#test/helpers/servers/demo-recipe.ts'
import { demoServer } from '#test/helpers/servers/demo-server.ts'
import { schemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { benchDatabase } from './lib/database.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const CHILDREN = setting('BENCH_CHILDREN', 5_000, 50)
const CLAIMS = setting('BENCH_CLAIMS', 1_000_000, 500)
const ROUNDS = setting('BENCH_ROUNDS', 50, 1)
const GOAL_MS = 300
const WARM = 5

const database = await benchDatabase('scheme_page', demoRecipe())
const { url } = database
const server = await demoServer(url)
const story = await schemeStory(server)
const scheme = await story.scheme([{ amount: '40000.00' }, { amount: '40000.00' }])

const pool = createPool({ databaseUrl: url, max: 2, name: 'bench' })
const client = await pool.connect()
await client.query('set statement_timeout = 0; set session_replication_role = replica')
// Two thirds are claims, the others withholds; each was approved and moved a cent of one of the two parts.
const HEAD = `id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, submitted_at, scheme_no, idc_code, area_id, currency, posting_date, total_amount`
const at = `product_now() - (${CHILDREN} - n) * interval '1 minute'`
const head = (
  prefix: string,
) => `'${prefix}' || n, 'approved', 2, 1, s.scope_id, s.owner_id, s.owner_id, ${at}, ${at}, ${at}, s.no, s.idc_code, s.area_id, s.currency,
  s.start_date + n % 90, 0.01`
await client.query(
  `create table bench_child as select nextval('document_id') as id, n, n % 3 = 0 as is_withhold from generate_series(1, ${CHILDREN}) n`,
)
const from = `from bench_child c, scheme s where s.no = '${scheme.no}'`
await client.query(
  `insert into scheme_withhold (${HEAD}, kind, year, month) select c.id, ${head('BW')}, 'delta', 2026, 1 ${from} and c.is_withhold`,
)
await client.query(
  `insert into scheme_execute (${HEAD}, customer_code, claim_period, payout_type) select c.id, ${head('BE')}, '${story.customer}', 'whole', 'standard' ${from} and not c.is_withhold`,
)
await client.query(`insert into ledger_journal (document_type, document_id, round, action, sequence, actor_id, at)
  select case when c.is_withhold then 'schemeWithhold' else 'schemeExecute' end, c.id, 1, 'approve', 0, s.owner_id, ${at} ${from}`)
await client.query(`insert into budget_encumbrance_move (document_id, round, line_no, by_document_id, by_round, by_action, from_stage, to_stage, amount, document_amount)
  select f.document_id, f.round, f.encumbrance_line, c.id, 1, 'approve', 'cmt', case when c.is_withhold then 'acr' else 'exe' end, 0.01, 0.01
  ${from.replace(' where', ', scheme_funding f where f.scheme_id = s.id and f.funding_no = 1 + c.n % 2 and')}`)
// Claims of all customers, for duplicates: many with the same few amounts.
await client.query(`insert into scheme_execute (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, submitted_at, idc_code, area_id,
    currency, customer_code, claim_period, payout_type, posting_date, invoice_no, total_amount)
  select nextval('document_id'), 'BX' || n, 'approved', 2, 1, s.scope_id, s.owner_id, s.owner_id, product_now(), product_now(), product_now(), s.idc_code, s.area_id, s.currency,
    'B' || n % 2000, to_char(date '2024-01-01' + (n % 36) * interval '1 month', 'YYYY-MM'), 'standard', date '2024-01-01' + n % 1000, 'INV-' || n, 1 + n % 997
  from scheme s, generate_series(1, ${CLAIMS}) n where s.no = '${scheme.no}'`)
await client.query('set session_replication_role = origin')
for (const table of ['scheme_withhold', 'scheme_execute', 'ledger_journal', 'budget_encumbrance_move'])
  await client.query(`vacuum analyze ${table}`)

async function timed(run: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + WARM; round += 1) {
    const began = performance.now()
    await run(round)
    if (round >= WARM) times.push(performance.now() - began)
  }
  return times
}

interface Page {
  readonly next: string | null
}
const call = async <T>(path: string, body: object): Promise<T> => {
  const { status, data, msg } = await server.call<T>('in.channel', path, body)
  if (status !== 200) throw new Error(`${path}: ${msg}`)
  return data
}
const schemeNo = scheme.no
const page = (before: string | null = null) => {
  const asked = before === null ? { schemeNo } : { schemeNo, before }
  return [call<Page>('/aps/scheme/documents', asked), call<Page>('/aps/scheme/postings', asked)] as const
}
// Deep in both lists.
const [deepDocument] = (await client.query(`select id::text from bench_child where n = ${Math.ceil(CHILDREN / 2)}`))
  .rows as { id: string }[]
const check = (amount: string, invoiceNo: string) =>
  call('/aps/scheme/execute/check', {
    schemeNo,
    idcCode: 'IN',
    areaId: story.budget.area,
    currency: story.budget.currency,
    customerCode: story.customer,
    claimPeriod: '2026-01',
    payoutType: 'standard',
    postingDate: story.day(28),
    invoiceNo,
    reason: 'x',
    lines: [{ fundingNo: 1, amount, remark: 'x' }],
  })

const bare = {
  page: () =>
    Promise.all([
      client.query('select * from scheme where no = $1', [schemeNo]),
      client.query('select id from scheme_execute where scheme_no = $1 order by id desc limit 21', [schemeNo]),
      client.query(
        `select m.id from scheme_funding f join budget_encumbrance_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.encumbrance_line
         join scheme s on s.id = f.scheme_id where s.no = $1 order by m.id desc limit 21`,
        [schemeNo],
      ),
    ]),
  alike: () =>
    client.query('select id from scheme_execute where customer_code = $1 and total_amount = $2', [
      story.customer,
      '7.00',
    ]),
}

const cases = [
  [
    'the page: life, documents, postings',
    GOAL_MS,
    () => Promise.all([call('/aps/scheme/detail', { schemeNo }), ...page()]),
    bare.page,
  ],
  ['its life alone', GOAL_MS, () => call('/aps/scheme/detail', { schemeNo }), bare.page],
  ['a page of documents deep in', GOAL_MS, () => page(deepDocument!.id)[0], bare.page],
  ['soft check of a claim, with what is alike', GOAL_MS, (n: number) => check('7.00', `inv-${n}`), bare.alike],
] as const

const measured = []
const busy = load()
for (const [name, goal, run, floor] of cases) {
  const [ours, its] = [await timed(run), await timed(floor)]
  measured.push({ name, goal, ours, its })
}
printTable(
  measured.map(({ name, ours, its }) => ({
    [`of ${CHILDREN.toLocaleString('en')} documents`]: name,
    'bare SQL p50 ms': median(its).toFixed(1),
    'its p99': percentile(its, 0.99).toFixed(1),
    'p50 ms': median(ours).toFixed(1),
    'p99 ms': percentile(ours, 0.99).toFixed(1),
  })),
)
const explained = await client.query(
  `explain (analyze, buffers) select id from scheme_execute d where d.customer_code = any ($1) and d.total_amount = $2 and d.currency = 'INR'`,
  [['B7'], '8.00'],
)
console.log(explained.rows.map((row: object) => Object.values(row).join('')).join('\n'))
console.log(`${ROUNDS} rounds; ${CLAIMS.toLocaleString('en')} claims beside; load before ${busy}, after ${load()}`)
printGoals(
  measured.flatMap(({ name, goal, ours }) => [
    { what: `${name}, p50`, value: median(ours), goal, is: 'most' as const, unit: 'ms' },
    { what: `${name}, p99`, value: percentile(ours, 0.99), goal, is: 'most' as const, unit: 'ms' },
  ]),
)
client.release(true)
await server.close()
await pool.end()
await database.close()
