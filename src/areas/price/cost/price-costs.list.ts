import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'

/** What a product costs in an area from a day on, and the least margin of its prices. */
export interface PriceCost {
  readonly id: string
  readonly skuCode: string
  readonly skuName: string
  readonly area: string
  readonly currency: string
  readonly cost: string
  readonly floor: string
  /** Days of the area; without a last one it holds until another begins. */
  readonly from: string
  readonly to: string | null
  readonly state: 'pending' | 'effective' | 'expired'
  readonly setBy: string
  readonly setAt: string
  readonly sourceNo: string | null
}

const own = (name: string) => `priceCosts.${name}`
const column = (kind: ListColumn<PriceCost>['kind'], key: keyof PriceCost, more: Partial<ListColumn<PriceCost>> = {}) =>
  ({ key, kind, title: own(key), ...more }) as ListColumn<PriceCost>

export const COST_STATES = ['effective', 'pending', 'expired'] as const

export const priceCosts = defineList<PriceCost>({
  name: 'priceCost',
  path: '/aps/price/cost',
  calls: { page: 'list', count: 'count', export: 'export' },
  right: 'price.cost.view',
  exportRight: 'price.cost.view',
  imports: { kind: 'costs', right: 'price.cost.edit' },
  title: own('title'),
  menu: {
    code: 'price_cost',
    pcode: 'process',
    sortIndex: 126,
    name: 'menu.costs',
    icon: 'table',
    buttons: ['price.cost.edit'],
  },
  emptyText: own('empty'),
  sort: 'skuCode',
  newBy: 'set',
  columns: [
    column('code', 'skuCode', { isFrozen: true, isSorted: true }),
    column('text', 'skuName', { width: 240, card: 'title' }),
    column('text', 'area', { width: 160 }),
    column('code', 'currency'),
    column('amount', 'cost'),
    column('percent', 'floor', { width: 110 }),
    column('day', 'from', { isSorted: true }),
    column('day', 'to'),
    column('state', 'state', {
      words: own('states'),
      colours: { effective: 'green', pending: 'blue', expired: 'grey' },
    }),
    column('text', 'setBy', { width: 140 }),
    column('time', 'setAt'),
    column('code', 'sourceNo', { width: 140 }),
  ],
  phone: {
    search: { filter: 'skuCode', hint: own('search'), label: own('skuCode') },
    none: own('empty'),
    more: own('more'),
    head: { title: 'skuName', below: ['skuCode'] },
    shown: ['area', 'cost', 'floor', 'from', 'to', 'state', 'setBy', 'setAt'],
  },
  fileOrder: 'skuCode skuName area currency cost floor from to state setBy setAt sourceNo',
  filters: [
    { kind: 'text', name: 'skuCode', title: own('skuCode'), max: 64, byBeginning: true },
    { kind: 'text', name: 'area', title: own('area'), max: 64 },
    { kind: 'text', name: 'currency', title: own('currency'), max: 3 },
    { kind: 'choice', name: 'state', title: own('state'), values: COST_STATES, words: own('states') },
    { kind: 'dates', name: 'from', title: own('from'), isOfDays: true },
    { kind: 'dates', name: 'set', title: own('setAt') },
  ],
})
