import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { OWN_CLAIMS } from '../scheme.lists.ts'
import { SCHEME_STATES, SCHEME_TYPES } from '../shared/scheme-types.ts'

// What a customer's own people see of schemes: the lines that are for them, and what each pays. Neither budgets nor amounts of the company
// are among the columns.

/** A line of a scheme that is for the reader's customer. */
export interface OwnScheme {
  readonly id: string
  readonly schemeNo: string
  readonly name: string
  readonly schemeType: string
  readonly state: string
  readonly beneficiary: string
  readonly product: string | null
  readonly basis: string
  /** What it pays, in words: an amount a unit, a rate, or a ladder of either. */
  readonly terms: string | null
  readonly startDate: string
  readonly endDate: string
  readonly claimDeadline: string
  readonly settlementPeriod: string
  readonly rebateType: string
  readonly currency: string
  readonly paid: string
}

const TEXTS = 'scheme.documents.schemeApplication'
const field = (name: string) => `${TEXTS}.fields.${name}`
const line = (name: string) => `${TEXTS}.lineFields.${name}`
const own = (name: string) => `schemeOwn.${name}`
const option = (key: 'schemeType' | 'settlementPeriod' | 'rebateType'): ListColumn<OwnScheme> => ({
  key,
  kind: 'word',
  title: field(key),
  words: `${TEXTS}.options.${key}`,
})
const day = (key: string): ListColumn<OwnScheme> => ({ key, kind: 'day', title: field(key), isSorted: true })

/** The filter for running schemes: the list begins with it, and the home page links with it. */
export const RUNS = { shown: 'running' } as const

export const ownSchemes = defineList<OwnScheme>({
  name: 'ownScheme',
  kind: 'scheme',
  path: '/aps/scheme/own',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  right: 'scheme.own.view',
  exportRight: 'scheme.own.export',
  title: own('schemes'),
  menu: { code: 'scheme_own', pcode: 'scheme', sortIndex: 301, name: 'menu.ownSchemes', ofLimit: 'customer_code' },
  emptyText: own('noScheme'),
  sort: '-schemeNo',
  columns: [
    { key: 'schemeNo', kind: 'code', title: field('no'), isFrozen: true, isSorted: true },
    { key: 'name', kind: 'text', title: field('name'), width: 220, card: 'title' },
    option('schemeType'),
    { key: 'state', kind: 'state', title: field('state'), words: 'scheme.states', colours: SCHEME_STATES },
    { key: 'beneficiary', kind: 'text', title: own('beneficiary'), width: 220 },
    { key: 'product', kind: 'text', title: own('product'), width: 220 },
    { key: 'basis', kind: 'word', title: line('basis'), words: `${TEXTS}.options.basis` },
    { key: 'terms', kind: 'text', title: own('terms'), width: 200 },
    day('startDate'),
    day('endDate'),
    day('claimDeadline'),
    option('settlementPeriod'),
    option('rebateType'),
    { key: 'currency', kind: 'code', title: field('currency') },
    {
      key: 'paid',
      kind: 'amount',
      title: own('paid'),
      isSum: true,
      // The claims whose payments for this line add up to the amount.
      address: ({ id, paid }) => {
        const [schemeNo = '', schemeLine = ''] = id.split('/')
        return paid === '0.00' ? null : `${OWN_CLAIMS}?${new URLSearchParams({ schemeNo, schemeLine })}`
      },
    },
  ],
  filters: [
    { kind: 'text', name: 'schemeNo', title: field('no'), max: 20 },
    { kind: 'text', name: 'name', title: field('name'), max: 100 },
    { kind: 'choice', name: 'shown', title: own('shown'), values: ['running', 'ended'], words: own('shownWords') },
    {
      kind: 'choice',
      name: 'schemeType',
      title: field('schemeType'),
      values: SCHEME_TYPES,
      words: `${TEXTS}.options.schemeType`,
    },
  ],
  note: own('paidNote'),
  start: RUNS,
  sums: { by: ['currency'] },
})
