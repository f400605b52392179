import { countryBudget } from '../country-budget/country-budget.doc.ts'
import { lineColumns } from '../country-budget/line-columns.ts'
import { countryBudget as en } from '../country-budget/country-budget.en.ts'
import { countryBudget as zh } from '../country-budget/country-budget.zh.ts'
import { countryBudgetDocument } from '../country-budget/country-budget.plans.ts'
import { lineKey } from '../budget-line/budget-line.rules.ts'
import { importTemplateTexts } from './import-template.ts'
import { budgetLineFile } from './budget-line-file.server.ts'
import { draftImport } from '#kernel/services/line-file/draft-import.server.ts'

/** Lines of a country budget application from a file. */
export const countryBudgetFile = budgetLineFile({
  kind: 'country-budget-lines',
  definition: countryBudget,
  document: countryBudgetDocument,
  parsePath: '/gs/:idc/oversea/aps/budget/country/edit/parse',
  summary: 'Read budget lines from a workbook, with an error per row and column; nothing is stored',
  titles: { en: en.lineFields, zh: zh.lineFields },
  // A revoke names its budget; a grant finds or creates it.
  mayRequire: ({ applyType }) => (applyType === 'revoke' ? ['budgetCode'] : []),
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
  lineColumns,
  aboutTheWhole: ['budget.duplicateLine', 'budget.budgetDiffers'],
  keyOf: lineKey,
  texts: importTemplateTexts,
  address: ['applyType', 'idcCode'],
})

export const countryBudgetLinesImport = draftImport(countryBudgetFile)
