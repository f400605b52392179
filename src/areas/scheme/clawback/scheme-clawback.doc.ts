import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { operatingUnitReference } from '#areas/organisation/references.facade.ts'
import { namedFunding } from '../drafts-and-names/scheme-references.ts'
import {
  actionsOf,
  duplicatesIn,
  headOf,
  LIST_FILTERS,
  LIST_HEAD,
  LIST_LAST_FILTERS,
  LIST_TAIL,
  schemeFields,
} from '../shared/scheme-document.ts'

/** Clawback (the spec's negative redemption): takes back wrong payments, by settled line (domain.md 2.12). */
export const schemeClawback = defineDocument({
  ...headOf('negativeRedemption', { changes: ['funds', 'device'] }),
  name: 'schemeClawback',
  table: 'scheme_clawback',
  number: { prefix: 'SN', reset: 'month' },
  // The customer's statement.
  attachments: { max: 20, required: true },
  fields: {
    ...schemeFields,
    customerCode: f.ref(customerReference, { required: true }),
    recovery: f.choice(['rebate', 'receivable', 'money'], { required: true }),
    postingDate: f.date({ required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    operatingUnitCode: { ...f.ref(operatingUnitReference), computed: true },
    // Its budget's month is closed: headquarters recovers it, and band T4 decides.
    closedPeriod: { ...f.flag(), computed: true },
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    // The execution and its line, `SE26110001/1`.
    settledLine: f.code({ required: true, max: 30 }),
    fundingNo: { ...f.ref(namedFunding), computed: true },
    budgetCode: { ...f.code(), computed: true },
    executedNet: f.money({ computed: true }),
    amount: f.money({ required: true }),
    recoveryReason: f.choice(['returned', 'diversion', 'falseClaim', 'overCalculation'], { required: true }),
    imeis: f.list({ most: 500, longest: 20 }),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('negativeRedemption', 'negative_redemption'),
  // A clawback naturally resembles its claim, so it is compared with other clawbacks only.
  duplicates: duplicatesIn('schemeRecovery'),
  view: {
    title: 'recovery',
    subject: ['schemeNo', 'customerCode'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      [
        'schemeNo',
        'areaId',
        'customerCode',
        'operatingUnitCode',
        'recovery',
        'postingDate',
        'currency',
        'closedPeriod',
      ],
      ['reason'],
    ],
    form: ['schemeNo', 'customerCode', 'recovery', 'postingDate', 'reason'],
    lines: {
      columns: ['settledLine', 'fundingNo', 'budgetCode', 'executedNet', 'amount', 'recoveryReason', 'imeis', 'remark'],
      frozen: ['settledLine'],
      sum: 'amount',
      card: ['settledLine', 'recoveryReason'],
    },
  },
  list: {
    columns: [...LIST_HEAD, 'customerCode', 'recovery', 'totalAmount', ...LIST_TAIL],
    filters: [...LIST_FILTERS, 'customerCode', 'recovery', 'currency', 'settledLine', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type SchemeClawback = typeof schemeClawback
export interface SchemeClawbackHeader extends HeaderOf<SchemeClawback> {}
export interface SchemeClawbackLine extends LineOf<SchemeClawback> {}
export interface SchemeClawbackContent extends Content<SchemeClawback> {}
