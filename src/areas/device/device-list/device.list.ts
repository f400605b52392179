import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import type { DeviceRow } from '../device-schemas.ts'
import { DEVICE_PATH, HOLDER_TYPES, STATUS_COLOURS, STATUSES } from '../device-wire.ts'

type Column = ListColumn<DeviceRow>

const field = (name: string) => `devicePage.fields.${name}`
const column = (kind: Column['kind'], key: string, more: Partial<Column> = {}): Column => ({
  key,
  kind,
  title: field(key),
  ...more,
})

const sorted = { isSorted: true, isSortBounded: true } as const

/** Devices with who has them; looked up by several numbers at once. */
export const devices = defineList<DeviceRow>({
  name: 'device',
  path: DEVICE_PATH,
  calls: { count: 'count' },
  right: 'device.registry.view',
  exportRight: 'device.registry.export',
  title: 'devicePage.list.title',
  menu: {
    code: 'imei_list',
    pcode: 'imei',
    sortIndex: 600,
    name: 'menu.list',
    icon: 'barcode',
    buttons: ['device.price.view'],
  },
  emptyText: 'devicePage.list.empty',
  ways: 'devicePage.list.ways',
  address: ({ id }) => `/imei/pc/detail?id=${id}`,
  columns: [
    column('document', 'imei1', { value: ({ imei1, sn }) => imei1 ?? sn, fileValue: ({ imei1 }) => imei1, ...sorted }),
    column('code', 'imei2', { width: 150 }),
    column('code', 'sn', { width: 170, ...sorted }),
    column('text', 'skuName', { width: 220 }),
    column('code', 'sku', { width: 150, value: ({ skuCode }) => skuCode, ...sorted }),
    column('state', 'status', { words: 'devicePage.status', colours: STATUS_COLOURS, ...sorted }),
    column('text', 'holderType', {
      width: 130,
      // A reader who is limited to a customer also sees devices that this customer no longer has, and stock of a day those that moved on since.
      value({ holderType, isHolding }, text) {
        const name = text(`devicePage.holders.${holderType}`)
        return isHolding ? name : `${name} (${text('devicePage.detail.gone')})`
      },
      fileValue: ({ holderType }, text) => text(`devicePage.holders.${holderType}`),
    }),
    column('text', 'holder', {
      width: 200,
      // A consumer has no name here.
      value: ({ holderName, holderCode }) => holderName ?? (holderCode === '-' ? null : holderCode),
      fileValue: ({ holderName, holderCode }) => holderName ?? holderCode,
    }),
    column('code', 'holderCode', { isHidden: true }),
    column('text', 'customer', { width: 200, value: ({ customerName }) => customerName }),
    column('time', 'heldFrom', sorted),
    column('time', 'soldOutAt', sorted),
    column('day', 'activatedOn', sorted),
    column('text', 'activationCountry', { isCodeInFile: true }),
  ],
  phone: {
    search: { filter: 'number', hint: 'devicePage.list.hint', label: 'devicePage.filters.number' },
    none: 'devicePage.list.nothing',
    more: 'devicePage.list.more',
    head: { title: 'imei1', below: [] },
    shown: ['skuName', 'status', 'holderType', 'holder', 'heldFrom'],
    address: ({ id }) => `/imei/mobile/detail?id=${id}`,
  },
  fileOrder:
    'imei1 imei2 sn sku skuName status holderType holder holderCode customer heldFrom soldOutAt activatedOn activationCountry',
  filters: [
    // Fifty IMEI with spaces between them (spec sections 5 and 9), and more.
    { kind: 'text', name: 'number', title: 'devicePage.filters.number', isList: true, max: 1_000 },
    { kind: 'text', name: 'skuCode', title: field('sku') },
    { kind: 'choice', name: 'status', title: field('status'), values: STATUSES, words: 'devicePage.status' },
    { kind: 'text', name: 'customerCode', title: 'devicePage.filters.customer' },
    { kind: 'dates', name: 'activated', title: field('activatedOn'), isOfDays: true },
    { kind: 'dates', name: 'soldOut', title: field('soldOutAt') },
    {
      kind: 'choice',
      name: 'holderType',
      title: field('holderType'),
      values: HOLDER_TYPES,
      words: 'devicePage.holders',
    },
    { kind: 'text', name: 'holderCode', title: field('holderCode') },
    { kind: 'text', name: 'storeCode', title: 'devicePage.filters.store' },
    { kind: 'text', name: 'cartonSn', title: field('carton'), isList: true, max: 100 },
    { kind: 'text', name: 'palletSn', title: field('pallet'), isList: true, max: 100 },
    { kind: 'text', name: 'frozenBy', title: 'devicePage.filters.frozenBy' },
    { kind: 'number', name: 'frozenLine', title: 'devicePage.filters.frozenLine', range: [1, 100_000] },
  ],
})
