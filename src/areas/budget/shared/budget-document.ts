import type { DocumentMenu } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { productLineReference } from '#areas/product/references.facade.ts'
import { businessTypeReference, departmentReference, poolReference, projectReference } from '../references.facade.ts'
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
  axes: { reserveStatus: 'reserve', pushStatus: 'push' },
} as const

/** A budget is of a month. */
export const PERIOD = { label: 'period', of: ['year', 'month'] } as const

/** The fields that all budgets of one document share within its area (B7). */
export const sharedKeyFields = {
  year: f.integer({ required: true, range: [2000, 2100] }),
  month: f.integer({ required: true, range: [1, 12] }),
  budgetDeptCode: f.ref(departmentReference, { required: true }),
  projectPoolCode: f.ref(poolReference, { required: true }),
  productClass: f.choice(['phone', 'iot'], { required: true }),
  currency: f.code({ required: true, max: 3 }),
}

/** The budget of a line, besides its country; `asked` where its options are of another area than the document's. */
export const lineKeyFields = (asked: { readonly asks?: Readonly<Record<string, string>> } = {}) => ({
  projectCode: f.ref(projectReference, { required: true, ...asked }),
  fscId: f.ref(businessTypeReference, { required: true, joins: 'subBusiCode', ...asked }),
  subBusiCode: f.code({ required: true }),
  productLineCode: f.ref(productLineReference, { required: true, ...asked }),
})

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
