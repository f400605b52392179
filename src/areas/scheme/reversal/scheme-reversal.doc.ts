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

/**
 * Reversal: undoes excess accruals of a withhold, in the current month (domain.md 2.6). It restores the commitment
 * while the scheme runs, and releases to the budget afterwards.
 */
export const schemeReversal = defineDocument({
  ...headOf('reversal'),
  name: 'schemeReversal',
  table: 'scheme_reversal',
  number: { prefix: 'SV', reset: 'month' },
  lineLimits: { typed: 50, file: 10_000, optional: true },
  fields: {
    ...schemeFields,
    withholdNo: f.code({ required: true, max: 20 }),
    // The full original, once; or parts of it by lines.
    scope: f.choice(['part', 'full'], { required: true }),
    mode: f.choice(['reopen', 'release'], { required: true }),
    postingDate: f.date({ required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
    // State of the original's posting month: band T4 where it is closed.
    originalClosed: { ...f.flag(), computed: true },
  },
  lines: {
    ...fundingFields,
    amount: f.money({ required: true }),
    accruedAmount: f.money({ computed: true }),
    openAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('reversal', 'scheme_reversal'),
  view: {
    subject: ['mode', 'schemeNo', 'withholdNo'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['schemeNo', 'areaId', 'withholdNo', 'scope', 'mode', 'postingDate', 'currency', 'originalClosed'],
      ['reason'],
    ],
    form: ['schemeNo', 'withholdNo', 'scope', 'mode', 'postingDate', 'reason'],
    lines: {
      columns: ['fundingNo', 'customerCode', 'budgetCode', 'amount', 'accruedAmount', 'openAmount', 'remark'],
      frozen: ['fundingNo'],
      sum: 'amount',
      card: ['fundingNo', 'customerCode'],
    },
  },
  list: {
    columns: [...LIST_HEAD, 'withholdNo', 'mode', 'scope', 'totalAmount', ...LIST_TAIL],
    filters: [...LIST_FILTERS, 'withholdNo', 'mode', 'scope', 'currency', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type SchemeReversal = typeof schemeReversal
export interface SchemeReversalHeader extends HeaderOf<SchemeReversal> {}
export interface SchemeReversalLine extends LineOf<SchemeReversal> {}
export interface SchemeReversalContent extends Content<SchemeReversal> {}
