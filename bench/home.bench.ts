// The figures of the home page among a million documents and tasks, against bare look-ups by key.
import type pg from 'pg'
import { holding, type Principal } from '#kernel/platform/access/principal.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { type QueryPage, readPage } from '#kernel/platform/db/page.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { listPage } from '#kernel/engine/document/list/list-query.ts'
import { ownCounts } from '#kernel/engine/document/routes/my-documents.routes.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { benchDatabase } from './lib/database.ts'
import { load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const DOCUMENTS = setting('BENCH_LINES', 1_000_000, 2000)
const CALLS = 20
const GOAL_MS = 50

/** Two hundred people in fifty organisations; each raised five thousand documents and was given five thousand tasks. */
const COMPANY = [
  `insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
   select 1000 + g, 'X' || g, (select id from organisation where parent_id is null), 'x', 'x', 'country', 'UTC+05:30', 'en', 'INR'
   from generate_series(1, 50) g`,
  `insert into app_user (account, name_zh, name_en, job_title) select 'u' || g, 'x', 'x', 'x' from generate_series(1, 200) g`,
  'set session_replication_role = replica',
  `insert into country_budget (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, apply_type, level, funded_by,
     idc_code, area_id, year, month, budget_dept_code, project_pool_code, product_class, currency, reason, source, total_amount)
   select g, 'CB2026' || lpad((g % 12 + 1)::text, 2, '0') || lpad((g / 12)::text, 5, '0'),
     (array['draft', 'underApproval', 'approved', 'rejected'])[1 + (g / 200) % 4], 1, 1, 1001 + g % 50, 1 + g % 200, 1, product_now(), product_now(), 'grant', 'country', 'pool',
     'IN', 2, 2026, 11, 'D', 'P', 'phone', 'INR', 'r', 'typed', 10 from generate_series(1, ${DOCUMENTS}) g`,
  `insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, updated_at)
   select id, 'countryBudget', no, scope_id, drafter_id, state, round, updated_at from country_budget`,
  `insert into approval_task (document_id, round, document_type, step, user_id, state, summary, created_at)
   select g, 1, 'countryBudget', 0, 1 + (g * 7) % 200, (array['open', 'done', 'cancelled'])[1 + g % 3], '{}', product_now()
   from generate_series(1, ${DOCUMENTS}) g`,
  'vacuum analyze country_budget, document, approval_task, app_user, organisation',
]

/** Person 5 raised every 200th document from the fifth on, in organisation 1006. */
const mine: Principal = {
  userId: 6,
  account: 'u6',
  name: 'u6',
  superAdmin: false,
  roles: [],
  ...holding([countryBudget.viewRight], [1006, 1007, 1008]),
  sessionId: '',
  timezone: 'UTC+05:30',
}
const everything: Principal = { ...mine, ...holding([countryBudget.viewRight], 'all') }
const tasksByType = {
  text: `select document_type, count(*)::int as total, min(created_at) as oldest from approval_task
    where user_id = $1 and state = 'open' group by document_type order by min(created_at)`,
  values: [6],
}
const byKey = { text: 'select id, no, state from country_budget where id = $1', values: [DOCUMENTS >> 1] }

const measured: readonly (readonly [what: string, statement: Statement | QueryPage<unknown>])[] = [
  ['my documents by type and state, one country', ownCounts([countryBudget], mine)],
  ['my documents by type and state, everything', ownCounts([countryBudget], everything)],
  ['the list behind one of them', listPage(countryBudget, mine, { drafter: 'u6', state: 'approved' })],
  ['my tasks by type', tasksByType],
  ['a row by its key (floor)', byKey],
]

async function milliseconds(pool: pg.Pool, asked: Statement | QueryPage<unknown>): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    await reading(pool, (tx) => ('ids' in asked ? readPage(tx, asked) : tx.rows(asked)))
    times.push(performance.now() - began)
  }
  return median(times)
}

const database = await benchDatabase('home')
const pool = createPool({ databaseUrl: database.url, max: 1, name: 'bench' })
try {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  for (const text of COMPANY) await client.query(text)
  client.release(true)
  const before = load()
  const rounds: number[][] = measured.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, [, statement]] of measured.entries()) rounds[at]?.push(await milliseconds(pool, statement))
  const results = measured.map(([what], at) => ({ what, ms: median(rounds[at] ?? []) }))
  printTable(results.map(({ what, ms }) => ({ what, 'ms (median)': ms.toFixed(2), load: before })))
  printGoals(
    results.slice(0, -1).map(({ what, ms }) => ({
      what,
      value: ms,
      goal: GOAL_MS,
      is: 'most' as const,
      unit: 'ms',
      floor: `a row by its key ${results.at(-1)!.ms.toFixed(2)} ms`,
    })),
  )
} finally {
  await pool.end()
  await database.close()
}
