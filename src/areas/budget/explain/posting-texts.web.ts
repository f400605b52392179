import { budgetText } from '../shared/budget-texts.web.ts'
import { explainText } from './explain-text.web.ts'

const ACTIONS = [
  'submit',
  'approve',
  'reject',
  'return',
  'withdraw',
  'terminate',
  'load',
  'fund',
  'occupy',
  'commit',
  'accrue',
  'execute',
  'release',
  'reopen',
] as const
const OTHERS = ['poolFunding', 'budgetLoad', 'budgetUse'] as const

/** Labels of posting documents and acts; unlabelled ones stay as they are. */
export const postingTexts = {
  action(action: string): string {
    const known = ACTIONS.find((name) => name === action)
    return known ? explainText(`actions.${known}`) : action
  },
  document(type: string): string {
    const other = OTHERS.find((name) => name === type)
    if (other) return explainText(`sources.${other}`)
    if (type === 'countryBudget') return budgetText('documents.countryBudget.label')
    if (type === 'budgetTransfer') return budgetText('documents.budgetTransfer.label')
    return ''
  },
}
