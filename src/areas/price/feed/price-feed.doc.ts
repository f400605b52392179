import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea, currencyReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { type Content, defineDocument } from '#kernel/engine/definition/definition.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { pricePlaces } from '../price.documents.ts'
import { namedClassification, namedRole } from '../shared/price-references.ts'
import { BASES, PRICE, TAX_MODES } from '../shared/price-terms.ts'

/** The right to import prices: of people who upload files, and of the accounts of systems. */
const RIGHT = 'price.import'
/** The most lines of a message of a system, and of one document that a file becomes. */
export const MOST_FEED_LINES = { message: 5_000, file: 10_000 } as const

/**
 * Price feed: prices of one area that came whole, from a file or from another system, and are in the list without an approval (docs/decisions/129).
 * It may be taken back as a whole while nothing depends on it.
 */
export const priceFeed = defineDocument({
  name: 'priceFeed',
  area: 'price',
  table: 'price_feed',
  number: { prefix: 'PF', reset: 'month' },
  api: '/aps/price/feed',
  pages: pagesOf(pricePlaces.feed),
  viewRight: 'price.feed.view',
  exportRight: 'price.feed.export',
  importKind: 'prices',
  menu: { code: 'price_feed', pcode: 'process', sortIndex: 128 },
  // Whether prices of a review are in force follows from the list.
  changes: ['priceRow', 'priceReview'],
  fields: {
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    source: f.choice(['file', 'system'], { required: true }),
    // The run of the import, or the message of the system.
    reference: f.code({ required: true, max: 100 }),
    reason: f.text({ max: 500 }),
    creatorRole: { ...f.text({ max: 80 }), computed: true, refersTo: namedRole },
    lineCount: { ...f.integer({ range: [1, 10_000] }), computed: true },
  },
  lines: {
    // Its number in the file or the message.
    sourceRow: f.integer({ range: [1, 10_000_000] }),
    classificationCode: f.ref(namedClassification),
    customerCode: f.ref(customerReference),
    skuCode: f.ref(skuReference, { required: true }),
    tradeTermCode: f.code({ required: true, max: 40 }),
    currency: f.ref(currencyReference, { required: true, max: 3 }),
    price: f.decimal({ ...PRICE, required: true }),
    previousPrice: f.decimal({ ...PRICE, computed: true }),
    taxMode: f.choice(TAX_MODES, { required: true }),
    taxRate: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    effectiveFrom: f.date({ required: true }),
    effectiveTo: f.date(),
    basis: f.choice(BASES),
  },
  lineLimits: { typed: MOST_FEED_LINES.file, file: MOST_FEED_LINES.file },
  // A feed is never saved as a draft: this is its state before the submit, which every document needs.
  states: { draft: 'grey', applied: 'green', undone: 'grey' },
  initial: 'draft',
  actions: {
    submit: { from: ['draft'], to: 'applied', by: 'drafter', right: RIGHT, content: 'submitted', posts: true },
    undo: {
      from: ['applied'],
      to: 'undone',
      by: 'operator',
      right: RIGHT,
      posts: true,
      input: { reason: f.text({ required: true, max: 500 }) },
    },
  },
  view: {
    subject: ['areaId'],
    facts: [['areaId', 'source', 'reference', 'lineCount', 'creatorRole'], ['reason']],
    lines: {
      columns: [
        'sourceRow',
        'classificationCode',
        'customerCode',
        'skuCode',
        'tradeTermCode',
        'currency',
        'previousPrice',
        'price',
        'taxMode',
        'taxRate',
        'effectiveFrom',
        'effectiveTo',
        'basis',
      ],
      frozen: ['skuCode'],
      card: ['skuCode'],
      sum: null,
    },
  },
  list: {
    columns: ['no', 'state', 'areaId', 'source', 'reference', 'lineCount', 'drafter', 'createdAt'],
    filters: ['no', 'state', 'areaId', 'source', 'skuCode', 'customerCode', 'drafter', 'createdFrom', 'createdTo'],
    sort: ['no', 'createdAt'],
  },
})

export type PriceFeed = typeof priceFeed
export interface PriceFeedContent extends Content<PriceFeed> {}
