import { APPROVAL_STATES, pushedActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea, currencyReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { priceApplication } from '../application/price-application.doc.ts'
import { validity } from '../shared/validity.ts'
import { pricePlaces } from '../price.documents.ts'
import { namedClassification, namedRole } from '../shared/price-references.ts'
import { BASES, LADDER, PERCENT, PRICE_MODES, TAX_MODES } from '../shared/price-terms.ts'

const DAYS = { label: 'period', of: ['effectiveFrom', 'effectiveTo'] } as const

/** Acts on the rows that an approved review wrote. */
const CHANGE = {
  from: ['approved'],
  to: 'approved',
  by: 'operator',
  right: 'price.review.change',
  posts: true,
  repeats: true,
} as const
/** Without any, all lines of the review. */
const SKUS = f.list({ most: 1000, longest: 40 })
const WHY = f.text({ required: true, max: 500 })

/**
 * Price review: new list prices of a classification or a customer, with their margin (domain.md 2.1). Approved, it writes the rows of the list and ends
 * what they replace. Its approval template has a code that the specification fixes.
 */
export const priceReview = defineDocument({
  name: 'priceReview',
  area: 'price',
  table: 'price_review',
  number: { prefix: 'PA', reset: 'month' },
  api: '/aps/price/review',
  // Submitting starts the approval at once (spec section 7 names the call after the approval's template).
  calls: { submit: '/aps/gs/price/bpm/template-code' },
  pages: pagesOf(pricePlaces.review),
  viewRight: 'price.review.view',
  exportRight: 'price.review.export',
  menu: {
    code: 'price_review',
    pcode: 'process',
    sortIndex: 120,
    // What readers open of a request, and with an id a price of the list.
    formShownTo: ['price.review.view', 'price.list.view'],
  },
  changes: ['priceRow'],
  fields: {
    title: f.text({ required: true, max: 200 }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    classificationCode: f.ref(namedClassification),
    customerCode: f.ref(customerReference),
    tradeTermCode: f.code({ required: true, max: 40 }),
    currency: f.ref(currencyReference, { required: true, max: 3 }),
    basis: f.choice(BASES, { required: true }),
    associatedCode: f.ref(namedClassification),
    taxMode: f.choice(TAX_MODES, { required: true }),
    taxRate: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    mode: f.choice(PRICE_MODES, { required: true }),
    effectiveFrom: f.date({ required: true }),
    effectiveTo: f.date(),
    // A start in the past, which headquarters decide on.
    retro: f.flag({ required: true }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    // For the approval route's conditions, and for whoever reads it later.
    // The application beyond the local authority that it decides on.
    applicationNo: f.document(priceApplication, { states: ['inReview', 'rejected'] }),
    creatorRole: { ...f.text({ max: 80 }), computed: true, refersTo: namedRole },
    priceCutPercent: f.decimal({ ...PERCENT, computed: true }),
  },
  lines: {
    skuCode: f.ref(skuReference, { required: true }),
    // Where the price came from a change in percent: this, and the price before it was rounded.
    percent: f.decimal({ ...PERCENT, min: '-99.99' }),
    exactPrice: f.decimal({ digits: 6, min: '0', max: '1000000000000', unit: 'currency', computed: true }),
    price: f.money({ required: true }),
    ladder: f.ladder(LADDER),
    lineFrom: f.date(),
    lineTo: f.date(),
    previousPrice: f.money({ computed: true }),
    changePercent: f.decimal({ ...PERCENT, computed: true }),
    costBasis: f.money({ computed: true }),
    costOrigin: { ...f.text({ max: 80 }), computed: true },
    margin: f.decimal({ ...PERCENT, computed: true }),
    floorMargin: f.decimal({ ...PERCENT, computed: true }),
    remark: f.text({ max: 200 }),
  },
  // F5: fifty lines by hand; a file may hold more.
  lineLimits: { typed: 50, file: 10_000 },
  attachments: { max: 20 },
  states: APPROVAL_STATES,
  initial: 'draft',
  actions: {
    ...pushedActions('price.review', 'template_gs_price_adj'),
    endEarly: {
      ...CHANGE,
      moves: { validity: 'endEarly' },
      input: { skuCodes: SKUS, day: f.date({ required: true }), reason: WHY },
    },
    revoke: { ...CHANGE, moves: { validity: 'revoke' }, input: { skuCodes: SKUS, reason: WHY } },
    extend: {
      ...CHANGE,
      moves: { validity: 'extend' },
      input: { skuCodes: SKUS, day: f.date({ required: true }), reason: WHY },
    },
  },
  effects: {
    financePush: { after: 'approve', target: 'finance' },
    dataCentrePush: { after: 'approve', target: 'dataCentre', to: 'idcCode' },
  },
  axes: { validity, pushStatus: 'push' },
  view: {
    subject: ['title', 'areaId'],
    currency: 'currency',
    facts: [
      ['title', 'areaId', 'classificationCode', 'customerCode', 'tradeTermCode', 'currency', 'taxMode', 'taxRate'],
      [DAYS, 'mode', 'retro', 'basis', 'associatedCode', 'applicationNo', 'priceCutPercent', 'creatorRole'],
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
      'retro',
      'basis',
      'associatedCode',
      'applicationNo',
      'reason',
    ],
    lines: {
      columns: [
        'skuCode',
        'previousPrice',
        'percent',
        'exactPrice',
        'price',
        'changePercent',
        'ladder',
        'costBasis',
        'costOrigin',
        'margin',
        'floorMargin',
        'lineFrom',
        'lineTo',
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
      'areaId',
      'classificationCode',
      'customerCode',
      'tradeTermCode',
      'currency',
      'effectiveFrom',
      'effectiveTo',
      'basis',
      'creatorRole',
      'currentHolder',
      'waitingSince',
      'validity',
      'drafter',
      'pushStatus',
      'createdAt',
    ],
    filters: [
      'no',
      'state',
      'validity',
      'idcCode',
      'areaId',
      'classificationCode',
      'customerCode',
      'skuCode',
      'tradeTermCode',
      'currency',
      'basis',
      'applicationNo',
      'effectiveFromFrom',
      'effectiveFromTo',
      'pushStatus',
      'drafter',
      'createdFrom',
      'createdTo',
    ],
    sort: ['no', 'createdAt', 'effectiveFrom'],
  },
})

export type PriceReview = typeof priceReview
export interface PriceReviewHeader extends HeaderOf<PriceReview> {}
export interface PriceReviewLine extends LineOf<PriceReview> {}
export interface PriceReviewContent extends Content<PriceReview> {}
