import { labelKey } from '#kernel/document/content.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/money/money.ts'
import { budgetErrors } from './budget.errors.ts'
import {
  countryBudget,
  type CountryBudgetContent,
  type CountryBudgetHeader,
  type CountryBudgetLine,
} from './country-budget.doc.ts'

/** Which of the codes that an application names exist and belong to its area. */
export interface CheckedMaster {
  readonly areaId: number | null
  readonly scopeId: number | null
  readonly idcCode: string | null
  readonly currency: string | null
  readonly pool: boolean
  readonly department: boolean
  readonly region: boolean
  readonly countries: readonly string[]
  /** Those that the application's pool may fund. */
  readonly projects: readonly { readonly code: string; readonly country: string }[]
  /** `fscId|subBusiCode` */
  readonly businessTypes: readonly string[]
  readonly productLines: readonly { readonly code: string; readonly productClass: string }[]
}

/** A pool's account in the application's area, year and currency; null where HQ has not funded it. */
export interface PoolFact {
  readonly account: string
  readonly available: Amount
  readonly held: Amount
}

/** A budget line that exists, found by its code or by the key of an application's line. */
export interface LineFact {
  readonly account: string
  readonly budgetCode: string
  readonly key: string
  readonly areaId: number
  readonly year: number
  readonly month: number
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly productClass: string
  readonly currency: string
  readonly available: Amount
}

export interface CountryBudgetFacts {
  readonly master: CheckedMaster
  readonly pool: PoolFact | null
  readonly lines: readonly LineFact[]
}

type LineKey = Pick<CountryBudgetLine, 'countryCode' | 'projectCode' | 'fscId' | 'subBusiCode' | 'productLineCode'>

/** What makes two lines of one application the same budget. */
export function lineKey(line: LineKey): string {
  return [line.countryCode, line.projectCode, line.fscId, line.subBusiCode, line.productLineCode].join('|')
}

export function totalOf(content: CountryBudgetContent): Amount {
  return sumAmounts(content.lines.map((line) => amount(line.amount)))
}

/** The budget line that a line of the application means: the one it names, or the one of its key. */
export function lineFactsByRow(content: CountryBudgetContent, facts: CountryBudgetFacts): (LineFact | undefined)[] {
  const byCode = new Map(facts.lines.map((line) => [line.budgetCode, line]))
  const byKey = new Map(facts.lines.filter((line) => sameHeader(content.header, line)).map((line) => [line.key, line]))
  return content.lines.map((line) => (line.budgetCode ? byCode.get(line.budgetCode) : byKey.get(lineKey(line))))
}

/** All reasons to refuse an application as it stands now. Pure: the soft check and the submit ask the same. */
export function checkCountryBudget(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  return [
    ...checkHeader(content.header, facts.master),
    ...checkLineCodes(content, facts.master),
    ...checkDuplicates(content),
    ...checkBudgets(content, facts),
    ...checkAmounts(content, facts),
  ]
}

/** B23: pool, department, region and currency are those of the area. */
function checkHeader(header: CountryBudgetHeader, master: CheckedMaster): Refusal[] {
  const refusals: Refusal[] = []
  if (master.idcCode !== header.idcCode) refusals.push(budgetErrors.areaMismatch({}, { field: 'areaId' }))
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

function checkLineCodes(content: CountryBudgetContent, master: CheckedMaster): Refusal[] {
  const countries = new Set(master.countries)
  const projects = new Map(master.projects.map((project) => [project.code, project]))
  const businessTypes = new Set(master.businessTypes)
  const productLines = new Map(master.productLines.map((line) => [line.code, line.productClass]))
  const { header } = content
  return content.lines.flatMap((line, row) => {
    const refusals: Refusal[] = []
    if (!countries.has(line.countryCode))
      refusals.push(budgetErrors.countryNotOfArea({ country: line.countryCode }, { field: 'countryCode', row }))
    const project = projects.get(line.projectCode)
    if (!project || project.country !== line.countryCode) {
      refusals.push(budgetErrors.projectUnknown({ project: line.projectCode }, { field: 'projectCode', row }))
    }
    if (!businessTypes.has(`${line.fscId}|${line.subBusiCode}`)) {
      refusals.push(
        budgetErrors.businessTypeUnknown(
          { businessType: `${line.fscId} / ${line.subBusiCode}` },
          { field: 'fscId', row },
        ),
      )
    }
    const productClass = productLines.get(line.productLineCode)
    if (productClass === undefined) {
      refusals.push(
        budgetErrors.productLineUnknown({ productLine: line.productLineCode }, { field: 'productLineCode', row }),
      )
    } else if (productClass !== header.productClass) {
      refusals.push(
        budgetErrors.mixedProductClass({ productLine: line.productLineCode }, { field: 'productLineCode', row }),
      )
    }
    return refusals
  })
}

/** B6: a budget cannot be added to itself. */
function checkDuplicates(content: CountryBudgetContent): Refusal[] {
  const first = new Map<string, number>()
  return content.lines.flatMap((line, row) => {
    const key = lineKey(line)
    const before = first.get(key)
    if (before === undefined) first.set(key, row)
    return before === undefined
      ? []
      : [budgetErrors.duplicateLine({ first: before + 1 }, { field: 'countryCode', row })]
  })
}

const SHARED = ['projectPoolCode', 'budgetDeptCode', 'year', 'month', 'productClass', 'currency'] as const

function sameHeader(header: CountryBudgetHeader, line: LineFact): boolean {
  return SHARED.every((field) => line[field] === header[field]) && line.areaId === header.areaId
}

/** B7: the budgets that are named share pool, department, year, month and product class with the application. */
function checkBudgets(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  const byCode = new Map(facts.lines.map((line) => [line.budgetCode, line]))
  return content.lines.flatMap((line, row) => {
    if (!line.budgetCode) {
      return content.header.applyType === 'revoke'
        ? [budgetErrors.budgetRequired({}, { field: 'budgetCode', row })]
        : []
    }
    const { budgetCode } = line
    const budget = byCode.get(budgetCode)
    if (!budget || budget.areaId !== content.header.areaId)
      return [budgetErrors.budgetUnknown({ budgetCode }, { field: 'budgetCode', row })]
    const different = SHARED.find((field) => budget[field] !== content.header[field])
    if (different) {
      return [
        budgetErrors.mixedBudgets(
          { budgetCode, field: labelKey(countryBudget, 'fields', different) },
          { field: 'budgetCode', row },
        ),
      ]
    }
    return budget.key === lineKey(line)
      ? []
      : [budgetErrors.budgetDiffers({ budgetCode }, { field: 'budgetCode', row })]
  })
}

/** B1: a grant takes no more than its pool has, a revoke no more than its line has. */
function checkAmounts(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  const { header } = content
  const { currency } = header
  if (header.applyType === 'grant') {
    if (!facts.pool) return [budgetErrors.poolNotFunded({ currency, year: header.year }, { field: 'projectPoolCode' })]
    const total = totalOf(content)
    return total.gt(facts.pool.available)
      ? [
          budgetErrors.exceedsPool(
            { amount: amountText(total), available: amountText(facts.pool.available), currency },
            { field: 'totalAmount' },
          ),
        ]
      : []
  }
  const byRow = lineFactsByRow(content, facts)
  return content.lines.flatMap((line, row) => {
    const available = byRow[row]?.available ?? zero
    return byRow[row] && amount(line.amount).gt(available)
      ? [
          budgetErrors.exceedsLine(
            { amount: line.amount, available: amountText(available), currency },
            { field: 'amount', row },
          ),
        ]
      : []
  })
}
