import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea, currencyReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { APPROVAL_STATES, postingActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, lineTable } from '#kernel/engine/definition/definition.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { pricePlaces } from '../price.documents.ts'
import { namedClassification, namedRole } from '../shared/price-references.ts'
import { BASES, PERCENT, PRICE_MODES, TAX_MODES } from '../shared/price-terms.ts'

const LIFE = postingActions('price.application', 'price_application')
/** Of the product itself: no role has it. */
export const OUTCOME_RIGHT = 'price.application.outcome'
const DAYS = { label: 'period', of: ['effectiveFrom', 'effectiveTo'] } as const

/**
 * Price application: a local request for a price that does not exist or must differ, with what competitors ask (domain.md 2.17). Within the local
 * authority its approval writes the price; beyond it, it becomes a price review and waits for its outcome.
 */
export const priceApplication = defineDocument({
  name: 'priceApplication',
  area: 'price',
  table: 'price_application',
  number: { prefix: 'PQ', reset: 'month' },
  api: '/aps/price/application',
  pages: pagesOf(pricePlaces.application),
  viewRight: 'price.application.view',
  exportRight: 'price.application.export',
  menu: { code: 'price_application', pcode: 'process', sortIndex: 125 },
  changes: ['priceRow', 'priceReview'],
  fields: {
    title: f.text({ required: true, max: 200 }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    classificationCode: f.ref(namedClassification),
    customerCode: f.ref(customerReference),
    tradeTermCode: f.code({ required: true, max: 40 }),
    currency: f.ref(currencyReference, { required: true, max: 3 }),
    basis: f.choice(BASES, { required: true }),
    taxMode: f.choice(TAX_MODES, { required: true }),
    taxRate: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    mode: f.choice(PRICE_MODES, { required: true }),
    effectiveFrom: f.date({ required: true }),
    effectiveTo: f.date(),
    market: f.text({ required: true, max: 500 }),
    expectedVolume: f.quantity(),
    reason: f.text({ required: true, max: 500 }),
    creatorRole: { ...f.text({ max: 80 }), computed: true, refersTo: namedRole },
    priceCutPercent: f.decimal({ ...PERCENT, computed: true }),
    // Whether the country may decide alone.
    authority: { ...f.choice(['within', 'beyond']), computed: true },
  },
  lines: {
    skuCode: f.ref(skuReference, { required: true }),
    price: f.money({ required: true }),
    expectedQuantity: f.quantity(),
    previousPrice: f.money({ computed: true }),
    changePercent: f.decimal({ ...PERCENT, computed: true }),
    margin: f.decimal({ ...PERCENT, computed: true }),
    floorMargin: f.decimal({ ...PERCENT, computed: true }),
    remark: f.text({ max: 200 }),
  },
  lineLimits: { typed: 50, file: 50 },
  tables: {
    quotes: lineTable({
      fields: {
        competitor: f.text({ required: true, max: 100 }),
        product: f.text({ required: true, max: 200 }),
        // The product of a line that it competes with; of an application with one line this one.
        skuCode: f.ref(skuReference),
        quoted: f.decimal({ digits: 2, min: '0.01', max: '1000000000', required: true }),
        quoteCurrency: f.ref(currencyReference, { required: true, max: 3 }),
        seenOn: f.date({ required: true }),
        // In the currency of the application, at the booking rate of the day on which it was seen, and where that came from.
        converted: f.decimal({ digits: 2, min: '0', max: '1000000000000', unit: 'currency', computed: true }),
        conversion: { ...f.choice(['same', 'booking', 'noRate']), computed: true },
        rateOrigin: { ...f.text({ max: 80 }), computed: true },
        // By how much the requested price is above it, or below.
        difference: f.decimal({ ...PERCENT, computed: true }),
        remark: f.text({ max: 200 }),
      },
      limits: { typed: 50, file: 50, optional: true },
      view: { card: ['competitor', 'product'] },
    }),
  },
  attachments: { max: 20 },
  states: { ...APPROVAL_STATES, inReview: 'blue' },
  initial: 'draft',
  actions: {
    ...LIFE,
    approve: { ...LIFE.approve, otherwise: { to: 'inReview', where: 'authority', is: 'beyond' } },
    // What came of the review, which the product notes by itself. A review that was rejected may be submitted again.
    settle: { from: ['inReview', 'rejected'], to: 'approved', by: 'operator', right: OUTCOME_RIGHT },
    refuse: { from: ['inReview'], to: 'rejected', by: 'operator', right: OUTCOME_RIGHT },
    // The review could not be submitted: its draft waits for the applicant.
    leave: { from: ['inReview'], to: 'inReview', by: 'operator', right: OUTCOME_RIGHT, repeats: true },
  },
  view: {
    subject: ['title', 'areaId'],
    currency: 'currency',
    facts: [
      ['title', 'areaId', 'classificationCode', 'customerCode', 'tradeTermCode', 'currency', 'taxMode', 'taxRate'],
      [DAYS, 'mode', 'basis', 'expectedVolume', 'priceCutPercent', 'authority', 'creatorRole'],
      ['market'],
      ['reason'],
    ],
    form: [
      'title',
      'areaId',
      'classificationCode',
      'customerCode',
      'tradeTermCode',
      'currency',
      'taxMode',
      'taxRate',
      'mode',
      'effectiveFrom',
      'effectiveTo',
      'basis',
      'expectedVolume',
      'market',
      'reason',
    ],
    lines: {
      columns: [
        'skuCode',
        'previousPrice',
        'price',
        'changePercent',
        'margin',
        'floorMargin',
        'expectedQuantity',
        'remark',
      ],
      frozen: ['skuCode'],
      card: ['skuCode'],
      judged: ['previousPrice'],
      sum: null,
    },
  },
  list: {
    columns: [
      'no',
      'title',
      'state',
      'authority',
      'areaId',
      'classificationCode',
      'customerCode',
      'tradeTermCode',
      'currency',
      'effectiveFrom',
      'effectiveTo',
      'basis',
      'currentHolder',
      'waitingSince',
      'drafter',
      'createdAt',
    ],
    filters: [
      'no',
      'state',
      'authority',
      'idcCode',
      'areaId',
      'classificationCode',
      'customerCode',
      'skuCode',
      'tradeTermCode',
      'basis',
      'effectiveFromFrom',
      'effectiveFromTo',
      'drafter',
      'createdFrom',
      'createdTo',
    ],
    sort: ['no', 'createdAt', 'effectiveFrom'],
  },
})

export type PriceApplication = typeof priceApplication
export type PriceApplicationContent = Content<PriceApplication>
