// The month-end withhold run: the proposal for a country's 20,000 running scheme lines, beside a bare aggregate over
// the same rows; and the documents of 500 schemes, created one after the other as by the worker.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import type { Importer } from '#kernel/services/imports/import-definition.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { withholdRunImport } from '#areas/scheme/withhold-run/withhold-run.import.ts'
import { lookThrough, schemeViews, sumsOf } from '#areas/scheme/withhold-run/withhold-run.queries.ts'
import { deviceWorld } from '#test/helpers/scheme/device-world.ts'
import { benchDatabase } from './lib/database.ts'
import { holdAt, PLACES_OF_CUSTOMERS } from './lib/devices.ts'
import { type Goal, load, median, printGoals, printTable, setting } from './lib/report.ts'

const LINES = setting('BENCH_SCHEME_LINES', 20_000, 40)
const OF_A_SCHEME = 4
const DEVICES = setting('BENCH_DEVICES', 100_000, 500)
const ROUNDS = setting('BENCH_ROUNDS', 3, 1)
const MADE = setting('BENCH_DOCUMENTS', 500, 4)
const GOAL_S = 20
const SCHEMES = LINES / OF_A_SCHEME
const MONTH = { year: 2026, month: 11 }

/** Four lines per scheme, each of a customer and a SKU, paid by one of a hundred budgets; inserted without row checks. */
async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const run = (text: string) => client.query(text)
  await run('set statement_timeout = 0; set session_replication_role = replica')
  await run(`insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, state, scope_id)
    select 'C' || n, '客户' || n, 'Customer ' || n, 'distributor', 'regional', 201, 'IN', 'enabled', 201 from generate_series(0, 199) n`)
  await run(`insert into sku (code, name_zh, name_en, spu_code, sell_in, life_cycle)
    select 'S' || n, 'S' || n, 'S' || n, 'X1', 'yes', 'active' from generate_series(0, 99) n`)
  await run(`with made as (
      insert into budget_line (id, scope_id, area_id, state, year, month, country_code, project_code, project_pool_code, budget_dept_code,
        fsc_id, sub_busi_code, product_class, product_line_code, currency)
      select 500000 + n, 201, 2, 'open', 2026, 11, 'IN', 'BP' || n, 'POOL-A', 'D01', 'F01', 'S01', 'phone', 'P1', 'INR' from generate_series(0, 99) n returning id
    ) insert into budget_account (id, currency, cmt, granted) select id, 'INR', 100000000, 100000000 from made`)
  await run(`insert into scheme (id, no, version, state, scope_id, area_id, idc_code, owner_id, name, scheme_type, product_class, currency, start_date,
      end_date, claim_deadline, settlement_period, rebate_type, withhold_rate, direct_execution, approved_at, ends_on, updated_at)
    select 700000 + n, 'PB' || n, 1, 'effective', 201, 2, 'IN', 1, 'Scheme ' || n, 'sellInRebate', 'phone', 'INR', '2026-10-01', '2026-12-31', '2027-01-31',
      'month', 'standard', 100, true, product_now(), '2027-01-31', product_now() from generate_series(0, ${SCHEMES - 1}) n`)
  await run(`insert into scheme_line (scheme_id, line_no, customer_code, sku_code, basis, rate_percent)
    select 700000 + n, k, 'C' || (n * 7 + k) % 200, 'S' || (n * 3 + k) % 100, 'sellIn', 2 from generate_series(0, ${SCHEMES - 1}) n, generate_series(1, ${OF_A_SCHEME}) k`)
  await run(`insert into budget_encumbrance (document_id, round, line_no, document_type, account_id, currency, document_currency, rate, amount, occ, cmt,
      document_amount, document_occ, document_cmt)
    select scheme_id, 1, line_no, 'schemeApplication', 500000 + (scheme_id + line_no) % 100, 'INR', 'INR', 1, 50000, 0, 50000, 50000, 0, 50000 from scheme_line`)
  await run(`insert into scheme_funding (scheme_id, funding_no, line_no, document_id, round, encumbrance_line, budget_code)
    select scheme_id, line_no, line_no, scheme_id, 1, line_no, 'BL' || lpad((500000 + (scheme_id + line_no) % 100)::text, 9, '0') from scheme_line`)
  await run(`insert into device (id, sn, sku_code, spu_code, produced_on, destination_country)
    select n, 'SN' || lpad(n::text, 10, '0'), 'S' || n % 100, 'X1', '2026-01-01', 'IN' from generate_series(1, ${DEVICES}) n`)
  await run(PLACES_OF_CUSTOMERS)
  await run(`insert into device_source (document_no, price, currency) values ('INV-1', 100, 'INR')`)
  await run(holdAt(`'C' || (d.id / 100) % 200`, `timestamptz '2026-10-01' + (d.id % 60) * interval '1 day'`))
  await run(`insert into device_count (device_id, counted_for, sku_id, at, place_id, source_id, units, basis)
    select h.device_id, h.customer_id, h.sku_id, h.from_at, h.place_id, s.id, 1, 'sellIn' from device_holding h cross join device_source s`)
  await run('set session_replication_role = origin')
  for (const table of [
    'scheme',
    'scheme_line',
    'scheme_funding',
    'budget_encumbrance',
    'device',
    'device_holding',
    'device_count',
  ])
    await run(`vacuum analyze ${table}`)
  client.release(true)
}

/** The floor of every proposal: the money of each part, and its line's count. */
const BARE = `select count(*), sum(o.document_cmt) as free, sum(v.paid) as paid
  from scheme s join scheme_line l on l.scheme_id = s.id join scheme_funding f on f.scheme_id = s.id and f.line_no = l.line_no
  join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
  left join lateral (select sum(r.price * c.units) as paid from device_count c join device_source r on r.id = c.source_id
    where c.counted_for = (select id from customer where code = l.customer_code) and c.sku_id = (select id from sku where code = l.sku_code) and c.basis = l.basis
      and c.at >= s.start_date and c.at < date '2026-12-01') v on true
  where s.area_id = 2 and s.state in ('effective', 'partialExecution')`

const database = await benchDatabase('withhold')
const world = await deviceWorld(database.url, 4)
const { pool } = world.world
const filling = performance.now()
await fill(pool)
const filled = (performance.now() - filling) / 1000
const busy = load()
const context = await world.world.contextOf('in.finance')
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const asked = { idcCode: 'IN', ...MONTH }
const [proposals, pages, bare]: number[][] = [[], [], []]
let said = ''
for (let round = 0; round < ROUNDS; round += 1) {
  bare!.push(await seconds(() => pool.query(BARE)))
  proposals!.push(
    await seconds(() =>
      reading(pool, async (tx) => {
        const [sum] = sumsOf(await lookThrough(tx, context, asked))
        said = `${sum?.partCount ?? 0} parts of ${sum?.schemeCount ?? 0} schemes, ${sum?.amount ?? '0'} INR`
      }),
    ),
  )
  pages!.push(
    await seconds(() =>
      reading(pool, async (tx) => {
        await schemeViews(tx, 'en', (await lookThrough(tx, context, asked)).slice(0, 20))
      }),
    ),
  )
}

const found = await reading(pool, (tx) => lookThrough(tx, context, asked))
const importer: Importer = {
  principal: context.principal,
  language: 'en',
  params: { ...asked, reason: 'Bench' },
  now: context.now,
  requestId: randomUUID(),
}
const making = found.slice(0, MADE)
const made = await seconds(async () => {
  let row = 1
  for (const { proposal } of making) {
    const rows = proposal.parts
      .filter(({ amount }) => amount.gt(0))
      .map(({ funding, kind, amount }) => ({
        row: (row += 1),
        values: {
          schemeNo: proposal.scheme.no,
          fundingNo: String(funding.fundingNo),
          kind,
          currency: proposal.scheme.currency,
          amount: amountText(amount),
          remark: null,
        },
        action: 'create' as const,
        key: '',
        basis: null,
      }))
    if (rows.length === 0) continue
    const outcomes = await transaction(pool, (tx) => withholdRunImport.apply(tx, importer, rows))
    const refused = outcomes.find((outcome) => 'refusal' in outcome)
    if (refused) throw new Error(`row ${refused.row} was refused: ${JSON.stringify(refused)}`)
  }
})

printTable([
  {
    [`of ${LINES.toLocaleString('en')} lines`]: 'proposal with its sums',
    'bare SQL s': median(bare!).toFixed(2),
    's, median': median(proposals!).toFixed(2),
    's, slowest': Math.max(...proposals!).toFixed(2),
  },
  {
    [`of ${LINES.toLocaleString('en')} lines`]: 'first page of the proposal',
    'bare SQL s': median(bare!).toFixed(2),
    's, median': median(pages!).toFixed(2),
    's, slowest': Math.max(...pages!).toFixed(2),
  },
])
console.log(said)
console.log(`${making.length} schemes became drafts in ${made.toFixed(1)} s`)
console.log(`${ROUNDS} rounds; filled in ${filled.toFixed(0)} s; load before ${busy}, after ${load()}`)
const goals: Goal[] = [
  { what: 'proposal of a country, slowest', value: Math.max(...proposals!), goal: GOAL_S, is: 'most', unit: 's' },
]
printGoals(goals)
await world.close()
await database.close()
