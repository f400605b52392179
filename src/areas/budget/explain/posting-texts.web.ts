import { documentName } from '../shared/document-names.web.ts'
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

/** Labels of posting documents and acts; an unlabelled act stays as it is, a document of another area has none. */
export const postingTexts = {
  action(action: string): string {
    const known = ACTIONS.find((name) => name === action)
    return known ? explainText(`actions.${known}`) : action
  },
  document(type: string): string {
    const other = OTHERS.find((name) => name === type)
    return other ? explainText(`sources.${other}`) : (documentName(type) ?? '')
  },
}
