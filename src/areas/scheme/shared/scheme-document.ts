import { APPROVAL_STATES, pushedActions } from '#kernel/engine/definition/approval-life.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { channelReference } from '#areas/budget/references.facade.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { namedFunding, namedScheme } from '../drafts-and-names/scheme-references.ts'
import type { SchemeSegment } from './scheme-routes.ts'

// What the scheme documents have in common (domain.md sections 2.4 to 2.14): pages, rights, states, actions. A document
// adds its own fields.

export interface SchemeRights {
  readonly view: string
  readonly submit: string
  readonly approve: string
  readonly retry: string
  readonly export: string
}

export function rightsOf(route: SchemeSegment): SchemeRights {
  const right = (what: string) => `scheme.${route}.${what}`
  return {
    view: right('view'),
    submit: right('submit'),
    approve: right('approve'),
    retry: right('retry'),
    export: right('export'),
  }
}

/** Documents with partial approval, and the right it needs besides the one to decide. */
export const REDUCED = {
  application: 'scheme.application.reduce',
  execute: 'scheme.execute.reduce',
} as const satisfies Partial<Record<SchemeSegment, string>>

/** Approved amounts of a line and of the whole; empty while nobody has reduced them. */
export const partialApproval = (route: keyof typeof REDUCED) =>
  ({ asked: 'amount', approved: 'approvedAmount', total: 'approvedTotal', right: REDUCED[route] }) as const

/** Kinds of lists affected by a document (funds, receivables, devices), whose pages are updated. */
const ALSO_CHANGED: Partial<Record<SchemeSegment, readonly string[]>> = {
  execute: ['funds', 'device'],
  negativeRedemption: ['funds', 'device'],
  receivablesAdjustment: ['funds'],
  adjustInvoice: ['funds'],
}

/** The parts of a definition that follow from its path segment. */
export function headOf(route: SchemeSegment) {
  return {
    area: 'scheme',
    api: `/aps/scheme/${route}`,
    pages: {
      pc: `/scheme/${route}/pc?type=view`,
      mobile: `/scheme/${route}/mobile?type=view`,
      list: `/scheme/${route}/list`,
      edit: `/scheme/${route}/pc?type=edit`,
      mobileEdit: `/scheme/${route}/mobile?type=edit`,
    },
    viewRight: rightsOf(route).view,
    changes: ['scheme', 'budgetLine', ...(ALSO_CHANGED[route] ?? [])],
    lineLimits: { typed: 50, file: 10_000 },
    attachments: { max: 20 },
    states: APPROVAL_STATES,
    initial: 'draft',
    effects: { financePush: { after: 'approve', target: 'finance' } },
  } as const
}

/** Drafting, one approval by this template, and retrying failed pushes to finance. */
export function actionsOf(route: SchemeSegment, approval: string) {
  return pushedActions(`scheme.${route}`, approval)
}

/** Its place: its scheme's, or that of its budgets. */
export const placeFields = {
  idcCode: f.code({ required: true, max: 8 }),
  areaId: f.ref(anyArea, { required: true }),
}

/** The scheme of a follow-up document, with its currency and place. */
export const schemeFields = {
  schemeNo: f.ref(namedScheme, { required: true, max: 20 }),
  ...placeFields,
  currency: f.code({ required: true, max: 3 }),
}

/** The beneficiary of a line: a customer, one of their stores, or all customers of a channel (decision 072). */
export const beneficiaryFields = {
  customerCode: f.ref(customerReference),
  channelCode: f.ref(channelReference),
  storeCode: f.ref(storeReference),
} as const

/**
 * A line about a part of a scheme, by its number within the scheme. Its scheme line's values are copied, for print and
 * export.
 */
export const fundingFields = {
  fundingNo: f.ref(namedFunding, { required: true, range: [1, 100_000] }),
  customerCode: { ...f.ref(customerReference), computed: true },
  budgetCode: { ...f.code(), computed: true },
} as const

/** List columns common to every document, before and after its own. */
export const LIST_HEAD = ['no', 'schemeNo', 'state'] as const
export const LIST_TAIL = ['currentHolder', 'waitingSince', 'drafter', 'pushStatus', 'createdAt'] as const
export const LIST_FILTERS = ['no', 'schemeNo', 'state', 'idcCode'] as const
export const LIST_LAST_FILTERS = ['pushStatus', 'drafter', 'createdFrom', 'createdTo'] as const
