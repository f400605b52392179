import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { PRICE_STATES } from '../list/price-row.list.ts'

/**
 * A price that is in force for the reader's customer or has been announced, by the customer itself or by its classification. Neither cost, margin and
 * floor nor what it was before, why it changed or for whom else it holds is a field.
 */
export interface OwnPrice {
  readonly id: string
  readonly skuCode: string
  readonly skuName: string
  readonly customerName: string
  readonly source: 'customer' | 'classification'
  readonly state: 'effective' | 'pending'
  readonly tradeTermCode: string
  readonly currency: string
  readonly price: string
  readonly ladder: string | null
  readonly taxMode: string
  readonly taxRate: string
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

const own = (name: string) => `priceOwn.${name}`
const column = (
  kind: ListColumn<OwnPrice>['kind'],
  key: keyof OwnPrice,
  more: Partial<ListColumn<OwnPrice>> = {},
): ListColumn<OwnPrice> => ({ key, kind, title: own(`columns.${key}`), ...more })
const sorted = { isSorted: true } as const
const filter = (name: 'skuCode' | 'tradeTermCode') =>
  ({ kind: 'text', name, title: own(`columns.${name}`), max: 64 }) as const

const OWN_STATES = ['effective', 'pending'] as const

export const ownPrices = defineList<OwnPrice>({
  name: 'ownPrice',
  kind: 'priceRow',
  path: '/aps/price/own',
  calls: { page: 'queryByPage', count: 'count', export: 'export', pdf: 'pdf' },
  paper: { per: ['customerName', 'tradeTermCode', 'currency'] },
  right: 'price.own.view',
  exportRight: 'price.own.export',
  title: own('title'),
  menu: { code: 'price_own', pcode: 'process', sortIndex: 122, name: 'menu.own', ofLimit: 'customer_code' },
  emptyText: own('empty'),
  sort: 'skuCode',
  columns: [
    column('code', 'skuCode', { isFrozen: true, width: 150, ...sorted }),
    column('text', 'skuName', { width: 240 }),
    column('state', 'state', { words: own('states'), colours: PRICE_STATES }),
    column('text', 'customerName', { width: 200 }),
    column('word', 'source', { words: own('sources'), isPrintHidden: true }),
    column('code', 'tradeTermCode', sorted),
    column('code', 'currency'),
    column('amount', 'price', sorted),
    column('text', 'ladder', { width: 200 }),
    column('word', 'taxMode', { words: own('taxModes') }),
    column('percent', 'taxRate'),
    column('day', 'effectiveFrom', sorted),
    column('day', 'effectiveTo', sorted),
  ],
  phone: {
    search: { filter: 'skuCode', hint: own('search'), label: own('columns.skuCode') },
    none: own('empty'),
    more: own('more'),
    head: { title: 'skuName', below: ['skuCode'] },
    shown: ['state', 'price', 'ladder', 'tradeTermCode', 'effectiveFrom', 'effectiveTo'],
  },
  filters: [
    { ...filter('skuCode'), byBeginning: true },
    { kind: 'choice', name: 'state', title: own('columns.state'), values: OWN_STATES, words: own('states') },
    filter('tradeTermCode'),
    { kind: 'text', name: 'announcement', title: own('announcement'), max: 32 },
  ],
})
