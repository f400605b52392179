import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { PoolBudget, PoolBudgetContent } from './pool-budget.doc.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { type FundedPool, LAST_MONTH, type PoolArea, type PoolBudgetFacts } from './pool-budget.rules.ts'
import { holdMasters } from '../shared/master.queries.ts'

type Request = Pick<FactRequest<PoolBudget>, 'content' | 'documentId'>

interface AreaRow {
  readonly scope_id: number
  readonly idc_code: string
  readonly currency: string
  readonly period: PeriodState
  readonly pools: readonly string[]
}

const areaWithPools = prepared<AreaRow>(
  'budget.area-with-pools',
  `select a.organisation_id as scope_id, a.idc_code, a.currency,
     coalesce((select state from budget_period where area_id = a.id and year = $3 and month = $4), 'open') as period,
     array(select p.code from project_pool_area pa join project_pool p on p.code = pa.pool_code and p.enabled
       where pa.area_id = a.id and pa.pool_code = any ($2::text[])) as pools
   from area a where a.id = $1`,
)

export function areaRequest(content: PoolBudgetContent | null): Statement<AreaRow> {
  const codes = (content?.lines ?? []).flatMap((line) => line.projectPoolCode ?? [])
  return areaWithPools(content?.header.areaId ?? null, [...new Set(codes)], content?.header.year ?? null, LAST_MONTH)
}

export function readArea(areaId: number | null, [row]: readonly AreaRow[]): PoolArea | null {
  if (!row || areaId === null) return null
  const { scope_id: scopeId, idc_code: idcCode, currency, period, pools } = row
  return { areaId, scopeId, idcCode, currency, period, pools }
}

interface PoolRow {
  readonly id: string
  readonly code: string
  readonly avl: string
  readonly is_loaded: boolean
}

const POOL = `p.id, p.project_pool_code as code, a.avl, a.granted > 0 as is_loaded`
const poolsByContent = prepared<PoolRow>(
  'budget.pools-by-content',
  `select ${POOL} from budget_pool p join budget_account a on a.id = p.id
   where p.area_id = $1 and p.year = $2 and p.currency = $3 and p.project_pool_code = any ($4::text[])`,
)
const poolsOfDocument = prepared<PoolRow>(
  'budget.pools-of-document',
  `select ${POOL} from pool_budget d join pool_budget_line x on x.document_id = d.id and x.round = d.round
   join budget_pool p on p.area_id = d.area_id and p.year = d.year and p.currency = d.currency and p.project_pool_code = x.project_pool_code
   join budget_account a on a.id = p.id where d.id = $1 order by x.line_no`,
)

export function poolsRequest({ content, documentId }: Request): Statement<PoolRow> {
  if (!content) return poolsOfDocument(documentId)
  const { areaId, year, currency } = content.header
  const codes = content.lines.flatMap((line) => line.projectPoolCode ?? [])
  return poolsByContent(areaId, year, currency, [...new Set(codes)])
}

export function readPools(rows: readonly PoolRow[]): FundedPool[] {
  return rows.map(({ id, code, avl, is_loaded }) => ({
    code,
    account: id,
    available: amount(avl),
    isLoaded: is_loaded,
  }))
}

interface AskedRow {
  readonly line_no: number
  readonly project_pool_code: string
  readonly amount: string
}

const askedOfDocument = prepared<AskedRow>(
  'budget.asked-of-pools',
  `select x.line_no, x.project_pool_code, x.amount from pool_budget d
   join pool_budget_line x on x.document_id = d.id and x.round = d.round where d.id = $1 order by x.line_no`,
)
const sourceOfDocument = prepared<{ id: string }>(
  'budget.source-of-pools',
  `select s.id from budget_source s join pool_budget d on d.year = s.year and d.currency = s.currency
   where d.id = $1 and s.kind = 'source'`,
)

export const poolBudgetFacts: FactSpecs<PoolBudget, PoolBudgetFacts> = {
  area: {
    actions: ['save', 'submit'],
    sight: ofOrganisation,
    statement: ({ content }) => areaRequest(content),
    read: (rows: readonly AreaRow[], { content }) => readArea(content?.header.areaId ?? null, rows),
  },
  // Pools of the content, only within its area.
  pools: { actions: ['submit', 'approve'], sight: { accompanies: 'area' }, statement: poolsRequest, read: readPools },
  source: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }) => sourceOfDocument(documentId),
    read: ([row]: readonly { readonly id: string }[]) => row?.id ?? null,
  },
  asked: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }) => askedOfDocument(documentId),
    read: (rows: readonly AskedRow[]) =>
      rows.map((row) => ({ line: row.line_no, pool: row.project_pool_code, amount: amount(row.amount) })),
  },
}

/** Serialised for an area's year: after one first load, the next reads it as loaded. */
const holdLoads = prepared(
  'budget.hold-loads',
  `select pg_advisory_xact_lock(area_id, -year) as year from pool_budget where id = $1`,
)

export const poolBudgetLocks: RowLockSpec<PoolBudget> = {
  actions: ['submit', 'approve'],
  statement({ content, documentId }) {
    if (!content) return holdLoads(documentId)
    const { areaId, year } = content.header
    return holdMasters({ budgetDeptCode: null, year, month: LAST_MONTH }, [areaId], [])
  },
}
