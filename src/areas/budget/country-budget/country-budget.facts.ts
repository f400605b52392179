import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { CountryBudget } from './country-budget.doc.ts'
import { type BudgetKey, parentKey } from '../budget-line/budget-line.rules.ts'
import { type CountryBudgetFacts, isFromProjects, type PoolFact } from './country-budget.rules.ts'
import {
  type LineRow,
  linesOfDocument,
  linesRequest,
  masterRequest,
  readLines,
  readMaster,
} from './line-facts.server.ts'
import { holdMasters } from '../shared/master.queries.ts'

type Request = FactRequest<CountryBudget>

interface PoolRow {
  readonly id: string
  readonly avl: string
  readonly hld: string
  readonly scope_id: number
}

const POOL = `select p.id, p.scope_id, a.avl, a.hld from budget_pool p join budget_account a on a.id = p.id`
/** By the area that the caller's access was checked for, never by other fields of the content. */
const poolByContent = prepared<PoolRow>(
  'budget.pool-by-content',
  `${POOL} where p.area_id = $1 and p.project_pool_code = $2 and p.year = $3 and p.currency = $4`,
)
const poolByDocument = prepared<PoolRow>(
  'budget.pool-by-document',
  `${POOL} join country_budget d on p.area_id = d.area_id and p.project_pool_code = d.project_pool_code
     and p.year = d.year and p.currency = d.currency where d.id = $1`,
)

export function poolRequest({ content, documentId }: Pick<Request, 'content' | 'documentId'>): Statement<PoolRow> {
  if (!content) return poolByDocument(documentId)
  const { header } = content
  return poolByContent(header.areaId, header.projectPoolCode, header.year, header.currency)
}

export function readPool([row]: readonly PoolRow[]): PoolFact | null {
  return row ? { account: row.id, available: amount(row.avl), held: amount(row.hld) } : null
}

const storedLines = linesOfDocument('country_budget')

export function budgetsRequest({ content, documentId }: Pick<Request, 'content' | 'documentId'>): Statement<LineRow> {
  if (!content) return storedLines(documentId)
  const { header, lines } = content
  return linesRequest(
    header,
    lines.map((line) => line.budgetCode),
    isFromProjects(header) ? [...lines, ...parentsOf(lines)] : lines,
  )
}

/** The project budgets that may fund lines, each once: a thousand lines may share one. */
function parentsOf(lines: readonly BudgetKey[]): BudgetKey[] {
  return [...new Map(lines.map((line) => [parentKey(line), { ...line, countryCode: null }])).values()]
}

const sourceByDocument = prepared<{ id: string }>(
  'budget.source-by-document',
  `select s.id from budget_source s join country_budget d on d.year = s.year and d.currency = s.currency
   where d.id = $1 and s.kind = 'source' and d.apply_type in ('initialLoad', 'supplement')`,
)

export const countryBudgetFacts: FactSpecs<CountryBudget, CountryBudgetFacts> = {
  master: {
    actions: ['save', 'submit'],
    statement: ({ content }) => masterRequest(content),
    sight: ofOrganisation,
    read: (rows, { content }) => readMaster(content?.header.areaId ?? null, rows),
  },
  pool: {
    actions: ['submit', 'approve', 'reject', 'return', 'terminate', 'withdraw'],
    sight: ofOrganisation,
    statement: poolRequest,
    read: readPool,
  },
  source: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }) => sourceByDocument(documentId),
    read: ([row]: readonly { readonly id: string }[]) => row?.id ?? null,
  },
  // Budgets of the content, only within its area.
  lines: {
    actions: ['submit', 'approve'],
    sight: { accompanies: 'master' },
    statement: budgetsRequest,
    read: readLines,
  },
}

export const countryBudgetLocks: RowLockSpec<CountryBudget> = {
  actions: ['submit'],
  statement: ({ content }) =>
    holdMasters(
      content?.header,
      content ? [content.header.areaId] : [],
      (content?.lines ?? []).map((line) => line.projectCode),
    ),
}
