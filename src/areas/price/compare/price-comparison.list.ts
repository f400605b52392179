import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'

/** A product at a trade term, with its price on both sides; null on the side that has none. */
export interface ComparedPrice {
  readonly id: string
  readonly skuCode: string
  readonly skuName: string
  readonly tradeTermCode: string
  readonly leftId: string | null
  readonly rightId: string | null
  readonly leftPrice: string | null
  readonly rightPrice: string | null
  readonly leftCurrency: string | null
  readonly rightCurrency: string | null
  /** Right less left; null where the sides differ in currency or tax. */
  readonly difference: string | null
  readonly differencePercent: string | null
  /** Both in the reporting currency, where two areas are compared. */
  readonly leftReporting: string | null
  readonly rightReporting: string | null
  readonly reportingPercent: string | null
  readonly leftTax: string | null
  readonly rightTax: string | null
  readonly leftTaxRate: string | null
  readonly rightTaxRate: string | null
  readonly leftFrom: string | null
  readonly leftTo: string | null
  readonly rightFrom: string | null
  readonly rightTo: string | null
  readonly leftCost: string | null
  readonly rightCost: string | null
  readonly leftMargin: string | null
  readonly rightMargin: string | null
}

/** Which rows are shown: both sides have a price, and it differs or not, or one side has none. */
export const COMPARED = ['different', 'same', 'left', 'right'] as const
export type ComparisonFilter = (typeof COMPARED)[number]

const text = (name: string) => `priceComparison.${name}`
/** No index has the rows of two sides in an order, so they are sorted within a bound. */
const sorted = { isSorted: true, isSortBounded: true } as const
const column = (
  kind: ListColumn<ComparedPrice>['kind'],
  key: keyof ComparedPrice,
  more: Partial<ListColumn<ComparedPrice>> = {},
): ListColumn<ComparedPrice> => ({ key, kind, title: text(`columns.${key}`), ...more })

const pageOf = (id: string | null) => (id === null ? null : `/process/price/pc/info?type=view&id=${id}`)
/** Of two areas alone. */
export const REPORTING = ['leftReporting', 'rightReporting', 'reportingPercent'] as const

const ofCalls = (name: string, max = 64) =>
  ({ kind: 'text', name, title: text(`filters.${name}`), max, isOfCalls: true }) as const
const area = (name: string) => ({ kind: 'choice', name, title: text(`filters.${name}`), isOfCalls: true }) as const
const day = (name: string) => ({ kind: 'day', name, title: text(`filters.${name}`), isOfCalls: true }) as const
const filter = (name: 'skuCode' | 'spuCode' | 'tradeTermCode', max = 64) =>
  ({ kind: 'text', name, title: text(`filters.${name}`), max }) as const

/** The prices of two classifications, of two days or of two areas beside each other. */
export const priceComparison = defineList<ComparedPrice>({
  name: 'priceComparison',
  kind: 'priceRow',
  path: '/aps/gs/price/compare',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  polled: '/aps/price/compare/async/export',
  right: 'price.list.view',
  exportRight: 'price.list.export',
  title: text('title'),
  menu: {
    code: 'price_compare',
    pcode: 'process',
    sortIndex: 122,
    name: 'menu.compare',
    icon: 'columns',
    buttons: [PRICE_ROLE.cost, PRICE_ROLE.margin],
  },
  emptyText: text('empty'),
  sort: 'skuCode',
  isQuestion: true,
  start: { shown: 'different' },
  columns: [
    column('code', 'skuCode', { width: 150, isFrozen: true, card: 'below', ...sorted }),
    column('text', 'skuName', { width: 190, card: 'title' }),
    column('code', 'tradeTermCode', sorted),
    column('amount', 'leftPrice', { address: ({ leftId }) => pageOf(leftId), ...sorted }),
    column('code', 'leftCurrency', { width: 110 }),
    column('amount', 'rightPrice', { address: ({ rightId }) => pageOf(rightId), ...sorted }),
    column('code', 'rightCurrency', { width: 116 }),
    column('amount', 'difference', sorted),
    column('percent', 'differencePercent', sorted),
    // Before the amounts that it is of, so that it is seen without scrolling.
    column('percent', 'reportingPercent', { width: 190, ...sorted }),
    column('amount', 'leftReporting', sorted),
    column('amount', 'rightReporting', sorted),
    column('amount', 'leftCost', { right: PRICE_ROLE.cost }),
    column('amount', 'rightCost', { right: PRICE_ROLE.cost }),
    column('percent', 'leftMargin', { right: PRICE_ROLE.margin, ...sorted }),
    column('percent', 'rightMargin', { right: PRICE_ROLE.margin, ...sorted }),
    column('word', 'leftTax', { words: text('taxModes') }),
    column('percent', 'leftTaxRate', { isHidden: true }),
    column('word', 'rightTax', { words: text('taxModes') }),
    column('percent', 'rightTaxRate', { isHidden: true }),
    column('day', 'leftFrom'),
    column('day', 'leftTo'),
    column('day', 'rightFrom'),
    column('day', 'rightTo'),
  ],
  phone: {
    search: { filter: 'skuCode', hint: text('search'), label: text('filters.skuCode') },
    none: text('empty'),
    more: text('more'),
    head: { title: 'skuName', below: ['skuCode', 'tradeTermCode'] },
    shown: [
      'leftPrice',
      'rightPrice',
      'difference',
      'differencePercent',
      'reportingPercent',
      'leftReporting',
      'rightReporting',
      'leftMargin',
      'rightMargin',
    ],
  },
  filters: [
    { ...filter('skuCode', 4000), byBeginning: true, isList: true },
    { kind: 'choice', name: 'shown', title: text('filters.shown'), values: [...COMPARED], words: text('shown') },
    filter('spuCode'),
    filter('tradeTermCode', 40),
    area('areaId'),
    ofCalls('classificationCode'),
    ofCalls('currency', 3),
    day('asOf'),
    area('otherAreaId'),
    ofCalls('otherClassificationCode'),
    ofCalls('otherCurrency', 3),
    day('otherAsOf'),
  ],
})
