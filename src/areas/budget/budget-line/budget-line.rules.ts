import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'

// The facts and checks common to all documents over budget lines: grants, revokes, transfers.

/** The document's codes that exist and belong to its area. */
export interface CheckedMaster {
  readonly areaId: number | null
  readonly scopeId: number | null
  readonly idcCode: string | null
  readonly currency: string | null
  /** Of the document's month in the area. */
  readonly period: PeriodState
  readonly pool: boolean
  readonly department: boolean
  readonly region: boolean
  readonly countries: readonly string[]
  /** Projects that the document's pool may fund. */
  readonly projects: readonly { readonly code: string; readonly country: string }[]
  /** `fscId|subBusiCode` */
  readonly businessTypes: readonly string[]
  readonly productLines: readonly { readonly code: string; readonly productClass: string }[]
}

/** The values that all budgets of one document have in common (B7). */
export interface SharedKey {
  readonly areaId: number
  readonly year: number
  readonly month: number
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly productClass: string
  readonly currency: string
}

/** An existing budget line, found by code or by the key of a document's line. */
export interface BudgetLineFact extends SharedKey {
  readonly account: string
  readonly budgetCode: string
  readonly key: string
  readonly available: Amount
  readonly level: BudgetLevel
  /** Named by a document in approval, but not funded yet. */
  readonly isPlanned: boolean
  /** The project budget that funds it; null: its pool. */
  readonly parent: string | null
  /** Amount requested by the line of a stored document. */
  readonly asked?: Amount
}

/** A project budget belongs to an area without a country; country budgets may be drawn from it. */
export type BudgetLevel = 'project' | 'country'

/** The key of a line's budget, within its header. */
export interface BudgetKey {
  /** None: a project budget. */
  readonly countryCode: string | null
  readonly projectCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productLineCode: string
}

/** Two lines of a document with the same key are the same budget. */
export function lineKey(line: BudgetKey): string {
  return [line.countryCode, line.projectCode, line.fscId, line.subBusiCode, line.productLineCode].join('|')
}

/** The project of a budget with this key. */
export function projectIn(key: string): string {
  return key.split('|')[1] ?? ''
}

/** The project budget that may fund this line's budget: the same key without the country. */
export function parentKey(line: BudgetKey): string {
  return lineKey({ ...line, countryCode: null })
}

/** The header of a document over budgets. */
export interface BudgetHeader extends SharedKey {
  readonly idcCode: string
  readonly regionCode?: string | null
}

/** No new document is accepted for a month in closing; documents in approval continue, since this rule is not checked for them. */
export function checkPeriod({ year, month }: Pick<BudgetHeader, 'year' | 'month'>, period: PeriodState): Refusal[] {
  return period === 'open' ? [] : [budgetErrors.periodClosed({ year, month }, { field: 'month' })]
}

/** B23: pool, department, region and currency belong to the area; its month is open. */
export function checkHeader(header: BudgetHeader, master: CheckedMaster): Refusal[] {
  const refusals: Refusal[] = []
  if (master.idcCode !== header.idcCode) refusals.push(budgetErrors.areaMismatch({}, { field: 'areaId' }))
  refusals.push(...checkPeriod(header, master.period))
  if (!master.pool)
    refusals.push(budgetErrors.poolNotOfArea({ pool: header.projectPoolCode }, { field: 'projectPoolCode' }))
  if (!master.department)
    refusals.push(budgetErrors.departmentNotOfArea({ department: header.budgetDeptCode }, { field: 'budgetDeptCode' }))
  if (header.regionCode && !master.region)
    refusals.push(budgetErrors.regionNotOfArea({ region: header.regionCode }, { field: 'regionCode' }))
  if (master.currency && master.currency !== header.currency) {
    refusals.push(
      budgetErrors.currencyNotOfArea({ currency: header.currency, expected: master.currency }, { field: 'currency' }),
    )
  }
  return refusals
}

/** The codes of each line exist, belong to the area and fit together. The document type decides whether a country is required. */
export function checkLineCodes(
  { productClass: wanted }: Pick<BudgetHeader, 'productClass'>,
  lines: readonly BudgetKey[],
  master: CheckedMaster,
): Refusal[] {
  const countries = new Set(master.countries)
  const projects = new Map(master.projects.map((project) => [project.code, project]))
  const businessTypes = new Set(master.businessTypes)
  const productLines = new Map(master.productLines.map((line) => [line.code, line.productClass]))
  return lines.flatMap((line, row) => {
    const refusals: Refusal[] = []
    if (line.countryCode && !countries.has(line.countryCode))
      refusals.push(budgetErrors.countryNotOfArea({ country: line.countryCode }, { field: 'countryCode', row }))
    const project = projects.get(line.projectCode)
    if (!project || (line.countryCode && project.country !== line.countryCode)) {
      refusals.push(budgetErrors.projectUnknown({ project: line.projectCode }, { field: 'projectCode', row }))
    }
    if (!businessTypes.has(`${line.fscId}|${line.subBusiCode}`)) {
      refusals.push(
        budgetErrors.businessTypeUnknown(
          // A pasted text may be only one of the two codes.
          { businessType: [line.fscId, line.subBusiCode].filter(Boolean).join(' / ') },
          { field: 'fscId', row },
        ),
      )
    }
    const productClass = productLines.get(line.productLineCode)
    if (productClass === undefined) {
      refusals.push(
        budgetErrors.productLineUnknown({ productLine: line.productLineCode }, { field: 'productLineCode', row }),
      )
    } else if (productClass !== wanted) {
      refusals.push(
        budgetErrors.mixedProductClass({ productLine: line.productLineCode }, { field: 'productLineCode', row }),
      )
    }
    return refusals
  })
}

/** B7 */
export const SHARED = ['projectPoolCode', 'budgetDeptCode', 'year', 'month', 'productClass', 'currency'] as const

export function sameHeader(header: BudgetHeader, line: BudgetLineFact): boolean {
  return SHARED.every((field) => line[field] === header[field]) && line.areaId === header.areaId
}

interface Taking {
  readonly header: { readonly currency: string }
  readonly lines: readonly { readonly amount: string }[]
}

/** B1: lines with the same source together take no more than it has; the refusal is at the line that exceeds it. */
export function checkTaken(
  { header: { currency }, lines }: Taking,
  sources: readonly (BudgetLineFact | undefined)[],
): Refusal[] {
  const taken = new Map<string, Amount>()
  return lines.flatMap((line, row) => {
    const source = sources[row]
    if (!source) return []
    const total = (taken.get(source.account) ?? zero).plus(amount(line.amount))
    taken.set(source.account, total)
    return total.gt(source.available)
      ? [
          budgetErrors.exceedsLine(
            { amount: amountText(total), available: amountText(source.available), currency },
            { field: 'amount', row },
          ),
        ]
      : []
  })
}
