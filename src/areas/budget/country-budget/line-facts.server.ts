import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type {
  BudgetHeader,
  BudgetKey,
  BudgetLevel,
  CheckedMaster,
  BudgetLineFact,
  SharedKey,
} from '../budget-line/budget-line.rules.ts'
import { masterFacts, type MasterFacts as MasterRow } from '../shared/master.queries.ts'

// The facts for checking every document over budget lines.

/** An unchecked document: any part may be missing. */
export interface RequestedLines<L> {
  readonly header: BudgetHeader
  readonly lines: readonly L[]
}

export const NO_AREA: CheckedMaster = {
  areaId: null,
  scopeId: null,
  idcCode: null,
  currency: null,
  period: 'open',
  pool: false,
  department: false,
  region: false,
  countries: [],
  projects: [],
  businessTypes: [],
  productLines: [],
}

const unique = (values: readonly string[]) => [...new Set(values)]

/** Reads only the codes in the document, so the answer is small however large the master data is. */
export function masterRequest(content: RequestedLines<BudgetKey> | null): Statement<MasterRow> {
  const header = content?.header
  const lines = content?.lines ?? []
  const types = unique(lines.map((line) => `${line.fscId}|${line.subBusiCode}`)).map((pair) => pair.split('|'))
  return masterFacts(
    header?.areaId ?? null,
    header?.projectPoolCode ?? null,
    header?.budgetDeptCode ?? null,
    header?.regionCode ?? null,
    unique(lines.flatMap((line) => line.countryCode ?? [])),
    unique(lines.map((line) => line.projectCode)),
    types.map(([fscId]) => fscId ?? ''),
    types.map(([, sub]) => sub ?? ''),
    unique(lines.map((line) => line.productLineCode)),
    header?.year ?? null,
    header?.month ?? null,
  )
}

export function readMaster(areaId: number | null, [row]: readonly MasterRow[]): CheckedMaster {
  if (!row) return NO_AREA
  return {
    areaId: areaId,
    scopeId: row.scope_id,
    idcCode: row.idc_code,
    currency: row.currency,
    period: row.period,
    pool: row.pool_ok,
    department: row.dept_ok,
    region: row.region_ok,
    countries: row.countries,
    projects: row.projects.map((code, index) => ({ code, country: row.project_countries[index] ?? '' })),
    businessTypes: row.business_types,
    productLines: row.product_lines.map((code, index) => ({ code, productClass: row.product_classes[index] ?? '' })),
  }
}

/** `SharedKey` as it is stored. */
export interface SharedKeyRow {
  readonly area_id: number
  readonly year: number
  readonly month: number
  readonly budget_dept_code: string
  readonly project_pool_code: string
  readonly product_class: string
  readonly currency: string
}

export interface LineRow extends SharedKeyRow {
  readonly id: string
  readonly code: string
  readonly avl: string
  readonly level: BudgetLevel
  readonly state: string
  readonly parent_id: string | null
  readonly key: string
  readonly asked?: string
}

const LINE = `l.id, l.code, l.area_id, l.year, l.month, l.budget_dept_code, l.project_pool_code, l.product_class, l.currency, a.avl,
  l.level, l.state, l.parent_id, concat_ws('|', l.country_code, l.project_code, l.fsc_id, l.sub_busi_code, l.product_line_code) as key`

/**
 * The key of one line, behind `offset 0`: each line is then looked up by the whole key. As a plain join the planner,
 * without statistics on 10,000 newly planned lines, compares all of them with each other.
 */
const sameLine = (line: string) =>
  `and l.country_code = coalesce(${line}.country_code, '') ${[
    'project_code',
    'fsc_id',
    'sub_busi_code',
    'product_line_code',
  ]
    .map((column) => `and l.${column} = ${line}.${column}`)
    .join(' ')}`

/**
 * Budgets by the codes in lines, and by every line's key. Both within the area: a code of another area is unknown, or a
 * refusal would reveal its balance.
 */
const linesByContent = prepared<LineRow>(
  'budget.lines-by-content',
  `select ${LINE} from budget_line l join budget_account a on a.id = l.id where l.code = any (${keptArray(1, 'text')}) and l.area_id = $7
   union
   select ${LINE} from unnest(${[2, 3, 4, 5, 6].map((value) => keptArray(value, 'text')).join(', ')})
       w (country_code, project_code, fsc_id, sub_busi_code, product_line_code)
     cross join lateral (select * from budget_line l where l.area_id = $7 and l.year = $8 and l.month = $9
       and l.project_pool_code = $10 and l.budget_dept_code = $11 and l.product_class = $12 and l.currency = $13
       ${sameLine('w')} offset 0) l
     join budget_account a on a.id = l.id`,
)

/** The budgets of a document by code, and by the keys of its lines, within the header's area and period. */
export function linesRequest(
  header: BudgetHeader,
  codes: readonly (string | null)[],
  keys: readonly BudgetKey[],
): Statement<LineRow> {
  return linesByContent(
    unique(codes.flatMap((code) => code ?? [])),
    keys.map((line) => line.countryCode),
    keys.map((line) => line.projectCode),
    keys.map((line) => line.fscId),
    keys.map((line) => line.subBusiCode),
    keys.map((line) => line.productLineCode),
    header.areaId,
    header.year,
    header.month,
    header.projectPoolCode,
    header.budgetDeptCode,
    header.productClass,
    header.currency,
  )
}

/** The budgets of a stored document's lines, in line order. This column holds the area. */
export function linesOfDocument(table: string, area = 'area_id') {
  return prepared<LineRow>(
    `budget.lines-of-${table}`,
    `select ${LINE}, x.amount as asked from ${table} d join ${table}_line x on x.document_id = d.id and x.round = d.round
     cross join lateral (select * from budget_line l where l.area_id = d.${area} and l.year = d.year and l.month = d.month
       and l.project_pool_code = d.project_pool_code and l.budget_dept_code = d.budget_dept_code
       and l.product_class = d.product_class and l.currency = d.currency ${sameLine('x')} offset 0) l
     join budget_account a on a.id = l.id
   where d.id = $1 order by x.line_no`,
  )
}

export function readSharedKey(row: SharedKeyRow): SharedKey {
  return {
    areaId: row.area_id,
    year: row.year,
    month: row.month,
    budgetDeptCode: row.budget_dept_code,
    projectPoolCode: row.project_pool_code,
    productClass: row.product_class,
    currency: row.currency,
  }
}

export function readLines(rows: readonly LineRow[]): BudgetLineFact[] {
  return rows.map((row) => ({
    account: row.id,
    budgetCode: row.code,
    key: row.key,
    ...readSharedKey(row),
    available: amount(row.avl),
    level: row.level,
    isPlanned: row.state === 'planned',
    parent: row.parent_id,
    ...(row.asked === undefined ? {} : { asked: amount(row.asked) }),
  }))
}
