import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
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
import { SCHEME_TYPES } from '../shared/scheme-types.ts'

/** Terminate: ends a scheme early and releases what is unspent; earned amounts stay claimable (domain.md 2.8). */
export const schemeTermination = defineDocument({
  ...headOf('terminal'),
  name: 'schemeTermination',
  table: 'scheme_termination',
  number: { prefix: 'ST', reset: 'month' },
  // All parts of the scheme are covered: a line only says what is kept.
  lineLimits: { typed: 10_000, file: 10_000, optional: true },
  // Customers have been told, with the notice attached.
  attachments: { max: 20, required: true },
  fields: {
    ...schemeFields,
    terminationDate: f.date({ required: true }),
    postingDate: f.date({ required: true }),
    disposition: f.choice(['releaseAll', 'keepEarned'], { required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    // For the approval route's conditions.
    schemeType: { ...f.choice(SCHEME_TYPES), computed: true },
    totalAmount: f.money({ computed: true }),
    keptAmount: f.money({ computed: true }),
  },
  lines: {
    ...fundingFields,
    keepAmount: f.money(),
    openCommitted: f.money({ computed: true }),
    openAccrued: f.money({ computed: true }),
    amount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('terminal', 'scheme_terminate'),
  view: {
    subject: ['disposition', 'schemeNo', 'areaId'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['schemeNo', 'schemeType', 'areaId', 'terminationDate', 'postingDate', 'disposition', 'keptAmount', 'currency'],
      ['reason'],
    ],
    form: ['schemeNo', 'terminationDate', 'postingDate', 'disposition', 'reason'],
    lines: {
      columns: [
        'fundingNo',
        'customerCode',
        'budgetCode',
        'openCommitted',
        'openAccrued',
        'keepAmount',
        'amount',
        'remark',
      ],
      frozen: ['fundingNo'],
      sum: 'amount',
      card: ['fundingNo', 'customerCode'],
    },
  },
  list: {
    columns: [...LIST_HEAD, 'disposition', 'terminationDate', 'totalAmount', 'keptAmount', ...LIST_TAIL],
    filters: [...LIST_FILTERS, 'disposition', 'currency', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type SchemeTermination = typeof schemeTermination
export interface SchemeTerminationHeader extends HeaderOf<SchemeTermination> {}
export interface SchemeTerminationLine extends LineOf<SchemeTermination> {}
export interface SchemeTerminationContent extends Content<SchemeTermination> {}
