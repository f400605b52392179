import { APPROVAL_STATES, pushedActions } from '#kernel/engine/definition/approval-life.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { channelReference } from '#areas/budget/references.facade.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { namedFunding, namedScheme } from '../drafts-and-names/scheme-references.ts'
import { SCHEME_SEGMENTS, schemePlace, type SchemeSegment } from '../scheme.documents.ts'

// The scheme documents share these (domain.md sections 2.4 to 2.14): pages, rights, states, actions. A document adds its own fields.

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

/** Approved amounts of a line and of the whole; empty while nobody has reduced them. */
export const partialApproval = (segment: SchemeSegment) =>
  ({ asked: 'amount', approved: 'approvedAmount', total: 'approvedTotal', right: `scheme.${segment}.reduce` }) as const

/** The parts of a definition that follow from its path segment. `changes` names other kinds of lists whose pages it updates. */
export function headOf(segment: SchemeSegment, { changes = [] }: { readonly changes?: readonly string[] } = {}) {
  const rights = rightsOf(segment)
  return {
    area: 'scheme',
    api: `/aps/scheme/${segment}`,
    pages: pagesOf(schemePlace(segment)),
    viewRight: rights.view,
    exportRight: rights.export,
    menu: { code: `scheme_${segment}`, pcode: 'scheme', sortIndex: 303 + SCHEME_SEGMENTS.indexOf(segment) * 2 },
    changes: ['scheme', 'budgetLine', ...changes],
    lineLimits: { typed: 50, file: 10_000 },
    attachments: { max: 20 },
    states: APPROVAL_STATES,
    initial: 'draft',
    effects: { financePush: { after: 'approve', target: 'finance' } },
    axes: { pushStatus: 'push' },
  } as const
}

/** Of a document whose submit reserves what finance confirms. */
export const RESERVED = {
  reserve: { target: 'finance' },
  axes: { reserveStatus: 'reserve', pushStatus: 'push' },
} as const

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

/** A line about a part of a scheme, by its number within the scheme. Its scheme line's values are copied, for print and export. */
export const fundingFields = {
  fundingNo: f.ref(namedFunding, { required: true, range: [1, 100_000] }),
  customerCode: { ...f.ref(customerReference), computed: true },
  budgetCode: { ...f.code(), computed: true },
} as const

/** A possible duplicate: a document of the group about the same customer, amount and time. */
export const duplicatesIn = (group: 'schemeSettlement' | 'schemeRecovery') =>
  ({
    group,
    states: ['underApproval', 'approved'],
    of: 'header',
    who: 'customerCode',
    amount: 'totalAmount',
    currency: 'currency',
    period: { day: 'postingDate' },
  }) as const

/** List columns common to every document, before and after its own. */
export const LIST_HEAD = ['no', 'schemeNo', 'state'] as const
export const LIST_TAIL = ['currentHolder', 'waitingSince', 'drafter', 'pushStatus', 'createdAt'] as const
export const LIST_FILTERS = ['no', 'schemeNo', 'state', 'idcCode'] as const
export const LIST_LAST_FILTERS = ['pushStatus', 'drafter', 'createdFrom', 'createdTo'] as const
