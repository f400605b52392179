import { type TSchema, Type } from 'typebox'
import { readContent } from '#kernel/engine/definition/content.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import { defineColumns } from '#kernel/platform/excel/columns.ts'
import {
  countryBudget,
  type CountryBudgetContent,
  type CountryBudgetHeader,
  type CountryBudgetLine,
} from '../country-budget/country-budget.doc.ts'
import { lineKey } from '../budget-line/budget-line.rules.ts'
import { checkCountryBudget, type CountryBudgetFacts } from '../country-budget/country-budget.rules.ts'
import { en } from '../locale/en.ts'
import { importTemplateTexts } from './import-template.ts'
import { zh } from '../locale/zh.ts'
import { codeLists } from '../country-budget/country-budget-lists.server.ts'
import { countryBudgetDocument } from '../country-budget/country-budget.plans.ts'
import { draftImport } from './draft-import.server.ts'
import type { LineFile } from './line-file.server.ts'

const labels = { en: en.documents.countryBudget.lineFields, zh: zh.documents.countryBudget.lineFields }
const titles = (field: keyof typeof labels.en) => ({ zh: labels.zh[field], en: labels.en[field] })

const CODE_LENGTH = 64
const code = <K extends keyof typeof labels.en>(key: K, required = true) =>
  ({ key, titles: titles(key), required, kind: 'code', maxLength: CODE_LENGTH }) as const

/**
 * Columns of an imported budget line. Titles are the form's labels. Lengths only exclude nonsense: codes are checked against master data.
 */
const lineColumns = defineColumns([
  code('countryCode'),
  code('projectCode'),
  code('fscId'),
  code('subBusiCode'),
  code('productLineCode'),
  { key: 'amount', titles: titles('amount'), required: true, kind: 'amount', positive: true },
  code('budgetCode', false),
  {
    key: 'remark',
    titles: titles('remark'),
    required: false,
    kind: 'text',
    maxLength: countryBudget.lines.remark.max ?? 200,
  },
])

const text = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))
const whole = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 9 }), Type.Null()]))

const params: Record<keyof CountryBudgetHeader, TSchema> = {
  applyType: Type.Union(countryBudget.fields.applyType.options!.map((option) => Type.Literal(option))),
  level: text(16),
  fundedBy: text(16),
  idcCode: Type.String({ maxLength: 8 }),
  areaId: Type.Optional(Type.Unknown({ description: 'that of idcCode, whatever is said here' })),
  year: whole,
  month: whole,
  budgetDeptCode: text(64),
  projectPoolCode: text(64),
  productClass: text(16),
  currency: text(3),
  regionCode: text(64),
  reason: text(500),
  source: Type.Optional(Type.Unknown({ description: 'always file' })),
  totalAmount: Type.Optional(Type.Unknown({ description: 'the sum of the lines' })),
}

/** The fields of a line's key: while one of them is unknown, the line cannot be checked as a whole. */
const IDENTITY: ReadonlySet<string> = new Set(['countryCode', 'projectCode', 'fscId', 'subBusiCode', 'productLineCode'])
const ABOUT_THE_WHOLE: ReadonlySet<string> = new Set(['budget.duplicateLine', 'budget.budgetDiffers'])

/** Lines of a country budget application from a file. */
export const countryBudgetFile: LineFile<CountryBudgetHeader, CountryBudgetLine> = {
  kind: 'country-budget-lines',
  right: 'budget.country.submit',
  document: countryBudgetDocument,
  parsePath: '/gs/:idc/oversea/aps/budget/country/edit/parse',
  summary: 'Read budget lines from a workbook, with an error per row and column; nothing is stored',
  params,
  // A revoke names its budget; a grant finds or creates it.
  columns: ({ applyType }) =>
    applyType === 'revoke'
      ? lineColumns.map((column) => (column.key === 'budgetCode' ? { ...column, required: true } : column))
      : lineColumns,
  example: {
    countryCode: 'IN',
    projectCode: 'PJ-IN-01',
    fscId: 'FSC1001',
    subBusiCode: 'S0101',
    productLineCode: 'PH10',
    amount: '1234.50',
    budgetCode: null,
    remark: null,
  },
  headerOf: (raw, area) => {
    const content = { ...raw, idcCode: area.idcCode, areaId: area.id, lines: [] }
    return readContent(countryBudget, content, { lineLimit: 0 }).content.header
  },
  lineOf: (good) => ({
    countryCode: good('countryCode') || null,
    projectCode: good('projectCode'),
    fscId: good('fscId'),
    subBusiCode: good('subBusiCode'),
    productLineCode: good('productLineCode'),
    amount: good('amount') || '0.00',
    availableAmount: null,
    budgetCode: good('budgetCode') || null,
    remark: good('remark') || null,
  }),
  check: async (tx, reader, header, lines) => {
    const content: CountryBudgetContent = { header, lines }
    const facts = await softFacts<CountryBudgetFacts>(tx, reader, countryBudgetDocument, 'submit', content as never)
    return checkCountryBudget(content, facts)
  },
  keyOf: lineKey,
  isAffected: (key, field, broken) => {
    if (ABOUT_THE_WHOLE.has(key)) return IDENTITY.has(broken)
    if (field === 'projectCode') return broken === 'countryCode'
    return field === 'fscId' && broken === 'subBusiCode'
  },
  texts: importTemplateTexts,
  lists: codeLists,
  addressOf: ({ applyType, idcCode }) => ({ applyType: String(applyType), idcCode: String(idcCode) }),
}

export const countryBudgetLinesImport = draftImport(countryBudgetFile)
