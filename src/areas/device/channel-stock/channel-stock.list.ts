import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'

/** What a customer had for sale of a product at the end of a day, and how long that lasts. */
export interface ChannelStock {
  readonly id: string
  readonly day: string
  readonly customerCode: string
  readonly customerName: string
  readonly skuCode: string
  readonly skuName: string
  readonly units: number
  readonly days30: number
  readonly days60: number
  readonly days90: number
  readonly older: number
  /** With what dealers of the customer have. */
  readonly channelUnits: number
  readonly channelSold: number
  /** Empty where nothing was sold. */
  readonly weeks: string | null
}

const said = (name: string) => `channelStock.${name}`
const column = (
  kind: ListColumn<ChannelStock>['kind'],
  key: keyof ChannelStock,
  more: Partial<ListColumn<ChannelStock>> = {},
): ListColumn<ChannelStock> => ({ key, kind, title: said(`columns.${key}`), ...more })

const filter = (name: 'customerCode' | 'skuCode') =>
  ({ kind: 'text', name, title: said(`columns.${name}`), max: 64 }) as const

/** The units of a row, as the list of devices shows them now. */
const unitsOf = ({ customerCode, skuCode }: ChannelStock) =>
  `/imei/list?${new URLSearchParams({ customerCode, skuCode, status: 'channelStock' })}`

const sorted = { isSorted: true } as const

export const stock = defineList<ChannelStock>({
  name: 'channelStock',
  path: '/aps/device/stock',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  right: 'device.stock.view',
  exportRight: 'device.stock.export',
  title: said('title'),
  note: said('note'),
  menu: { code: 'imei_stock', pcode: 'imei', sortIndex: 610, name: 'menu.stock' },
  emptyText: said('empty'),
  sort: 'customerCode',
  columns: [
    column('text', 'customerName', { isFrozen: true, width: 200 }),
    column('code', 'customerCode', { width: 120, ...sorted }),
    column('text', 'skuName', { width: 220, card: 'title' }),
    column('code', 'skuCode', { width: 150 }),
    column('day', 'day'),
    column('number', 'units', { address: unitsOf, ...sorted }),
    column('number', 'days30'),
    column('number', 'days60'),
    column('number', 'days90'),
    column('number', 'older', sorted),
    column('number', 'channelUnits'),
    column('number', 'channelSold'),
    column('number', 'weeks', sorted),
  ],
  filters: [
    { kind: 'day', name: 'day', title: said('columns.day') },
    filter('customerCode'),
    filter('skuCode'),
    { kind: 'number', name: 'weeksOver', title: said('weeksOver'), range: [0, 1_000] },
  ],
})
