import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { operatingUnitReference } from '#areas/organisation/references.facade.ts'
import { namedFunding, namedScheme } from '../drafts-and-names/scheme-references.ts'
import {
  actionsOf,
  duplicatesIn,
  headOf,
  LIST_FILTERS,
  LIST_HEAD,
  LIST_LAST_FILTERS,
  LIST_TAIL,
  placeFields,
} from '../shared/scheme-document.ts'

export const ADJUST_REASONS = [
  'rebateOffset',
  'priceDifference',
  'shortPayment',
  'tax',
  'fx',
  'smallBalance',
  'badDebt',
] as const
export type AdjustReason = (typeof ADJUST_REASONS)[number]

/** The accompanying tax document, by the country's regime. */
export const TAX_DOCUMENTS = ['none', 'gstCreditNote', 'gstDebitNote', 'vatCreditNote', 'vatDebitNote'] as const
export type TaxDocument = (typeof TAX_DOCUMENTS)[number]

/** Receivables adjustment: lowers, raises or moves a customer's receivables (domain.md 2.11). Invoices are unchanged; open items change. */
export const schemeReceivablesAdjustment = defineDocument({
  ...headOf('receivablesAdjustment', { changes: ['funds'] }),
  name: 'schemeReceivablesAdjustment',
  table: 'scheme_receivables_adjustment',
  number: { prefix: 'SR', reset: 'month' },
  fields: {
    ...placeFields,
    customerCode: f.ref(customerReference, { required: true }),
    operatingUnitCode: f.ref(operatingUnitReference, { required: true }),
    currency: f.code({ required: true, max: 3 }),
    adjustReason: f.choice(ADJUST_REASONS, { required: true }),
    // A scheme may be named without bearing it.
    schemeNo: f.ref(namedScheme, { max: 20 }),
    costBearing: f.flag({ required: true }),
    taxDocument: f.choice(TAX_DOCUMENTS, { required: true }),
    postingDate: f.date({ required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
    // Posted into a closed month: band T4.
    closedPeriod: { ...f.flag(), computed: true },
  },
  lines: {
    itemNo: f.code({ required: true }),
    itemKind: { ...f.choice(['invoice', 'debitNote', 'creditMemo', 'receipt']), computed: true },
    openAmount: f.money({ computed: true }),
    direction: f.choice(['decrease', 'increase', 'move'], { required: true }),
    amount: f.money({ required: true }),
    taxAmount: f.money(),
    toCustomerCode: f.ref(customerReference),
    // The bearing part of the scheme.
    fundingNo: f.ref(namedFunding, { range: [1, 100_000] }),
    budgetCode: { ...f.code(), computed: true },
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('receivablesAdjustment', 'receivables_adjustment'),
  duplicates: { ...duplicatesIn('schemeSettlement'), number: { of: 'lines', field: 'itemNo' } },
  view: {
    title: 'adjustReason',
    subject: ['customerCode', 'operatingUnitCode'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['customerCode', 'operatingUnitCode', 'areaId', 'currency', 'adjustReason', 'postingDate'],
      ['schemeNo', 'costBearing', 'taxDocument', 'closedPeriod'],
      ['reason'],
    ],
    form: [
      'areaId',
      'customerCode',
      'operatingUnitCode',
      'currency',
      'adjustReason',
      'costBearing',
      'schemeNo',
      'taxDocument',
      'postingDate',
      'reason',
    ],
    lines: {
      columns: [
        'itemNo',
        'itemKind',
        'openAmount',
        'direction',
        'amount',
        'taxAmount',
        'toCustomerCode',
        'fundingNo',
        'budgetCode',
        'remark',
      ],
      frozen: ['itemNo'],
      sum: 'amount',
      card: ['itemNo', 'direction'],
    },
  },
  list: {
    columns: [
      ...LIST_HEAD,
      'customerCode',
      'operatingUnitCode',
      'adjustReason',
      'totalAmount',
      'postingDate',
      ...LIST_TAIL,
    ],
    filters: [
      ...LIST_FILTERS,
      'customerCode',
      'operatingUnitCode',
      'adjustReason',
      'costBearing',
      'itemNo',
      'currency',
      ...LIST_LAST_FILTERS,
    ],
    sort: ['no', 'createdAt', 'totalAmount', 'postingDate'],
  },
})

export type SchemeReceivablesAdjustment = typeof schemeReceivablesAdjustment
export interface ReceivablesAdjustmentHeader extends HeaderOf<SchemeReceivablesAdjustment> {}
export interface ReceivablesAdjustmentLine extends LineOf<SchemeReceivablesAdjustment> {}
export interface ReceivablesAdjustmentContent extends Content<SchemeReceivablesAdjustment> {}
