import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { withinScope } from '#kernel/platform/access/scoped.ts'
import { prepared, qb } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { nameIn } from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { amountOfColumn } from '../explain/account-amounts.server.ts'
import { differencesIn, type StepState } from './self-check.work.ts'

const VIEW = 'budget.check.view'
const RUN = 'budget.check.run'
const textOrNone = Type.Union([text, Type.Null()])

/** Runs shown besides the latest. */
const SHOWN = 12

interface RunRow {
  readonly id: string
  readonly state: 'asked' | 'running' | 'done' | 'failed'
  readonly requested_by_zh: string | null
  readonly requested_by_en: string | null
  readonly asked_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly steps: readonly StepState[]
  readonly differences: number | null
}

const latestRuns = prepared<RunRow>(
  'budget.check-runs',
  `select c.id, c.state, u.name_zh as requested_by_zh, u.name_en as requested_by_en, c.asked_at, c.started_at, c.ended_at, c.steps, c.differences
   from budget_check c left join app_user u on u.id = c.requested_by order by c.id desc limit $1`,
)
const ask = prepared<{ id: string }>(
  'budget.check-ask',
  `insert into budget_check (state, requested_by, asked_at) select 'asked', $1, $2
   where not exists (select from budget_check where state in ('asked', 'running')) returning id`,
)

const findingSchema = Type.Object({
  budgetCode: textOrNone,
  pool: textOrNone,
  name: text,
  documentType: textOrNone,
  documentNo: textOrNone,
  amount: text,
  cached: text,
  expected: text,
  currency: textOrNone,
})

const runSchema = Type.Object({
  id: text,
  state: Type.Union([Type.Literal('asked'), Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  requestedBy: Type.Union([text, Type.Null()], { description: 'null: the night' }),
  askedAt: text,
  startedAt: textOrNone,
  endedAt: textOrNone,
  differences: Type.Union([Type.Integer(), Type.Null()]),
  steps: Type.Array(
    Type.Object({
      name: text,
      state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('done')]),
      done: Type.Integer(),
      total: Type.Integer(),
      ms: Type.Integer(),
      count: Type.Integer(),
      findings: Type.Array(findingSchema),
    }),
  ),
})

interface Named {
  readonly id: string
  readonly budgetCode: string | null
  readonly pool: string | null
  readonly name: string
  readonly currency: string
}

/** Budgets and pools among these accounts that the caller may see. */
function accountsSeen(principal: Principal, language: Language, ids: readonly string[]) {
  const lines = qb
    .selectFrom('budget_line as l')
    .leftJoin('project as p', 'p.code', 'l.project_code')
    .select([
      'l.id',
      sql<string | null>`l.code`.as('budgetCode'),
      sql<string | null>`null::text`.as('pool'),
      sql<string>`coalesce(${nameIn(language, 'p')}, l.project_code)`.as('name'),
      'l.currency',
    ])
    .where(sql<SqlBool>`l.id = any(${ids}::bigint[])`)
    .where(sql<SqlBool>`${withinScope(principal.scope, 'l.scope_id')}`)
  const pools = qb
    .selectFrom('budget_pool as o')
    .innerJoin('area as r', 'r.id', 'o.area_id')
    .leftJoin('project_pool as p', 'p.code', 'o.project_pool_code')
    .select([
      'o.id',
      sql<string | null>`null::text`.as('budgetCode'),
      sql<string | null>`concat_ws('/', r.idc_code, o.project_pool_code, o.year, o.currency)`.as('pool'),
      sql<string>`o.project_pool_code || ' / ' || coalesce(${nameIn(language, 'p')}, '')`.as('name'),
      'o.currency',
    ])
    .where(sql<SqlBool>`o.id = any(${ids}::bigint[])`)
    .where(sql<SqlBool>`${withinScope(principal.scope, 'o.scope_id')}`)
  return lines.unionAll(pools)
}

/** Findings on accounts that the reader may not see are hidden, including their number; people who see everything see all. */
async function stepsFor(tx: Tx, principal: Principal, language: Language, steps: readonly StepState[]) {
  const ids = [...new Set(steps.flatMap(({ findings }) => findings.flatMap(({ account }) => account ?? [])))]
  const seen = ids.length > 0 ? await tx.rows<Named>(accountsSeen(principal, language, ids)) : []
  const named = new Map(seen.map((row) => [row.id, row]))
  return steps.map((step) => {
    const findings = step.findings.flatMap((finding) => {
      const account = finding.account === null ? undefined : named.get(finding.account)
      if (!account && principal.scope !== 'all') return []
      return [
        {
          budgetCode: account?.budgetCode ?? null,
          pool: account?.pool ?? null,
          name: account?.name ?? (finding.account === null ? '' : `#${finding.account}`),
          documentType: finding.documentType ?? null,
          documentNo: finding.documentNo ?? null,
          amount: amountOfColumn(finding.column),
          cached: finding.cached,
          expected: finding.expected,
          currency: account?.currency ?? null,
        },
      ]
    })
    return { ...step, findings, count: principal.scope === 'all' ? step.count : findings.length }
  })
}

const latest = defineRoute({
  method: 'POST',
  path: '/aps/budget/check/latest',
  right: VIEW,
  summary: 'The latest runs of the checks of the budget ledger, the newest with what it found',
  mode: 'read',
  body: Type.Object({}),
  data: Type.Object({ runs: Type.Array(runSchema) }),
  async handler(tx, { principal, language }) {
    const rows = await tx.rows(latestRuns(SHOWN))
    const read = await Promise.all(
      rows.map(async (row) => ({ row, steps: await stepsFor(tx, principal, language, row.steps) })),
    )
    return {
      runs: read.map(({ row, steps }) => ({
        id: row.id,
        state: row.state,
        requestedBy: (language === 'zh' ? row.requested_by_zh : row.requested_by_en) ?? null,
        askedAt: row.asked_at.toISOString(),
        startedAt: row.started_at?.toISOString() ?? null,
        endedAt: row.ended_at?.toISOString() ?? null,
        differences: row.differences === null ? null : differencesIn(steps),
        steps,
      })),
    }
  },
})

const run = defineRoute({
  method: 'POST',
  path: '/aps/budget/check/run',
  right: RUN,
  summary: 'Have the budget ledger checked now; where a run is under way, that one goes on',
  mode: 'write',
  body: Type.Object({}),
  data: Type.Object({ started: Type.Boolean() }),
  async handler(tx, { principal, now }) {
    return { started: (await tx.first(ask(principal.userId, now))) !== undefined }
  },
})

export const selfCheckRoutes: readonly Route[] = [latest, run]
