import { labelKey } from '#kernel/document/content.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/money/money.ts'
import { budgetErrors } from './budget.errors.ts'
import {
  type CheckedMaster,
  checkHeader,
  checkLineCodes,
  type LineFact,
  lineKey,
  sameHeader,
  SHARED,
} from './budget-line.rules.ts'
import { countryBudget, type CountryBudgetContent } from './country-budget.doc.ts'

/** A pool's account in the application's area, year and currency; null where HQ has not funded it. */
export interface PoolFact {
  readonly account: string
  readonly available: Amount
  readonly held: Amount
}

export interface CountryBudgetFacts {
  readonly master: CheckedMaster
  readonly pool: PoolFact | null
  readonly lines: readonly LineFact[]
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
    ...checkLineCodes(content.header, content.lines, facts.master),
    ...checkDuplicates(content),
    ...checkBudgets(content, facts),
    ...checkAmounts(content, facts),
  ]
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
