import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { legalEntityReference, operatingUnitReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { locationReference } from '#areas/store/references.facade.ts'
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

/** The effect: less, more, or a full credit with a new invoice line. */
export const ADJUST_TYPES = ['creditNote', 'debitNote', 'rebill'] as const
export type AdjustType = (typeof ADJUST_TYPES)[number]

export const ADJUST_CATEGORIES = ['afterSales', 'priceError', 'other'] as const

/**
 * Invoice adjustment: corrects a posted invoice by a credit note and, where needed, a debit note (domain.md 2.14). The
 * invoice itself never changes.
 */
export const schemeAdjustInvoice = defineDocument({
  ...headOf('adjustInvoice', { changes: ['funds'] }),
  name: 'schemeAdjustInvoice',
  table: 'scheme_adjust_invoice',
  number: { prefix: 'SI', reset: 'month' },
  fields: {
    ...placeFields,
    customerCode: f.ref(customerReference, { required: true }),
    legalEntityCode: f.ref(legalEntityReference, { required: true }),
    operatingUnitCode: f.ref(operatingUnitReference, { required: true }),
    currency: f.code({ required: true, max: 3 }),
    adjustType: f.choice(ADJUST_TYPES, { required: true }),
    category: f.choice(ADJUST_CATEGORIES, { required: true }),
    taxRegime: f.choice(['gst', 'vat', 'none'], { required: true }),
    schemeNo: f.ref(namedScheme, { max: 20 }),
    costBearing: f.flag({ required: true }),
    // The day of the notes.
    postingDate: f.date({ required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    // The sum of absolute changes of all lines, tax included, which decides the band.
    totalAmount: f.money({ computed: true }),
    netEffect: f.money({ computed: true }),
    closedPeriod: { ...f.flag(), computed: true },
  },
  lines: {
    // Number of the invoice and of its line: `GST2600012/1`.
    invoiceLine: f.code({ required: true, max: 80 }),
    invoiceNo: { ...f.code({ max: 64 }), computed: true },
    invoiceLineNo: { ...f.integer(), computed: true },
    skuCode: { ...f.ref(skuReference), computed: true },
    beforePrice: f.money({ computed: true }),
    beforeQuantity: { ...f.integer(), computed: true },
    // Q23 has its own message when it is missing.
    afterPrice: f.money(),
    // Of the uncredited quantity; zero credits all of it.
    afterQuantity: f.integer({ required: true, range: [0, 999_999_999] }),
    taxAmount: f.money({ computed: true }),
    netEffect: f.money({ computed: true }),
    locationCode: f.ref(locationReference),
    subLocation: f.code({ max: 32 }),
    fundingNo: f.ref(namedFunding, { range: [1, 100_000] }),
    budgetCode: { ...f.code(), computed: true },
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('adjustInvoice', 'invoice_adjustment'),
  duplicates: { ...duplicatesIn('schemeSettlement'), number: { of: 'lines', field: 'invoiceNo' } },
  view: {
    title: 'adjustType',
    subject: ['customerCode', 'operatingUnitCode'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['customerCode', 'legalEntityCode', 'operatingUnitCode', 'areaId', 'currency', 'taxRegime'],
      ['adjustType', 'category', 'postingDate', 'closedPeriod', 'netEffect', 'schemeNo', 'costBearing'],
      ['reason'],
    ],
    form: [
      'areaId',
      'customerCode',
      'operatingUnitCode',
      'legalEntityCode',
      'currency',
      'taxRegime',
      'adjustType',
      'category',
      'costBearing',
      'schemeNo',
      'postingDate',
      'reason',
    ],
    lines: {
      columns: [
        'invoiceLine',
        'skuCode',
        'beforePrice',
        'beforeQuantity',
        'afterPrice',
        'afterQuantity',
        'taxAmount',
        'netEffect',
        'locationCode',
        'subLocation',
        'fundingNo',
        'budgetCode',
        'remark',
      ],
      frozen: ['invoiceLine'],
      sum: 'netEffect',
      card: ['invoiceLine', 'skuCode'],
      judged: ['beforePrice', 'taxAmount', 'netEffect'],
    },
  },
  list: {
    columns: [
      ...LIST_HEAD,
      'customerCode',
      'operatingUnitCode',
      'adjustType',
      'category',
      'netEffect',
      'totalAmount',
      'postingDate',
      ...LIST_TAIL,
    ],
    filters: [
      ...LIST_FILTERS,
      'customerCode',
      'operatingUnitCode',
      'adjustType',
      'category',
      'costBearing',
      'invoiceNo',
      'skuCode',
      'currency',
      ...LIST_LAST_FILTERS,
    ],
    sort: ['no', 'createdAt', 'totalAmount', 'postingDate'],
  },
})

export type SchemeAdjustInvoice = typeof schemeAdjustInvoice
export interface AdjustInvoiceHeader extends HeaderOf<SchemeAdjustInvoice> {}
export interface AdjustInvoiceLine extends LineOf<SchemeAdjustInvoice> {}
export interface AdjustInvoiceContent extends Content<SchemeAdjustInvoice> {}
