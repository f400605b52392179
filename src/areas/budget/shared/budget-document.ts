import type { DocumentMenu } from '#kernel/engine/definition/definition.ts'
import { APPROVAL_STATES } from '#kernel/engine/definition/approval-life.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { type BudgetSegment, budgetPlace } from '../budget.documents.ts'

// The shared parts of budget documents. A document adds its own fields.

/** The parts of a definition that follow from its segment of the addresses, from its rights (`<rights>.view` and so on) and from its list. */
export function budgetHead(segment: BudgetSegment, rights: string, list: string, menu: Omit<DocumentMenu, 'pcode'>) {
  return {
    area: 'budget',
    pages: { ...pagesOf(budgetPlace(segment)), list: `/budget/pc/${list}` },
    viewRight: `${rights}.view`,
    exportRight: `${rights}.export`,
    menu: { pcode: 'budget', ...menu },
    attachments: { max: 10 },
    states: APPROVAL_STATES,
    initial: 'draft',
  } as const
}

/** Of a document whose submit reserves what finance confirms, and that is pushed once it is approved. */
export const PUSHED = {
  effects: { financePush: { after: 'approve', target: 'finance' } },
  reserve: { target: 'finance' },
} as const

/** The last columns and filters of every list, and those of documents that are pushed. */
export const LIST_TAIL = ['state', 'drafter', 'currentHolder', 'waitingSince', 'createdAt'] as const
export const LIST_LAST_FILTERS = ['drafter', 'createdFrom', 'createdTo'] as const
export const PUSHED_TAIL = [
  'totalAmount',
  'state',
  'reserveStatus',
  'drafter',
  'pushStatus',
  'currentHolder',
  'waitingSince',
  'createdAt',
] as const
export const PUSHED_FILTERS = ['state', 'reserveStatus', 'pushStatus', 'idcCode'] as const
