// Budgets at the size of a large company: a million lines and twenty million postings of two years. List, total, explanation and
// balances as of a day over HTTP with one client, beside the bare SQL; what it costs to add up the days; and the whole self-check.
import { productNow } from '#kernel/base/clock/clock.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'
import { runNextCheck, type StepState } from '#areas/budget/self-check/self-check.work.ts'
import { closeDays } from '#areas/budget/explain/turnover.server.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { fillLines } from './lib/lines.ts'
import { fillPostings } from './lib/postings.ts'
import { startServer } from './lib/processes.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const LINES = setting('BENCH_LINES', 1_000_000, 2000)
const CALLS = setting('BENCH_CALLS', 200, 2)
const GOALS = { list: 60, sum: 150, explain: 30, replay: 180 }
const API = '/gs/IN/oversea/aps/budget'
const now = productNow()

const database = await benchDatabase('scale')
const world = await budgetWorld(database.url, '1000000000000.00', 2)
const pool = createPool({ databaseUrl: database.url, max: 3, name: 'bench' })
for (const projectPoolCode of ['POOL-A', 'POOL-B'])
  await transaction(pool, (tx) =>
    fundPool(tx, {
      areaId: 2,
      year: 2025,
      currency: 'INR',
      projectPoolCode,
      amount: '1000000000000.00',
      actorId: 1,
      at: new Date('2025-01-01T00:00:00Z'),
    }),
  )
await fillLines(database.url, LINES)
const filling = performance.now()
const postings = await fillPostings(database.url, now)
console.log(
  `${LINES.toLocaleString('en')} lines, ${postings.toLocaleString('en')} postings, filled in ${Math.round((performance.now() - filling) / 1000)} s; load ${load()}`,
)

const closing = performance.now()
while (await transaction(pool, (tx) => closeDays(tx, now)));
const closedIn = (performance.now() - closing) / 1000
const { rows: cells } = await pool.query<{ cells: number; days: number }>(
  `select (select count(*) from budget_cell)::int as cells, (select count(*) from budget_turnover)::int as days`,
)
console.log(
  `days added up in ${closedIn.toFixed(0)} s: ${cells[0]!.cells} cells, ${cells[0]!.days} turnovers; load ${load()}`,
)
await pool.query('vacuum analyze budget_cell')
await pool.query('vacuum analyze budget_turnover')

const server = await startServer(database.url, { ROLE: 'server' })

async function call(
  path: string,
  body: object,
  session: { readonly token: string; readonly csrfToken: string },
): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      'x-csrf-token': session.csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - began
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!
const countries = Array.from({ length: 10 }, (_, n) => `X${String.fromCharCode(65 + n)}`)
const { rows: codes } = await pool.query<{ id: string; code: string }>(
  `select id, code from budget_line where state = 'open' order by hashint8(id) limit ${CALLS}`,
)
/** Another request each time, so that caches do not answer. */
const filtersOf = (at: number) => ({
  year: 2025 + (at % 2),
  ...(at % 3 > 0 ? { countryCode: pick(countries, at >> 1) } : {}),
  ...(at % 4 > 0 ? { month: 1 + (at % 12) } : {}),
  ...(at % 5 === 0 ? { productLineCode: `LP${at % 2}` } : {}),
  ...(at % 7 === 0 ? { fscId: `LF${at % 4}` } : {}),
})
const dayBefore = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)

interface Case {
  readonly name: string
  readonly path: string
  readonly body: (at: number) => object
  readonly floor: (at: number) => string
  readonly goal?: number
}
const where = (at: number) =>
  Object.entries(filtersOf(at))
    .map(([name, value]) => ` and l.${name.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)} = '${value}'`)
    .join('')
const cases: readonly Case[] = [
  {
    name: 'list, page of 20',
    path: `${API}/country/page`,
    body: (at) => ({ page: 1 + (at % 5), limit: 20, ...filtersOf(at) }),
    floor: (at) =>
      `select l.*, a.* from budget_line l join budget_account a on a.id = l.id where l.area_id = 2${where(at)} order by l.id desc limit 20 offset ${(at % 5) * 20}`,
    goal: GOALS.list,
  },
  {
    name: 'sum',
    path: `${API}/country/sum`,
    body: filtersOf,
    floor: (at) =>
      `select sum(a.avl), sum(a.exe), sum(a.granted) from budget_line l join budget_account a on a.id = l.id where l.area_id = 2${where(at)}`,
    goal: GOALS.sum,
  },
  {
    name: 'explain of one line',
    path: '/aps/budget/country/postings',
    body: (at) => ({
      budgetCode: pick(codes, at).code,
      bucket: pick(['available', 'executed', 'current'], at),
      page: 1,
      limit: 50,
    }),
    floor: (at) =>
      `select p.*, j.* from ledger_posting p join ledger_journal j on j.id = p.journal_id where p.ledger = 'budget' and p.account_id = ${pick(codes, at).id} order by p.journal_id desc limit 50`,
    goal: GOALS.explain,
  },
  {
    name: 'explain of one line, as of a day',
    path: '/aps/budget/country/postings',
    body: (at) => ({
      budgetCode: pick(codes, at).code,
      bucket: 'available',
      asOf: dayBefore(30 + at),
      page: 1,
      limit: 50,
    }),
    floor: () => 'select 1',
  },
  {
    name: 'list as of a day',
    path: `${API}/country/page`,
    body: (at) => ({ page: 1, limit: 20, asOf: dayBefore(20 + at), ...filtersOf(at) }),
    floor: () => 'select 1',
  },
  {
    name: 'sum as of a day',
    path: `${API}/country/sum`,
    body: (at) => ({ asOf: dayBefore(20 + at), ...filtersOf(at) }),
    floor: () => 'select 1',
  },
  {
    name: 'lines behind a sum',
    path: `${API}/explain/lines`,
    body: (at) => ({ amount: 'executed', currency: 'INR', limit: 50, ...filtersOf(at) }),
    floor: () => 'select 1',
  },
  {
    name: 'overview of a year',
    path: `${API}/overview`,
    body: (at) => ({ year: 2025 + (at % 2), asOf: dayBefore(1 + at) }),
    floor: () => 'select 1',
  },
]

try {
  const busy = load()
  const rows: Record<string, string>[] = []
  const goals: { what: string; value: number; goal: number; is: 'most'; unit: string }[] = []
  for (const { name, path, body, floor, goal } of cases) {
    const [session] = await sessionsOf(pool, 'in.finance', 1)
    // Warm-up: a newly started server compiles, and cold pages are not measured.
    for (let at = 0; at < 20; at += 1) await call(path, body(10_000 + at), session!)
    await pool.query('delete from list_figure')
    const times: number[] = []
    const floors: number[] = []
    for (let at = 0; at < CALLS; at += 1) {
      times.push(await call(path, body(at), session!))
      const began = performance.now()
      await pool.query(floor(at))
      floors.push(performance.now() - began)
    }
    const p99 = percentile(times, 0.99)
    rows.push({
      [`${LINES.toLocaleString('en')} lines, ${postings.toLocaleString('en')} postings`]: name,
      'HTTP p50 ms': median(times).toFixed(1),
      'p99 ms': p99.toFixed(1),
      'bare SQL p50': median(floors).toFixed(1),
      'its p99': percentile(floors, 0.99).toFixed(1),
    })
    if (goal !== undefined) goals.push({ what: `${name}, p99`, value: p99, goal, is: 'most', unit: 'ms' })
  }
  printTable(rows)
  await pool.query(`insert into budget_check (state, asked_at) values ('asked', product_now())`)
  const began = performance.now()
  await runNextCheck(
    workServices(pool, () => now),
    new AbortController().signal,
  )
  const whole = (performance.now() - began) / 1000
  const { rows: runs } = await pool.query<{ steps: StepState[]; differences: number }>(
    'select steps, differences from budget_check order by id desc limit 1',
  )
  const steps = runs[0]!.steps
  printTable(
    steps.map((step) => ({
      check: step.name,
      parts: step.total,
      seconds: (step.ms / 1000).toFixed(1),
      found: step.count,
    })),
  )
  console.log(`whole check ${whole.toFixed(0)} s; load before the calls ${busy}, after ${load()}`)
  goals.push({
    what: 'replay of all postings',
    value: (steps.find(({ name }) => name === 'replayed')?.ms ?? Number.NaN) / 1000,
    goal: GOALS.replay,
    is: 'most',
    unit: 's',
  })
  goals.push({ what: 'differences that the check found', value: runs[0]!.differences, goal: 0, is: 'most', unit: '' })
  printGoals(goals)
} finally {
  await server.close()
  await pool.end()
  await world.close()
  await database.close()
}
