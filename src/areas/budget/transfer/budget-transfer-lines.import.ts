import { type TSchema, Type } from 'typebox'
import { readContent } from '#kernel/engine/definition/content.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import { defineColumns } from '#kernel/platform/excel/columns.ts'
import { lineKey } from '../budget-line/budget-line.rules.ts'
import {
  budgetTransfer,
  type BudgetTransferContent,
  type BudgetTransferHeader,
  type BudgetTransferLine,
} from './budget-transfer.doc.ts'
import { type BudgetTransferFacts, checkBudgetTransfer } from './budget-transfer.rules.ts'
import { transferTemplateTexts } from '../line-file/import-template.ts'
import { budgetTransfer as en } from './transfer.en.ts'
import { budgetTransfer as zh } from './transfer.zh.ts'
import { budgetTransferDocument } from './budget-transfer.plans.ts'
import { codeLists } from '../country-budget/country-budget-lists.server.ts'
import { draftImport } from '../line-file/draft-import.server.ts'
import type { LineFile } from '../line-file/line-file.server.ts'

const titles = (field: keyof typeof en.lineFields) => ({ zh: zh.lineFields[field], en: en.lineFields[field] })
const CODE_LENGTH = 64
const code = <K extends keyof typeof en.lineFields>(key: K) =>
  ({ key, titles: titles(key), required: true, kind: 'code', maxLength: CODE_LENGTH }) as const

const lineColumns = defineColumns([
  code('fromBudgetCode'),
  { key: 'amount', titles: titles('amount'), required: true, kind: 'amount', positive: true },
  code('countryCode'),
  code('projectCode'),
  code('fscId'),
  code('subBusiCode'),
  code('productLineCode'),
  {
    key: 'remark',
    titles: titles('remark'),
    required: false,
    kind: 'text',
    maxLength: budgetTransfer.lines.remark.max ?? 200,
  },
])

const text = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))
const whole = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 9 }), Type.Null()]))

const params: Record<keyof BudgetTransferHeader, TSchema> = {
  level: Type.Union([Type.Literal('country'), Type.Literal('project')]),
  idcCode: Type.String({ maxLength: 8 }),
  areaId: Type.Optional(Type.Unknown({ description: 'that of idcCode, whatever is said here' })),
  toIdcCode: text(8),
  toAreaId: whole,
  year: whole,
  month: whole,
  budgetDeptCode: text(64),
  projectPoolCode: text(64),
  productClass: text(16),
  currency: text(3),
  reason: text(500),
  source: Type.Optional(Type.Unknown({ description: 'always file' })),
  totalAmount: Type.Optional(Type.Unknown({ description: 'the sum of the lines' })),
}

const IDENTITY: ReadonlySet<string> = new Set([
  'fromBudgetCode',
  'countryCode',
  'projectCode',
  'fscId',
  'subBusiCode',
  'productLineCode',
])
/** Comparisons of a line's two ends are skipped while one of them is unknown. */
const ABOUT_BOTH: ReadonlySet<string> = new Set(
  ['duplicateLine', 'sameBudget', 'sameCountry', 'otherCountry', 'sameProject'].map((key) => `budget.${key}`),
)

/** Lines of a budget transfer from a file. */
export const budgetTransferFile: LineFile<BudgetTransferHeader, BudgetTransferLine> = {
  kind: 'budget-transfer-lines',
  right: 'budget.transfer.submit',
  document: budgetTransferDocument,
  parsePath: '/gs/:idc/oversea/aps/budget/country/transfer/parse',
  summary: 'Read the lines of a budget transfer from a workbook, with an error per row and column; nothing is stored',
  params,
  columns: () => lineColumns,
  example: {
    fromBudgetCode: 'BL000000001',
    amount: '1234.50',
    countryCode: 'IN',
    projectCode: 'PJ-IN-01',
    fscId: 'FSC1001',
    subBusiCode: 'S0101',
    productLineCode: 'PH10',
    remark: null,
  },
  headerOf: (raw, area) => {
    const content = { ...raw, idcCode: area.idcCode, areaId: area.id, lines: [] }
    return readContent(budgetTransfer, content, { lineLimit: 0 }).content.header
  },
  lineOf: (good) => ({
    fromBudgetCode: good('fromBudgetCode'),
    availableAmount: null,
    amount: good('amount') || '0.00',
    countryCode: good('countryCode') || null,
    projectCode: good('projectCode'),
    fscId: good('fscId'),
    subBusiCode: good('subBusiCode'),
    productLineCode: good('productLineCode'),
    budgetCode: null,
    remark: good('remark') || null,
  }),
  check: async (tx, reader, header, lines) => {
    const content: BudgetTransferContent = { header, lines }
    const facts = await softFacts<BudgetTransferFacts>(tx, reader, budgetTransferDocument, 'submit', content as never)
    return checkBudgetTransfer(content, facts)
  },
  keyOf: (line) => `${line.fromBudgetCode} ${lineKey(line)}`,
  isAffected: (key, field, broken) => {
    if (ABOUT_BOTH.has(key)) return IDENTITY.has(broken)
    if (field === 'projectCode') return broken === 'countryCode'
    return field === 'fscId' && broken === 'subBusiCode'
  },
  texts: transferTemplateTexts,
  lists: codeLists,
  addressOf: ({ idcCode }) => ({ idcCode: String(idcCode) }),
}

export const budgetTransferLinesImport = draftImport(budgetTransferFile)
