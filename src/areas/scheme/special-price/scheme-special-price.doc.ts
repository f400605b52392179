import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { actionsOf, headOf, LIST_LAST_FILTERS, placeFields, rightsOf, RESERVED } from '../shared/scheme-document.ts'

const DAYS = { label: 'period', of: ['validFrom', 'validTo'] } as const
const head = headOf('specialPriceApprovalForm')

/**
 * Special price: a customer buys a limited quantity of a product below the list price for a while (domain.md 2.13). A
 * supporting budget is occupied and committed as by an application; the unsold rest is released at the end.
 */
export const schemeSpecialPrice = defineDocument({
  ...head,
  name: 'schemeSpecialPrice',
  table: 'scheme_special_price',
  number: { prefix: 'SS', reset: 'month' },
  states: { ...head.states, closed: 'grey' },
  fields: {
    ...placeFields,
    customerCode: f.ref(customerReference, { required: true }),
    endCustomerCode: f.ref(customerReference),
    tradeTermCode: f.code({ required: true, max: 40 }),
    currency: f.ref(currencyReference, { required: true, max: 3 }),
    validFrom: f.date({ required: true }),
    validTo: f.date({ required: true }),
    funding: f.choice(['margin', 'budget'], { required: true }),
    settlement: f.choice(['onInvoice', 'claim'], { required: true }),
    // May coincide with another concession for the same units.
    stackable: f.flag({ required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
    belowFloor: { ...f.flag(), computed: true },
  },
  lines: {
    skuCode: f.ref(skuReference, { required: true }),
    listPrice: f.money({ computed: true }),
    specialPrice: f.money({ required: true }),
    quantityCap: f.quantity({ required: true }),
    lineCurrency: f.ref(currencyReference, { max: 3 }),
    unitSupport: f.money(),
    totalSupport: f.money({ computed: true }),
    margin: f.decimal({ digits: 2, min: '-1000000', max: '100', unit: '%', computed: true }),
    costOrigin: { ...f.text({ max: 80 }), computed: true },
    budgetCode: f.code(),
    availableAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: {
    ...actionsOf('specialPriceApprovalForm', 'special_price'),
    close: {
      from: ['approved'],
      to: 'closed',
      by: 'operator',
      right: rightsOf('specialPriceApprovalForm').retry,
      closes: true,
      posts: true,
    },
  },
  ...RESERVED,
  duplicates: {
    group: 'schemePromise',
    states: ['underApproval', 'approved', 'closed'],
    of: 'header',
    who: 'customerCode',
    amount: 'totalAmount',
    currency: 'currency',
    period: { from: 'validFrom', to: 'validTo' },
  },
  view: {
    title: 'funding',
    subject: ['customerCode', DAYS],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['customerCode', 'endCustomerCode', 'areaId', 'tradeTermCode', 'currency', DAYS],
      ['funding', 'settlement', 'stackable', 'belowFloor'],
      ['reason'],
    ],
    form: [
      'areaId',
      'customerCode',
      'endCustomerCode',
      'tradeTermCode',
      'currency',
      'validFrom',
      'validTo',
      'funding',
      'settlement',
      'stackable',
      'reason',
    ],
    lines: {
      columns: [
        'skuCode',
        'listPrice',
        'specialPrice',
        'quantityCap',
        'lineCurrency',
        'unitSupport',
        'totalSupport',
        'margin',
        'costOrigin',
        'budgetCode',
        'availableAmount',
        'remark',
      ],
      frozen: ['skuCode'],
      sum: 'totalSupport',
      card: ['skuCode'],
      judged: ['listPrice', 'totalSupport'],
    },
  },
  list: {
    columns: [
      'no',
      'customerCode',
      'state',
      'funding',
      'settlement',
      'totalAmount',
      'validFrom',
      'validTo',
      'reserveStatus',
      'pushStatus',
      'currentHolder',
      'waitingSince',
      'drafter',
      'createdAt',
    ],
    filters: [
      'no',
      'state',
      'idcCode',
      'customerCode',
      'endCustomerCode',
      'skuCode',
      'funding',
      'settlement',
      'budgetCode',
      'currency',
      'reserveStatus',
      ...LIST_LAST_FILTERS,
    ],
    sort: ['no', 'createdAt', 'totalAmount', 'validFrom', 'validTo'],
  },
})

export type SchemeSpecialPrice = typeof schemeSpecialPrice
export interface SpecialPriceHeader extends HeaderOf<SchemeSpecialPrice> {}
export interface SpecialPriceLine extends LineOf<SchemeSpecialPrice> {}
export interface SpecialPriceContent extends Content<SchemeSpecialPrice> {}
