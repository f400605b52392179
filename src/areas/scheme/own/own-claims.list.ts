import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { defineList } from '#kernel/engine/read-list/read-list.ts'
import { OWN_SCHEMES } from '../scheme.lists.ts'
import { REBATE_TYPES } from '../shared/scheme-types.ts'

/** A claim of the reader's customer, from the day when it was handed in. */
export interface OwnClaim {
  readonly id: string
  readonly no: string
  readonly schemeNo: string
  readonly schemeName: string
  readonly customerName: string
  readonly claimPeriod: string
  readonly payoutType: string
  readonly state: string
  readonly settlement: string | null
  readonly claimDate: string | null
  readonly invoiceNo: string | null
  readonly currency: string
  readonly asked: string
  readonly agreed: string | null
  /** What was taken back of what was settled, and what is left of it. */
  readonly recovered: string
  readonly paid: string
}

/** A draft is its drafter's alone. */
export const CLAIM_STATES: Readonly<Record<string, StateColour>> = {
  underApproval: 'blue',
  approved: 'green',
  rejected: 'red',
  cancelled: 'grey',
}

const own = (name: string) => `schemeOwn.${name}`

const PAYOUT = 'scheme.documents.schemeApplication.options.rebateType'

export const ownClaims = defineList<OwnClaim>({
  name: 'ownClaim',
  kind: 'schemeExecute',
  path: '/aps/scheme/own/claim',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  right: 'scheme.own.view',
  exportRight: 'scheme.own.export',
  title: own('claims'),
  menu: { code: 'scheme_own_claim', pcode: 'scheme', sortIndex: 302, name: 'menu.ownClaims', ofLimit: 'customer_code' },
  note: own('claimNote'),
  emptyText: own('noClaim'),
  sort: '-no',
  columns: [
    { key: 'no', kind: 'code', title: own('no'), isFrozen: true, isSorted: true },
    {
      key: 'schemeNo',
      kind: 'code',
      title: own('schemeNo'),
      address: ({ schemeNo }) => `${OWN_SCHEMES}?${new URLSearchParams({ schemeNo })}`,
    },
    { key: 'schemeName', kind: 'text', title: own('schemeName'), width: 220, card: 'title' },
    { key: 'customerName', kind: 'text', title: own('customerName'), width: 220 },
    { key: 'claimPeriod', kind: 'code', title: own('claimPeriod') },
    { key: 'payoutType', kind: 'word', title: own('payoutType'), words: PAYOUT },
    { key: 'state', kind: 'state', title: own('state'), words: 'scheme.documentStates', colours: CLAIM_STATES },
    { key: 'settlement', kind: 'word', title: own('settlement'), words: own('settlements') },
    { key: 'claimDate', kind: 'day', title: own('claimDate'), isSorted: true },
    { key: 'invoiceNo', kind: 'code', title: own('invoiceNo') },
    { key: 'currency', kind: 'code', title: own('currency') },
    { key: 'asked', kind: 'amount', title: own('asked'), isSum: true },
    { key: 'agreed', kind: 'amount', title: own('agreed'), isSum: true },
    { key: 'recovered', kind: 'amount', title: own('recovered'), isSum: true },
    { key: 'paid', kind: 'amount', title: own('paid'), isSum: true },
  ],
  filters: [
    { kind: 'text', name: 'no', title: own('no'), max: 20 },
    { kind: 'text', name: 'schemeNo', title: own('schemeNo'), max: 20 },
    { kind: 'number', name: 'schemeLine', title: own('schemeLine'), range: [1, 100_000] },
    {
      kind: 'choice',
      name: 'state',
      title: own('state'),
      values: Object.keys(CLAIM_STATES),
      words: 'scheme.documentStates',
    },
    { kind: 'choice', name: 'payoutType', title: own('payoutType'), values: REBATE_TYPES, words: PAYOUT },
    { kind: 'text', name: 'claimPeriod', title: own('claimPeriod'), max: 7 },
  ],
  sums: { by: ['currency'] },
})
