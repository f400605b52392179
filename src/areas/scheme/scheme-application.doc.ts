import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/document/definition.ts'
import { f } from '#kernel/document/fields.ts'
import { actionsOf, headOf, placeFields } from './scheme-document.ts'
import { BASES, LADDER, REBATE_TYPES, SCHEME_TYPES, SETTLEMENT_PERIODS } from './scheme-types.ts'

const DAYS = { label: 'period', of: ['startDate', 'endDate'] } as const

/**
 * Policy application: a funded channel programme (domain.md 2.4). Each line says for which customer and product, how its amount is
 * calculated, and which budget pays for it: several budgets pay for one thing by several lines (decision 064).
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
    currency: f.code({ required: true, max: 3 }),
    startDate: f.date({ required: true }),
    endDate: f.date({ required: true }),
    claimDeadline: f.date({ required: true }),
    settlementPeriod: f.choice(SETTLEMENT_PERIODS, { required: true }),
    settlementNo: f.code({ max: 40 }),
    rebateType: f.choice(REBATE_TYPES, { required: true }),
    withholdRate: f.decimal({ required: true, digits: 2, min: '0', max: '100', unit: '%' }),
    // Paid out without an accrual before it (point D3 of the domain model).
    directExecution: f.flag(),
    // Price protection: units that the customer had when this day ended, and had got so many days before at most.
    referenceDate: f.date(),
    coverageDays: f.integer({ range: [1, 3650] }),
    // A reservation campaign: for one SPU (B9).
    bookingActivity: f.flag(),
    // Price support: may meet a special price that says so too (2.13).
    stackable: f.flag(),
    expectedSales: f.money(),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
    expectedReturn: f.decimal({ digits: 2, min: '0', max: '1000000000000', computed: true }),
    // It begins before anybody has agreed to it.
    retroactive: { ...f.flag(), computed: true },
  },
  lines: {
    customerCode: f.code({ required: true, names: 'customers', limitedBy: 'customer_code' }),
    skuCode: f.code({ names: 'skus' }),
    spuCode: f.code({ names: 'spus' }),
    basis: f.choice(BASES, { required: true }),
    unitAmount: f.money(),
    ratePercent: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    ladderKind: f.choice(['percent', 'unit']),
    ladder: f.ladder(LADDER),
    plannedQuantity: f.quantity(),
    // Price protection: units that the customer had, counted for good when it is handed in (decision 067).
    stockUnits: { ...f.integer(), computed: true },
    lineCurrency: f.code({ max: 3 }),
    amount: f.money({ required: true }),
    budgetCode: f.code({ required: true }),
    availableAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('application', 'scheme_application'),
  reserve: { target: 'finance' },
  // Twice the same promise: whatever else the two say of it.
  alike: {
    group: 'schemePromise',
    states: ['underApproval', 'approved'],
    of: 'lines',
    who: 'customerCode',
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
      ['expectedSales', 'expectedReturn', 'retroactive'],
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
        'budgetCode',
        'availableAmount',
        'remark',
      ],
      frozen: ['customerCode'],
      sum: 'amount',
      card: ['customerCode', 'skuCode'],
    },
  },
  list: {
    columns: [
      'no',
      'name',
      'schemeType',
      'state',
      'totalAmount',
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
