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

// Those of a month-end run are handed in together.
const ACTIONS = actionsOf('withhold', 'scheme_withhold')
const PERIOD = { label: 'period', of: ['year', 'month'] } as const

/** Withhold: the expected cost of a scheme is accrued month by month, before it is paid out (domain.md 2.5). It is no tax withholding. */
export const schemeWithhold = defineDocument({
  ...headOf('withhold'),
  name: 'schemeWithhold',
  table: 'scheme_withhold',
  number: { prefix: 'SW', reset: 'month' },
  fields: {
    ...schemeFields,
    // One regular accrual of a month, further ones only by what it lacked.
    kind: f.choice(['regular', 'delta'], { required: true }),
    year: f.integer({ required: true, range: [2000, 2100] }),
    month: f.integer({ required: true, range: [1, 12] }),
    postingDate: f.date({ required: true }),
    // Told of it, and so a reader of it: the owner of the scheme, and nobody else. It comes with the scheme.
    ownerAccount: f.ref(personByAccount),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file', 'monthEnd']),
    totalAmount: f.money({ computed: true }),
    // What its approval is routed by.
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
