import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import type { ApplyType, BudgetLineInput, CountryBudget, CountryBudgetInput, ProductClass } from './budget-api.ts'
import { BUSINESS_TYPE_JOINT } from './budget-options.ts'

/** Header of the form: texts as typed, whatever they are. */
export interface ApplicationHeader {
  readonly applyType: ApplyType
  readonly idcCode: string
  readonly areaId: string
  readonly year: string
  readonly month: string
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly productClass: ProductClass
  readonly currency: string
  readonly regionCode: string
  readonly reason: string
}

/** Everything the page holds and would lose. */
export interface ApplicationDraft {
  readonly id: string | null
  readonly no: string | null
  readonly version: number | null
  readonly source: 'typed' | 'file'
  readonly header: ApplicationHeader
  readonly lines: readonly Values[]
}

/** Limit F5 covers typed and pasted lines; a parsed file may hold more. */
export const LINE_LIMITS = { typed: 50, file: 10_000 } as const

export function newDraft(query: URLSearchParams): ApplicationDraft {
  const today = new Date()
  return {
    id: null,
    no: null,
    version: null,
    source: 'typed',
    header: {
      applyType: query.get('applyType') === 'revoke' ? 'revoke' : 'grant',
      idcCode: query.get('idcCode') ?? '',
      areaId: query.get('topAreaId') ?? '',
      year: String(today.getFullYear()),
      month: String(today.getMonth() + 1),
      budgetDeptCode: '',
      projectPoolCode: '',
      productClass: 'phone',
      currency: '',
      regionCode: '',
      reason: '',
    },
    lines: [],
  }
}

export function draftOf(document: CountryBudget): ApplicationDraft {
  const text = (value: string | number | null | undefined): string =>
    value === null || value === undefined ? '' : String(value)
  return {
    id: document.id,
    no: document.no,
    version: document.version,
    source: document.source ?? 'typed',
    header: {
      applyType: document.applyType ?? 'grant',
      idcCode: text(document.idcCode),
      areaId: text(document.areaId),
      year: text(document.year),
      month: text(document.month),
      budgetDeptCode: text(document.budgetDeptCode),
      projectPoolCode: text(document.projectPoolCode),
      productClass: document.productClass ?? 'phone',
      currency: text(document.currency),
      regionCode: text(document.regionCode),
      reason: text(document.reason),
    },
    lines: document.lines.map(valuesOf),
  }
}

export function valuesOf(line: BudgetLineInput): Values {
  return {
    countryCode: line.countryCode ?? '',
    projectCode: line.projectCode ?? '',
    businessType:
      line.fscId || line.subBusiCode ? `${line.fscId ?? ''}${BUSINESS_TYPE_JOINT}${line.subBusiCode ?? ''}` : '',
    productLineCode: line.productLineCode ?? '',
    amount: line.amount ?? '',
    budgetCode: line.budgetCode ?? '',
    remark: line.remark ?? '',
  }
}

export function inputOf(draft: ApplicationDraft): CountryBudgetInput {
  const { header } = draft
  const whole = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null)
  return {
    ...(draft.id ? { id: draft.id } : {}),
    ...(draft.version === null ? {} : { version: draft.version }),
    ...header,
    year: whole(header.year),
    month: whole(header.month),
    regionCode: header.regionCode || null,
    source: draft.source,
    lines: filledLines(draft.lines).map(lineInputOf),
  }
}

/** Lines without the empty ones at the end: Enter in the last cell opened them, and nobody wrote there. */
export function filledLines(lines: readonly Values[]): readonly Values[] {
  const last = lines.findLastIndex((line) => Object.values(line).some((value) => value.trim() !== ''))
  return last === lines.length - 1 ? lines : lines.slice(0, last + 1)
}

function lineInputOf(values: Values): BudgetLineInput {
  const [fscId = '', subBusiCode = ''] = (values['businessType'] ?? '').split(BUSINESS_TYPE_JOINT)
  return {
    countryCode: values['countryCode'] ?? '',
    projectCode: values['projectCode'] ?? '',
    fscId,
    subBusiCode,
    productLineCode: values['productLineCode'] ?? '',
    amount: values['amount'] ?? '',
    budgetCode: values['budgetCode'] || null,
    remark: values['remark'] || null,
  }
}

/** The sheet's column for a wire field. */
export function columnOfField(field: string): string {
  return field === 'fscId' || field === 'subBusiCode' ? 'businessType' : field
}
