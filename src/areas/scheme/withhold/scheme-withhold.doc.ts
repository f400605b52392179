import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { personByAccount } from '#kernel/engine/record/write/user-reference.ts'
import { SCHEME_TYPES } from '../shared/scheme-types.ts'
import {
  actionsOf,
  fundingFields,
  headOf,
  LIST_FILTERS,
  LIST_HEAD,
  LIST_LAST_FILTERS,
  LIST_TAIL,
  schemeFields,
} from '../shared/scheme-document.ts'

// Drafts of a month-end run are submitted together.
const ACTIONS = actionsOf('withhold', 'scheme_withhold')
const PERIOD = { label: 'period', of: ['year', 'month'] } as const

/** Withhold: accrues the expected cost of a scheme month by month, before its payment (domain.md 2.5). No tax withholding. */
export const schemeWithhold = defineDocument({
  ...headOf('withhold'),
  name: 'schemeWithhold',
  table: 'scheme_withhold',
  number: { prefix: 'SW', reset: 'month' },
  fields: {
    ...schemeFields,
    // One regular accrual per month, further ones only for missing amounts.
    kind: f.choice(['regular', 'delta'], { required: true }),
    year: f.integer({ required: true, range: [2000, 2100] }),
    month: f.integer({ required: true, range: [1, 12] }),
    postingDate: f.date({ required: true }),
    // Notified, and so a reader: only the scheme's owner, set with the scheme.
    ownerAccount: f.ref(personByAccount),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file', 'monthEnd']),
    totalAmount: f.money({ computed: true }),
    // For the approval route's conditions.
    schemeType: { ...f.choice(SCHEME_TYPES), computed: true },
  },
  lines: {
    ...fundingFields,
    basisVolume: f.decimal({ digits: 2, min: '0', max: '1000000000000000' }),
    amount: f.money({ required: true }),
    accruedAmount: f.money({ computed: true }),
    withholdableAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: { ...ACTIONS, submit: { ...ACTIONS.submit, bulk: true } },
  view: {
    subject: ['kind', 'schemeNo', PERIOD],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [['schemeNo', 'areaId', PERIOD, 'postingDate', 'kind', 'currency'], ['reason']],
    form: ['schemeNo', 'kind', 'year', 'month', 'postingDate', 'reason'],
    lines: {
      columns: [
        'fundingNo',
        'customerCode',
        'budgetCode',
        'basisVolume',
        'amount',
        'accruedAmount',
        'withholdableAmount',
        'remark',
      ],
      frozen: ['fundingNo'],
      sum: 'amount',
      card: ['fundingNo', 'customerCode'],
    },
  },
  list: {
    columns: [...LIST_HEAD, 'kind', 'year', 'month', 'totalAmount', ...LIST_TAIL],
    filters: [...LIST_FILTERS, 'kind', 'year', 'month', 'currency', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type SchemeWithhold = typeof schemeWithhold
export interface SchemeWithholdHeader extends HeaderOf<SchemeWithhold> {}
export interface SchemeWithholdLine extends LineOf<SchemeWithhold> {}
export interface SchemeWithholdContent extends Content<SchemeWithhold> {}
