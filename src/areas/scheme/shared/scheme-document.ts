import { APPROVAL_STATES, postingActions, retryAction } from '#kernel/engine/definition/approval-life.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { channelReference } from '#areas/budget/references.facade.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { namedFunding, namedScheme } from '../drafts-and-names/scheme-references.ts'
import type { SchemeSegment } from './scheme-routes.ts'

// What the eleven documents of a scheme have in common (domain.md sections 2.4 to 2.14): pages, rights, states, actions. A document adds
// what it is about.

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

/** Documents of which less may be agreed to than is asked for, and the right that it takes beside the one to decide. */
export const REDUCED = {
  application: 'scheme.application.reduce',
  execute: 'scheme.execute.reduce',
} as const satisfies Partial<Record<SchemeSegment, string>>

/** Of a line of theirs and of the whole: what is agreed to; empty while nobody has agreed to less. */
export const partialApproval = (route: keyof typeof REDUCED) =>
  ({ asked: 'amount', approved: 'approvedAmount', total: 'approvedTotal', right: REDUCED[route] }) as const

/** What moves of a customer's funds, receivables and devices with a document: pages that show them are told. */
const ALSO_CHANGED: Partial<Record<SchemeSegment, readonly string[]>> = {
  execute: ['funds', 'device'],
  negativeRedemption: ['funds', 'device'],
  receivablesAdjustment: ['funds'],
  adjustInvoice: ['funds'],
}

/** Everything of a definition that follows from its address. */
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

/** Drafting, one approval by this template, and doing again what finance was not told. */
export function actionsOf(route: SchemeSegment, approval: string) {
  const rights = rightsOf(route)
  return { ...postingActions(rights, approval), retry: retryAction(rights.retry) }
}

/** Where it belongs: that of its scheme, or of the budgets that it asks for. */
export const placeFields = {
  idcCode: f.code({ required: true, max: 8 }),
  areaId: f.ref(anyArea, { required: true }),
}

/** Which scheme a document goes on with; currency and place come with it. */
export const schemeFields = {
  schemeNo: f.ref(namedScheme, { required: true, max: 20 }),
  ...placeFields,
  currency: f.code({ required: true, max: 3 }),
}

/** Whom a line is for: a customer, one of his stores, or all customers of a channel (decision 072). */
export const beneficiaryFields = {
  customerCode: f.ref(customerReference),
  channelCode: f.ref(channelReference),
  storeCode: f.ref(storeReference),
} as const

/**
 * A line about a part of a scheme: the money of one of its lines out of one budget, by its number within the scheme. What it is of
 * comes along, so that paper and file say it.
 */
export const fundingFields = {
  fundingNo: f.ref(namedFunding, { required: true, range: [1, 100_000] }),
  customerCode: { ...f.ref(customerReference), computed: true },
  budgetCode: { ...f.code(), computed: true },
} as const

/** Columns that the list of every document has, before and after those of its own. */
export const LIST_HEAD = ['no', 'schemeNo', 'state'] as const
export const LIST_TAIL = ['currentHolder', 'waitingSince', 'drafter', 'pushStatus', 'createdAt'] as const
export const LIST_FILTERS = ['no', 'schemeNo', 'state', 'idcCode'] as const
export const LIST_LAST_FILTERS = ['pushStatus', 'drafter', 'createdFrom', 'createdTo'] as const
