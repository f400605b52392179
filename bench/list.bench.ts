// The list of budget lines at a million rows: its own SQL against a hand-written query, the page over HTTP, its total.
import type pg from 'pg'
import { createPool } from '#kernel/platform/db/pool.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading, type Tx } from '#kernel/platform/db/tx.ts'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import { lineCount, type LineListRequest, linePage } from '#areas/budget/budget-line/budget-line.queries.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { principalOf, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { fillLines } from './lib/lines.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'
import { timed } from './lib/timing.ts'

const LINES = setting('BENCH_LINES', 1_000_000, 20_000)
const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const SECONDS = setting('BENCH_SECONDS', 3, 0.1)
const GOALS = { ratio: 1.5, p50: 3, p99: 15, count: 1.5 }
const PAGE_CALL = '/gs/IN/oversea/aps/budget/country/page'

interface Case {
  readonly name: string
  readonly request: LineListRequest
  /** The same page hand-written by a person who knows the table and selects only displayed columns. */
  readonly byHand: string
}

const PAGE = `select l.code, l.year, l.month, l.country_code, c.name_en as country, l.project_code, p.name_en as project, l.project_pool_code, l.budget_dept_code,
    l.fsc_id, l.sub_busi_code, l.product_class, l.product_line_code, l.currency, a.granted, a.revoked, a.avl, a.hld, a.occ, a.cmt, a.acr, a.exe
  from budget_line l join budget_account a using (id) left join country c on c.code = l.country_code left join project p on p.code = l.project_code
  where l.area_id = 2 and l.state <> 'planned' and`

const cases: readonly Case[] = [
  {
    name: 'country and month, newest first',
    request: { page: 1, limit: 20, countryCode: 'XC', month: 5, sort: ['-budgetCode'] },
    byHand: `${PAGE} l.country_code = 'XC' and l.month = 5 order by l.id desc limit 20`,
  },
  {
    name: 'year and pool, by month, page 50',
    request: { page: 50, limit: 20, year: 2026, projectPoolCode: 'POOL-A', sort: ['month'] },
    byHand: `${PAGE} l.year = 2026 and l.project_pool_code = 'POOL-A' order by l.year, l.month, l.id limit 20 offset 980`,
  },
  {
    name: 'project and department, by country',
    request: { page: 1, limit: 20, projectCode: 'LJ0777', budgetDeptCode: 'D01', sort: ['countryCode'] },
    byHand: `${PAGE} l.project_code = 'LJ0777' and l.budget_dept_code = 'D01' order by l.country_code, l.id limit 20`,
  },
]

async function spread(
  seconds: number,
  read: (tx: Tx) => Promise<unknown>,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const times = await timed(seconds, () => reading(pool, read))
  return { p50: median(times), p99: percentile(times, 0.99) }
}

/** The last cached count and its time. */
async function countsOf(pool: pg.Pool): Promise<{ readonly kept: number; readonly last: string | null }> {
  const { rows } = await pool.query<{ kept: number; last: string | null }>(
    'select count(*)::int as kept, max(at)::text as last from list_total',
  )
  return rows[0]!
}

const database = await benchDatabase('list')
const world = await budgetWorld(database.url, '1000000.00', 2)
const pool = createPool({ databaseUrl: database.url, max: 2, name: 'bench' })
await fillLines(database.url, LINES)
const server = await startServer(database.url, { ROLE: 'server' })
const generator = startGenerator()

async function post<T>(
  path: string,
  body: unknown,
  session: { readonly token: string; readonly csrfToken: string },
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      'x-csrf-token': session.csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const { data, msg } = (await answer.json()) as { data: T; msg: string }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${msg}`)
  return data
}

try {
  const india: Area = (
    await pool.query<Area>(
      `select id, area_id as "areaId", idc_code as "idcCode", organisation_id as "organisationId" from area where id = 2`,
    )
  ).rows[0]!
  const people = [
    { who: 'India', account: 'in.finance' },
    { who: 'HQ', account: 'hq.budget' },
  ]
  const rows: Record<string, string>[] = []
  const ratios: number[] = []
  const hands: number[] = []
  const handP99s: number[] = []
  const p50s: number[] = []
  const p99s: number[] = []
  const busy = load()
  for (const { who, account } of people) {
    const principal = await principalOf(pool, account)
    const sessions = await sessionsOf(pool, account, 1)
    // A newly started server compiles while it answers, so it is warmed up.
    const calls = cases.map(({ request }) => ({ path: PAGE_CALL, body: JSON.stringify(request) }))
    await generator.run({ port: server.port, sessions, calls, seconds: SECONDS })
    for (const { name, request, byHand } of cases) {
      const own = linePage(principal, 'en', india, request)
      const hand = { text: byHand, values: [] }
      const sample = {
        own: [] as number[],
        hand: [] as number[],
        handP99: [] as number[],
        p99: [] as number[],
        p50: [] as number[],
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        const floor = await spread(SECONDS / 4, (tx) => tx.rows(hand))
        sample.hand.push(floor.p50)
        // The machine's own variation for a bare query: no page can be steadier.
        sample.handP99.push(floor.p99)
        sample.own.push((await spread(SECONDS / 4, (tx) => readPage(tx, own))).p50)
        const outcome = await generator.run({
          port: server.port,
          sessions,
          calls: [{ path: PAGE_CALL, body: JSON.stringify(request) }],
          seconds: SECONDS,
        })
        if (outcome.failed > 0) throw new Error(`${name}: ${outcome.failure}`)
        sample.p99.push(percentile(outcome.times, 0.99))
        sample.p50.push(median(outcome.times))
      }
      const ratio = median(sample.own) / median(sample.hand)
      ratios.push(ratio)
      hands.push(median(sample.hand))
      handP99s.push(median(sample.handP99))
      p50s.push(median(sample.p50))
      p99s.push(median(sample.p99))
      rows.push({
        [`page of 20 of ${LINES.toLocaleString('en')}`]: name,
        as: who,
        'by hand ms': median(sample.hand).toFixed(2),
        'its p99': median(sample.handP99).toFixed(1),
        'product ms': median(sample.own).toFixed(2),
        ratio: ratio.toFixed(2),
        'HTTP p50 ms': median(sample.p50).toFixed(1),
        'HTTP p99 ms': median(sample.p99).toFixed(1),
      })
    }
  }
  printTable(rows)

  const counts: Record<string, string>[] = []
  const countRatios: number[] = []
  const bares: number[] = []
  let exact = true
  let again = 0
  for (const [index, filters] of [{}, { year: 2026 }, { countryCode: 'XC', month: 5 }].entries()) {
    const { who, account } = people[index % 2]!
    const principal = await principalOf(pool, account)
    const [session] = await sessionsOf(pool, account, 1)
    const own = lineCount(principal, india, filters)
    const where = Object.entries(filters)
      .map(([key, value]) => ` and ${key === 'countryCode' ? 'country_code' : key} = '${value}'`)
      .join('')
    const bare = {
      text: `select count(*)::int as total from (select 1 from budget_line where area_id = 2 and state <> 'planned'${where} limit 1000001) l`,
      values: [],
    }
    const sample = { own: [] as number[], bare: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      sample.bare.push((await spread(SECONDS / 10, (tx) => tx.rows(bare))).p50)
      sample.own.push((await spread(SECONDS / 10, (tx) => tx.rows(own))).p50)
    }
    const { rows: truth } = await pool.query<{ total: number }>(bare.text)
    const before = await countsOf(pool)
    const first = await post<{ recordTotal: number | null }>(PAGE_CALL, { page: 1, limit: 20, ...filters }, session!)
    const afterPage = await countsOf(pool)
    const started = performance.now()
    const total = await post<{ recordTotal: number; capped: boolean }>(`${PAGE_CALL}/count`, filters, session!)
    const overHttp = performance.now() - started
    const once = await countsOf(pool)
    const second = await post<{ recordTotal: number | null }>(PAGE_CALL, { page: 2, limit: 20, ...filters }, session!)
    await post(`${PAGE_CALL}/count`, filters, session!)
    if ((await countsOf(pool)).last !== once.last) again += 1
    if (afterPage.kept !== before.kept || once.kept !== before.kept + 1)
      throw new Error('a page counted, or its count did not')
    const right = Math.min(truth[0]!.total, 1_000_000)
    exact &&= first.recordTotal === null && total.recordTotal === right && second.recordTotal === right && !total.capped
    const ratio = median(sample.own) / median(sample.bare)
    countRatios.push(ratio)
    bares.push(median(sample.bare))
    counts.push({
      'total beside the page': JSON.stringify(filters),
      as: who,
      total: String(total.recordTotal),
      'bare count ms': median(sample.bare).toFixed(1),
      'product ms': median(sample.own).toFixed(1),
      ratio: ratio.toFixed(2),
      'HTTP ms': overHttp.toFixed(0),
      'on page 2': String(second.recordTotal),
    })
  }
  console.log('')
  printTable(counts)
  console.log(`median of ${ROUNDS} rounds; load before ${busy}, after ${load()}`)
  printGoals([
    {
      what: 'list SQL against hand-written',
      value: Math.max(...ratios),
      goal: GOALS.ratio,
      is: 'most',
      unit: 'x',
      floor: `by hand ${Math.min(...hands).toFixed(2)} to ${Math.max(...hands).toFixed(2)} ms`,
    },
    {
      what: 'page over HTTP, p50',
      value: Math.max(...p50s),
      goal: GOALS.p50,
      is: 'most',
      unit: 'ms',
      floor: `the SQL by hand ${Math.max(...hands).toFixed(2)} ms`,
    },
    {
      what: 'page over HTTP, p99',
      value: Math.max(...p99s),
      goal: GOALS.p99,
      is: 'most',
      unit: 'ms',
      floor: `p99 of the SQL by hand ${Math.max(...handP99s).toFixed(1)} ms`,
    },
    {
      what: 'count against its bare count (1.5 x is the noise of such a machine)',
      value: Math.max(...countRatios),
      goal: GOALS.count,
      is: 'most',
      unit: 'x',
      floor: `bare counts ${Math.min(...bares).toFixed(0)} to ${Math.max(...bares).toFixed(0)} ms`,
    },
    { what: 'totals that are wrong', value: exact ? 0 : 1, goal: 0, is: 'most', unit: '' },
    { what: 'second counts for a repeated page', value: again, goal: 0, is: 'most', unit: '' },
  ])
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await world.close()
  await database.close()
}
