import { lineKey } from '../budget-line/budget-line.rules.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import { transferTemplateTexts } from '../line-file/import-template.ts'
import { budgetTransfer as en } from './transfer.en.ts'
import { budgetTransfer as zh } from './transfer.zh.ts'
import { budgetTransferDocument } from './budget-transfer.plans.ts'
import { budgetLineFile } from '../line-file/budget-line-file.server.ts'
import { draftImport } from '#kernel/services/line-file/draft-import.server.ts'

/** Lines of a budget transfer from a file. */
export const budgetTransferFile = budgetLineFile({
  kind: 'budget-transfer-lines',
  definition: budgetTransfer,
  document: budgetTransferDocument,
  parsePath: '/gs/:idc/oversea/aps/budget/country/transfer/parse',
  summary: 'Read the lines of a budget transfer from a workbook, with an error per row and column; nothing is stored',
  titles: { en: en.lineFields, zh: zh.lineFields },
  example: {
    fromBudgetCode: 'BL000000001',
    amount: '1234.50',
    countryCode: 'IN',
    projectCode: 'PJ-IN-01',
    fscId: 'FSC1001',
    subBusiCode: 'S0101',
    productLineCode: 'PH10',
    budgetCode: null,
    remark: null,
  },
  // Comparisons of a line's two ends.
  aboutTheWhole: ['duplicateLine', 'sameBudget', 'sameCountry', 'otherCountry', 'sameProject'].map(
    (key) => `budget.${key}`,
  ),
  keyOf: (line) => `${line.fromBudgetCode} ${lineKey(line)}`,
  texts: transferTemplateTexts,
  address: ['idcCode'],
})

export const budgetTransferLinesImport = draftImport(budgetTransferFile)
