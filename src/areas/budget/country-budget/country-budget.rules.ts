import { labelKey } from '#kernel/engine/definition/content.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Amount, amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import {
  type BudgetLevel,
  type CheckedMaster,
  checkHeader,
  checkLineCodes,
  checkTaken,
  type BudgetLineFact,
  lineKey,
  parentKey,
  projectIn,
  sameHeader,
  SHARED,
} from '../budget-line/budget-line.rules.ts'
import { countryBudget, type CountryBudgetContent, type CountryBudgetHeader } from './country-budget.doc.ts'

/** A pool's account in the application's area, year and currency; null where HQ has not funded it. */
export interface PoolFact {
  readonly account: string
  readonly available: Amount
  readonly held: Amount
}

export interface CountryBudgetFacts {
  readonly master: CheckedMaster
  readonly pool: PoolFact | null
  /** Headquarters' funding account of the year; null until it was first used. */
  readonly source: string | null
  /** The budgets of the lines, and the project budgets that may fund them. */
  readonly lines: readonly BudgetLineFact[]
}

type Kind = Pick<CountryBudgetHeader, 'applyType' | 'level' | 'fundedBy'>

/** The level of its budgets, by default country budgets. */
export function levelOf({ level }: Pick<Kind, 'level'>): BudgetLevel {
  return level ?? 'country'
}

/** It brings new money of headquarters and uses nothing of the pool. */
export function isLoad({ applyType }: Pick<Kind, 'applyType'>): boolean {
  return applyType === 'initialLoad' || applyType === 'supplement'
}

/** A grant to countries from their projects' budgets; every other grant is from the pool. */
export function isFromProjects(header: Kind): boolean {
  return header.applyType === 'grant' && levelOf(header) === 'country' && header.fundedBy === 'project'
}

export function totalOf(content: CountryBudgetContent): Amount {
  return sumAmounts(content.lines.map((line) => amount(line.amount)))
}

/** The budget line of an application's line: by its code, or by its key. */
export function lineFactsByRow(
  content: CountryBudgetContent,
  facts: Pick<CountryBudgetFacts, 'lines'>,
): (BudgetLineFact | undefined)[] {
  const byCode = new Map(facts.lines.map((line) => [line.budgetCode, line]))
  const byKey = new Map(facts.lines.filter((line) => sameHeader(content.header, line)).map((line) => [line.key, line]))
  return content.lines.map((line) => (line.budgetCode ? byCode.get(line.budgetCode) : byKey.get(lineKey(line))))
}

/** The funded project budget that each line may be drawn from. */
export function parentsByRow(
  content: CountryBudgetContent,
  facts: Pick<CountryBudgetFacts, 'lines'>,
): (BudgetLineFact | undefined)[] {
  const byKey = new Map(
    facts.lines.filter((line) => !line.isPlanned && sameHeader(content.header, line)).map((line) => [line.key, line]),
  )
  return content.lines.map((line) => byKey.get(parentKey(line)))
}

/** All current refusals of an application. Pure: shared by soft check and submit. */
export function checkCountryBudget(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  return [
    ...checkHeader(content.header, facts.master),
    ...checkLevel(content),
    ...checkLineCodes(content.header, content.lines, facts.master),
    ...checkDuplicates(content),
    ...checkBudgets(content, facts),
    ...checkFunding(content, facts),
    ...checkAmounts(content, facts),
  ]
}

/** A project budget has no country, any other has one; only country budgets are funded by projects. */
function checkLevel({ header, lines }: CountryBudgetContent): Refusal[] {
  const isOfProjects = levelOf(header) === 'project'
  const refusals: Refusal[] = []
  if (isOfProjects && header.applyType === 'grant' && header.fundedBy === 'project')
    refusals.push(budgetErrors.projectFromPool({}, { field: 'fundedBy' }))
  for (const [row, { countryCode }] of lines.entries()) {
    const at = { field: 'countryCode', row }
    if (isOfProjects && countryCode) refusals.push(budgetErrors.projectHasNoCountry({}, at))
    if (!isOfProjects && !countryCode)
      refusals.push(documentErrors.required({ field: labelKey(countryBudget, 'lineFields', 'countryCode') }, at))
  }
  return refusals
}

/** B6: a budget cannot occur twice. */
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

/** B7: the named budgets share pool, department, year, month and product class with the application. */
function checkBudgets(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  const byCode = new Map(facts.lines.map((line) => [line.budgetCode, line]))
  return content.lines.flatMap((line, row) => {
    const at = { field: 'budgetCode', row }
    if (!line.budgetCode) return content.header.applyType === 'revoke' ? [budgetErrors.budgetRequired({}, at)] : []
    const { budgetCode } = line
    const budget = byCode.get(budgetCode)
    if (!budget || budget.areaId !== content.header.areaId) return [budgetErrors.budgetUnknown({ budgetCode }, at)]
    if (budget.level !== levelOf(content.header)) return [budgetErrors.otherLevel({ budgetCode }, at)]
    const different = SHARED.find((field) => budget[field] !== content.header[field])
    if (different) {
      return [budgetErrors.mixedBudgets({ budgetCode, field: labelKey(countryBudget, 'fields', different) }, at)]
    }
    return budget.key === lineKey(line) ? [] : [budgetErrors.budgetDiffers({ budgetCode }, at)]
  })
}

/** A budget's first funding source is permanent; a first load comes before any supplement. */
function checkFunding(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  const { header } = content
  if (header.applyType === 'revoke') return []
  const known = lineFactsByRow(content, facts)
  const parents = parentsByRow(content, facts)
  return content.lines.flatMap((line, row) => {
    const at = { field: 'projectCode', row }
    const parent = parents[row]
    if (isFromProjects(header) && !parent)
      return line.projectCode ? [budgetErrors.projectBudgetMissing({ project: line.projectCode }, at)] : []
    return fundingRefusals(header, known[row], parent, at)
  })
}

function fundingRefusals(
  header: Kind,
  budget: BudgetLineFact | undefined,
  parent: BudgetLineFact | undefined,
  at: { readonly field: string; readonly row: number },
): Refusal[] {
  const open = budget && !budget.isPlanned ? budget : null
  if (header.applyType === 'supplement') return open ? [] : [budgetErrors.notLoaded({}, at)]
  if (!open) return []
  if (header.applyType === 'initialLoad') return [budgetErrors.alreadyLoaded({ budgetCode: open.budgetCode }, at)]
  const wanted = isFromProjects(header) ? (parent?.account ?? null) : null
  return open.parent === wanted ? [] : [paidByAnother(open, at)]
}

/** Says who pays for a budget: its pool, or the project budget of the same key without the country. */
export function paidByAnother(
  { budgetCode, parent, projectPoolCode: pool, key }: BudgetLineFact,
  at?: { readonly field: string; readonly row: number },
): Refusal {
  if (parent === null) return budgetErrors.paidByPool({ budgetCode, pool }, at)
  return budgetErrors.paidByProject({ budgetCode, project: projectIn(key) }, at)
}

/** B1: a grant takes no more than its pool or project budget has, a revoke no more than its line has. */
function checkAmounts(content: CountryBudgetContent, facts: CountryBudgetFacts): Refusal[] {
  const { header } = content
  if (isLoad(header)) return []
  if (header.applyType === 'revoke') return checkTaken(content, lineFactsByRow(content, facts))
  if (isFromProjects(header)) return checkTaken(content, parentsByRow(content, facts))
  const { currency, year } = header
  if (!facts.pool) return [budgetErrors.poolNotFunded({ currency, year }, { field: 'projectPoolCode' })]
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
