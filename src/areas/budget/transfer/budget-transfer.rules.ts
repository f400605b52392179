import { labelKey } from '#kernel/engine/definition/content.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Amount, amount, sumAmounts } from '#kernel/base/money/money.ts'
import {
  type BudgetHeader,
  type CheckedMaster,
  checkHeader,
  checkLineCodes,
  checkTaken,
  type BudgetLineFact,
  lineKey,
  SHARED,
} from '../budget-line/budget-line.rules.ts'
import { budgetErrors } from '../budget.errors.ts'
import {
  budgetTransfer,
  type BudgetTransferContent,
  type BudgetTransferHeader,
  type BudgetTransferLine,
} from './budget-transfer.doc.ts'

export interface BudgetTransferFacts {
  /** Facts of the giving area. */
  readonly giver: CheckedMaster
  /** Facts of the receiving area, which the drafter must see as well. */
  readonly receiver: CheckedMaster
  /** The giving budgets, by code. */
  readonly from: readonly BudgetLineFact[]
  /** The receiving budgets, where they exist. */
  readonly to: readonly BudgetLineFact[]
}

/** The header from the receiving area's view. */
export function receiving(header: BudgetTransferHeader): BudgetHeader {
  return { ...header, idcCode: header.toIdcCode, areaId: header.toAreaId }
}

export function transferTotal(content: BudgetTransferContent): Amount {
  return sumAmounts(content.lines.map((line) => amount(line.amount)))
}

/** The giving and receiving budgets by line, where they exist. */
export function budgetsByRow(content: BudgetTransferContent, facts: Pick<BudgetTransferFacts, 'from' | 'to'>) {
  const from = new Map(facts.from.map((line) => [line.budgetCode, line]))
  const to = new Map(facts.to.map((line) => [line.key, line]))
  return content.lines.map((line) => ({ from: from.get(line.fromBudgetCode), to: to.get(lineKey(line)) }))
}

/** All current refusals of a transfer. Pure: shared by soft check and submit. */
export function checkBudgetTransfer(content: BudgetTransferContent, facts: BudgetTransferFacts): Refusal[] {
  const { header, lines } = content
  const known = budgetsByRow(content, facts)
  return [
    ...checkHeader(header, facts.giver),
    ...checkReceiver(header, facts),
    ...checkLineCodes(header, lines, facts.receiver),
    ...checkSame(content, known),
    ...checkGivers(content, known),
    ...checkTaken(
      content,
      known.map(({ from }) => from),
    ),
  ]
}

/** B23 for the receiver: it has the same currency, and shares pool and department. */
function checkReceiver(header: BudgetTransferHeader, { receiver }: BudgetTransferFacts): Refusal[] {
  const other = receiving(header)
  // Its approvers are found by this code, within one area too.
  if (receiver.idcCode !== other.idcCode) return [budgetErrors.areaMismatch({}, { field: 'toAreaId' })]
  if (header.areaId === header.toAreaId) return []
  return checkHeader(other, receiver).map((refusal) => ({ ...refusal, field: 'toAreaId' }))
}

type Known = ReturnType<typeof budgetsByRow>

/** B6: from one budget to another, each pair once; between countries, between project budgets, or between projects of one country. */
function checkSame({ header, lines }: BudgetTransferContent, known: Known): Refusal[] {
  const first = new Map<string, number>()
  return lines.flatMap((line, row) => {
    const key = `${line.fromBudgetCode} ${lineKey(line)}`
    const before = first.get(key)
    if (before !== undefined)
      return [budgetErrors.duplicateLine({ first: before + 1 }, { field: 'fromBudgetCode', row })]
    first.set(key, row)
    const from = known[row]?.from
    if (!from) return header.level === 'country' && !line.countryCode ? [countryRequired(row)] : []
    if (header.areaId === header.toAreaId && from.key === lineKey(line))
      return [budgetErrors.sameBudget({ budgetCode: from.budgetCode }, { field: 'fromBudgetCode', row })]
    return checkLevel(header, from, line, row)
  })
}

function checkLevel(
  { level }: BudgetTransferHeader,
  from: BudgetLineFact,
  line: BudgetTransferLine,
  row: number,
): readonly Refusal[] {
  const [fromCountry, fromProject] = from.key.split('|')
  const { budgetCode } = from
  const { countryCode: country, projectCode: project } = line
  if (from.level === 'project') {
    if (level === 'country') return [budgetErrors.otherLevel({ budgetCode }, { field: 'fromBudgetCode', row })]
    if (country) return [budgetErrors.projectHasNoCountry({}, { field: 'countryCode', row })]
  } else {
    if (!country) return [countryRequired(row)]
    if (level === 'country')
      return fromCountry === country ? [budgetErrors.sameCountry({ country }, { field: 'countryCode', row })] : []
    if (fromCountry !== country) return [budgetErrors.otherCountry({ country }, { field: 'countryCode', row })]
  }
  return fromProject === project ? [budgetErrors.sameProject({ project }, { field: 'projectCode', row })] : []
}

const countryRequired = (row: number) =>
  documentErrors.required(
    { field: labelKey(budgetTransfer, 'lineFields', 'countryCode') },
    { field: 'countryCode', row },
  )

/** B7: the giving budgets have the header's pool, department, year, month and product class. */
function checkGivers({ header, lines }: BudgetTransferContent, known: Known): Refusal[] {
  return lines.flatMap(({ fromBudgetCode: budgetCode }, row) => {
    const from = known[row]?.from
    if (!from) return [budgetErrors.budgetUnknown({ budgetCode }, { field: 'fromBudgetCode', row })]
    const different = SHARED.find((field) => from[field] !== header[field])
    return different
      ? [
          budgetErrors.mixedBudgets(
            { budgetCode, field: labelKey(budgetTransfer, 'fields', different) },
            { field: 'fromBudgetCode', row },
          ),
        ]
      : []
  })
}
