import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { currencyReference } from '#areas/organisation/references.facade.ts'
import { skuReference, spuReference } from '#areas/product/references.facade.ts'
import { actionsOf, headOf, partialApproval, placeFields, beneficiaryFields, RESERVED } from '../shared/scheme-document.ts'
import { BASES, LADDER, REBATE_TYPES, SCHEME_TYPES, SETTLEMENT_PERIODS } from '../shared/scheme-types.ts'

const DAYS = { label: 'period', of: ['startDate', 'endDate'] } as const

/**
 * Policy application: a funded channel programme (domain.md 2.4). Each line has a beneficiary and product, the
 * calculation of its amount, and a paying budget: several budgets pay for one thing by several lines (decision 064).
 */
export const schemeApplication = defineDocument({
  ...headOf('application'),
  name: 'schemeApplication',
  table: 'scheme_application',
  number: { prefix: 'SC', reset: 'month' },
  fields: {
    name: f.text({ required: true, max: 100 }),
    schemeType: f.choice(SCHEME_TYPES, { required: true }),
    ...placeFields,
    productClass: f.choice(['phone', 'iot'], { required: true }),
    currency: f.ref(currencyReference, { required: true, max: 3 }),
    startDate: f.date({ required: true }),
    endDate: f.date({ required: true }),
    claimDeadline: f.date({ required: true }),
    settlementPeriod: f.choice(SETTLEMENT_PERIODS, { required: true }),
    settlementNo: f.code({ max: 40 }),
    rebateType: f.choice(REBATE_TYPES, { required: true }),
    withholdRate: f.decimal({ required: true, digits: 2, min: '0', max: '100', unit: '%' }),
    // Paid without a prior accrual (point D3 of the domain model).
    directExecution: f.flag(),
    // Price protection: units that the customer had at the end of this day, received within so many days before.
    referenceDate: f.date(),
    coverageDays: f.integer({ range: [1, 3650] }),
    // A pre-order campaign: for one SPU (B9).
    bookingActivity: f.flag(),
    // Price support: may coincide with a special price that allows it too (2.13).
    stackable: f.flag(),
    expectedSales: f.money(),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
    approvedTotal: f.money({ computed: true }),
    expectedReturn: f.decimal({ digits: 2, min: '0', max: '1000000000000', computed: true }),
    // It begins before its approval.
    retroactive: { ...f.flag(), computed: true },
  },
  lines: {
    ...beneficiaryFields,
    skuCode: f.ref(skuReference),
    spuCode: f.ref(spuReference),
    basis: f.choice(BASES, { required: true }),
    unitAmount: f.money(),
    ratePercent: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    ladderKind: f.choice(['percent', 'unit']),
    ladder: f.ladder(LADDER),
    plannedQuantity: f.quantity(),
    // Price protection: the customer's units, frozen at the submit (decision 067).
    stockUnits: { ...f.integer(), computed: true },
    lineCurrency: f.ref(currencyReference, { max: 3 }),
    amount: f.money({ required: true }),
    approvedAmount: f.money({ computed: true }),
    budgetCode: f.code({ required: true }),
    availableAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('application', 'scheme_application'),
  ...RESERVED,
  partialApproval: partialApproval('application'),
  // The same promise twice, whatever else differs.
  duplicates: {
    group: 'schemePromise',
    states: ['underApproval', 'approved'],
    of: 'lines',
    who: 'customerCode',
    orWho: 'channelCode',
    amount: 'amount',
    currency: 'currency',
    period: { from: 'startDate', to: 'endDate' },
  },
  view: {
    subject: ['schemeType', 'name', 'areaId'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      [
        'name',
        'schemeType',
        'areaId',
        'productClass',
        'currency',
        DAYS,
        'claimDeadline',
        'settlementPeriod',
        'settlementNo',
      ],
      [
        'rebateType',
        'withholdRate',
        'directExecution',
        'bookingActivity',
        'stackable',
        'referenceDate',
        'coverageDays',
      ],
      ['expectedSales', 'expectedReturn', 'retroactive', 'approvedTotal'],
      ['reason'],
    ],
    form: [
      'name',
      'schemeType',
      'areaId',
      'productClass',
      'currency',
      'startDate',
      'endDate',
      'claimDeadline',
      'settlementPeriod',
      'settlementNo',
      'rebateType',
      'withholdRate',
      'directExecution',
      'bookingActivity',
      'stackable',
      'referenceDate',
      'coverageDays',
      'expectedSales',
      'reason',
    ],
    lines: {
      columns: [
        'customerCode',
        'channelCode',
        'storeCode',
        'skuCode',
        'spuCode',
        'basis',
        'unitAmount',
        'ratePercent',
        'ladderKind',
        'ladder',
        'plannedQuantity',
        'stockUnits',
        'lineCurrency',
        'amount',
        'approvedAmount',
        'budgetCode',
        'availableAmount',
        'remark',
      ],
      frozen: ['customerCode'],
      sum: 'amount',
      card: ['customerCode', 'channelCode', 'storeCode', 'skuCode'],
    },
  },
  list: {
    columns: [
      'no',
      'name',
      'schemeType',
      'state',
      'totalAmount',
      'approvedTotal',
      'startDate',
      'endDate',
      'claimDeadline',
      'rebateType',
      'reserveStatus',
      'pushStatus',
      'currentHolder',
      'waitingSince',
      'drafter',
      'createdAt',
    ],
    filters: [
      'no',
      'name',
      'schemeType',
      'state',
      'idcCode',
      'productClass',
      'rebateType',
      'currency',
      'customerCode',
      'channelCode',
      'storeCode',
      'budgetCode',
      'reserveStatus',
      'pushStatus',
      'drafter',
      'createdFrom',
      'createdTo',
    ],
    sort: ['no', 'createdAt', 'totalAmount', 'startDate', 'endDate'],
  },
})

export type SchemeApplication = typeof schemeApplication
export interface SchemeApplicationHeader extends HeaderOf<SchemeApplication> {}
export interface SchemeApplicationLine extends LineOf<SchemeApplication> {}
export interface SchemeApplicationContent extends Content<SchemeApplication> {}
