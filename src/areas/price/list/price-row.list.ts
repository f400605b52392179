import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { BASES } from '../shared/price-terms.ts'

/** A version of a price of the list with its key, as the calls answer it. Cost, margin and floor are null without their right. */
export interface PriceRow {
  readonly id: string
  /** The same in all versions. */
  readonly rowId: string
  readonly version: number
  /** The document that it came from; null for prices that were there before. */
  readonly no: string | null
  readonly sourceType: string
  readonly skuCode: string
  readonly skuName: string
  readonly spuCode: string
  readonly areaId: string
  readonly areaName: string
  readonly classificationCode: string | null
  readonly classificationName: string | null
  readonly customerCode: string | null
  readonly customerName: string | null
  readonly tradeTermCode: string
  readonly currency: string
  readonly previousPrice: string | null
  readonly price: string
  readonly changePercent: string | null
  /** Prices by the quantity of an order line. */
  readonly ladder: string | null
  readonly taxMode: string
  readonly taxRate: string
  readonly costBasis: string | null
  readonly margin: string | null
  readonly floorMargin: string | null
  /** Days in the zone of the area, both included; without a last one it holds until something replaces it. */
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly state: PriceState
  readonly basis: string | null
  readonly associatedCode: string | null
  readonly associatedName: string | null
  readonly creatorRole: string | null
  readonly enteredAt: string
}

export const PRICE_STATES = {
  pending: 'blue',
  effective: 'green',
  expired: 'grey',
  inactivated: 'red',
} as const satisfies Readonly<Record<string, StateColour>>
export type PriceState = keyof typeof PRICE_STATES

const text = (name: string) => `priceList.${name}`
const column = (
  kind: ListColumn<PriceRow>['kind'],
  key: keyof PriceRow,
  more: Partial<ListColumn<PriceRow>> = {},
): ListColumn<PriceRow> => ({ key, kind, title: text(`columns.${key}`), ...more })

/** No index has the order of the column. */
const sorted = { isSorted: true, isSortBounded: true } as const
const filter = (name: string, max = 64) => ({ kind: 'text', name, title: text(`columns.${name}`), max }) as const

/** The prices of the list: what is in force, what comes and what was, or what the list said on a past day. */
export const priceRows = defineList<PriceRow>({
  name: 'priceRow',
  path: '/aps/gs/price',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  polled: '/aps/price/list/async/export',
  right: 'price.list.view',
  exportRight: 'price.list.export',
  imports: { kind: 'prices', right: 'price.import' },
  title: text('title'),
  menu: {
    code: 'price_row',
    pcode: 'process',
    sortIndex: 121,
    name: 'menu.rows',
    buttons: ['price.review.submit', 'price.review.change', 'price.import', ...Object.values(PRICE_ROLE)],
  },
  emptyText: text('empty'),
  sort: '-enteredAt',
  newBy: 'entered',
  address: ({ id }) => `/process/price/pc/info?type=view&id=${id}`,
  columns: [
    column('document', 'skuCode', { width: 176, isFrozen: true, ...sorted }),
    column('text', 'skuName', { width: 200 }),
    column('state', 'state', { words: text('states'), colours: PRICE_STATES }),
    column('code', 'areaId', { isHidden: true, value: ({ areaName }) => areaName, isCodeInFile: true, width: 140 }),
    column('text', 'classificationCode', {
      value: ({ classificationName, classificationCode }) => classificationName ?? classificationCode,
      isFieldInFile: true,
      width: 180,
      ...sorted,
    }),
    column('code', 'tradeTermCode', { width: 110, ...sorted }),
    column('code', 'currency', { width: 80 }),
    column('amount', 'price', { width: 130, ...sorted }),
    column('amount', 'previousPrice', { width: 130, ...sorted }),
    column('percent', 'changePercent', { width: 100, ...sorted }),
    // Most prices are of a classification.
    column('text', 'customerCode', {
      value: ({ customerName, customerCode }) => customerName ?? customerCode,
      isFieldInFile: true,
      width: 120,
      ...sorted,
    }),
    column('day', 'effectiveFrom', sorted),
    column('day', 'effectiveTo', sorted),
    column('amount', 'costBasis', { right: PRICE_ROLE.cost, ...sorted }),
    column('percent', 'margin', { right: PRICE_ROLE.margin, ...sorted }),
    column('percent', 'floorMargin', { right: PRICE_ROLE.floor }),
    column('word', 'taxMode', { words: text('taxModes') }),
    column('percent', 'taxRate'),
    column('word', 'basis', { words: text('bases') }),
    column('text', 'associatedCode', {
      value: ({ associatedName, associatedCode }) => associatedName ?? associatedCode,
      isFieldInFile: true,
    }),
    column('text', 'creatorRole'),
    column('number', 'version'),
    column('code', 'no', sorted),
    column('time', 'enteredAt', { isSorted: true }),
  ],
  phone: {
    search: { filter: 'skuCode', hint: text('search'), label: text('columns.skuCode') },
    none: text('empty'),
    more: text('more'),
    head: { title: 'skuName', below: ['skuCode'] },
    shown: ['state', 'price', 'classificationCode', 'customerCode', 'tradeTermCode', 'effectiveFrom', 'effectiveTo'],
    address: ({ id }) => `/process/price/mobile/info?id=${id}`,
  },
  filters: [
    { ...filter('skuCode'), byBeginning: true },
    {
      kind: 'choice',
      name: 'state',
      title: text('columns.state'),
      values: Object.keys(PRICE_STATES),
      words: text('states'),
    },
    { kind: 'choice', name: 'areaId', title: text('columns.areaId'), isNumber: true },
    { kind: 'choice', name: 'idcCode', title: text('columns.idcCode'), isOfCalls: true },
    filter('spuCode'),
    filter('classificationCode'),
    filter('customerCode'),
    filter('tradeTermCode', 40),
    filter('currency', 3),
    { kind: 'choice', name: 'basis', title: text('columns.basis'), values: [...BASES], words: text('bases') },
    { kind: 'dates', name: 'effective', title: text('columns.effective'), isOfDays: true },
    { kind: 'dates', name: 'entered', title: text('columns.enteredAt') },
    filter('no', 20),
    { kind: 'day', name: 'asOf', title: text('columns.asOf') },
  ],
})
