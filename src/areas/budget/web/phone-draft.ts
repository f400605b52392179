import { type Amount, readAmount, sumAmounts } from '#kernel/money/money.ts'
import type { WireRefusal } from '#kernel/console/client/api.ts'
import type {
  ApplyType,
  BudgetLine,
  BudgetLineInput,
  CountryBudget,
  CountryBudgetHeader,
  CountryBudgetInput,
} from './budget-api.ts'
import type { AreaOption } from './budget-options.ts'

/** A line with a key of its own, so that its card keeps its state while others come and go. */
export interface DraftLine extends BudgetLineInput {
  readonly key: number
}

/** What is being typed. */
export interface Draft {
  readonly header: CountryBudgetHeader
  readonly source: 'typed' | 'file'
  readonly lines: readonly DraftLine[]
}

export type DraftChange =
  | { readonly type: 'load'; readonly draft: Draft }
  | { readonly type: 'header'; readonly change: Partial<CountryBudgetHeader> }
  | { readonly type: 'area'; readonly area: AreaOption }
  | { readonly type: 'add' }
  | { readonly type: 'copy'; readonly key: number }
  | { readonly type: 'delete'; readonly key: number }
  | { readonly type: 'line'; readonly key: number; readonly change: Partial<BudgetLineInput> }

let lastKey = 0

export function emptyLine(): DraftLine {
  return {
    key: ++lastKey,
    countryCode: '',
    projectCode: '',
    fscId: '',
    subBusiCode: '',
    productLineCode: '',
    amount: '',
    budgetCode: null,
    remark: null,
  }
}

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case 'load':
      return change.draft
    case 'header':
      return { ...draft, header: { ...draft.header, ...change.change } }
    case 'area':
      return inArea(draft, change.area)
    case 'add':
      return { ...draft, lines: [...draft.lines, emptyLine()] }
    case 'copy':
      return {
        ...draft,
        lines: draft.lines.flatMap((line) => (line.key === change.key ? [line, { ...line, key: ++lastKey }] : [line])),
      }
    case 'delete':
      return { ...draft, lines: draft.lines.filter((line) => line.key !== change.key) }
    case 'line':
      return {
        ...draft,
        lines: draft.lines.map((line) => (line.key === change.key ? { ...line, ...change.change } : line)),
      }
  }
}

/** Pools, departments, regions, countries and projects belong to an area (B23): another one empties them. */
function inArea(draft: Draft, area: AreaOption): Draft {
  const { header } = draft
  return {
    ...draft,
    header: {
      ...header,
      areaId: area.value,
      idcCode: area.idcCode,
      currency: area.currency,
      budgetDeptCode: '',
      projectPoolCode: '',
      regionCode: null,
    },
    lines: draft.lines.map((line) => ({ ...line, countryCode: '', projectCode: '', budgetCode: null })),
  }
}

export function newDraft(applyType: ApplyType, area: AreaOption | undefined, today: Date): Draft {
  return {
    header: {
      applyType,
      idcCode: area?.idcCode ?? '',
      areaId: area?.value ?? '',
      currency: area?.currency ?? '',
      year: today.getFullYear(),
      month: today.getMonth() + 1,
      budgetDeptCode: '',
      projectPoolCode: '',
      productClass: 'phone',
      regionCode: null,
      reason: '',
    },
    source: 'typed',
    lines: [emptyLine()],
  }
}

/** Budgets that were selected in the list: they share all that a header holds (B7), so the first one names it. */
export function draftOfBudgets(draft: Draft, budgets: readonly BudgetLine[]): Draft {
  const [first] = budgets
  if (!first) return draft
  const { idcCode, areaId, year, month, budgetDeptCode, projectPoolCode, productClass, currency } = first
  return {
    ...draft,
    header: {
      ...draft.header,
      idcCode,
      areaId: String(areaId),
      year,
      month,
      budgetDeptCode,
      projectPoolCode,
      productClass,
      currency,
    },
    lines: budgets.map((budget) => ({ ...emptyLine(), ...keyOfBudget(budget) })),
  }
}

export function keyOfBudget(budget: BudgetLine): Partial<BudgetLineInput> {
  const { budgetCode, countryCode, projectCode, fscId, subBusiCode, productLineCode } = budget
  return { budgetCode, countryCode, projectCode, fscId, subBusiCode, productLineCode }
}

export function draftOf(document: CountryBudget): Draft {
  const text = (value: string | null | undefined) => value ?? ''
  return {
    header: {
      applyType: document.applyType,
      idcCode: document.idcCode,
      areaId: String(document.areaId),
      currency: text(document.currency),
      year: document.year,
      month: document.month,
      budgetDeptCode: text(document.budgetDeptCode),
      projectPoolCode: text(document.projectPoolCode),
      productClass: document.productClass,
      regionCode: document.regionCode ?? null,
      reason: text(document.reason),
    },
    source: document.source ?? 'typed',
    lines: document.lines.map((line) => ({
      ...emptyLine(),
      countryCode: text(line.countryCode),
      projectCode: text(line.projectCode),
      fscId: text(line.fscId),
      subBusiCode: text(line.subBusiCode),
      productLineCode: text(line.productLineCode),
      amount: text(line.amount),
      budgetCode: line.budgetCode ?? null,
      remark: line.remark ?? null,
    })),
  }
}

export function inputOf(draft: Draft): CountryBudgetInput {
  return { ...draft.header, source: draft.source, lines: draft.lines.map(withoutKey) }
}

/** The same draft with keys of this visit: those of another one may be in use already. */
export function rekeyed(draft: Draft): Draft {
  return { ...draft, lines: draft.lines.map((line) => ({ ...line, key: ++lastKey })) }
}

function withoutKey(line: DraftLine): BudgetLineInput {
  const { countryCode, projectCode, fscId, subBusiCode, productLineCode, amount, budgetCode, remark } = line
  return {
    countryCode,
    projectCode,
    fscId,
    subBusiCode,
    productLineCode,
    amount,
    budgetCode: budgetCode ?? null,
    remark: remark ?? null,
  }
}

/** Sum of the amounts that can be read. */
export function totalOf(draft: Draft): Amount {
  return sumAmounts(draft.lines.map((line) => readAmount(line.amount)).filter((amount) => typeof amount !== 'string'))
}

/** Refusals by the field they stand at; what has no field here is told above the form. */
export class Refusals {
  readonly general: readonly WireRefusal[]
  readonly rows: ReadonlySet<number>
  private readonly byPlace: ReadonlyMap<string, string>

  constructor(refusals: readonly WireRefusal[]) {
    const byPlace = new Map<string, string>()
    for (const { field, row, msg } of refusals) {
      if (field === undefined || byPlace.has(place(field, row))) continue
      byPlace.set(place(field, row), msg ?? '')
    }
    this.byPlace = byPlace
    const told = refusals.filter(({ field, row }) => row === undefined && (field === undefined || ELSEWHERE.has(field)))
    this.general = [...new Map(told.map((refusal) => [refusal.msg, refusal])).values()]
    this.rows = new Set(refusals.flatMap(({ row }) => (row === undefined ? [] : [row])))
  }

  at(field: keyof CountryBudgetHeader | keyof BudgetLineInput, row?: number): string | undefined {
    return this.byPlace.get(place(field, row))
  }

  /** How many fields have something to correct. */
  get count(): number {
    return [...this.byPlace.keys()].filter((place) => !ELSEWHERE.has(place.slice(1))).length
  }
}

/** Fields that no control of the page has. */
const ELSEWHERE = new Set(['totalAmount', 'lines', 'currency', 'idcCode', 'source'])

/** The two codes of a business type are one control. */
function place(field: string, row: number | undefined): string {
  return `${row ?? ''}:${field === 'subBusiCode' ? 'fscId' : field}`
}
