import { Type } from 'typebox'
import { oneOf } from '#kernel/platform/http/wire-schemas.ts'
import { cutPage } from '#kernel/engine/document/list/keyed-page.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { requireDays, requireTimes } from '#kernel/engine/read-list/require-days.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { deviceErrors } from '../device.errors.ts'
import { deviceRow, type DeviceRow } from '../device-schemas.ts'
import { HOLDER_TYPES, STATUSES } from '../device-wire.ts'
import { timeOf } from '../device-detail/device-detail.server.ts'
import { devicePage as en } from '../locale/page.en.ts'
import { devicePage as zh } from '../locale/page.zh.ts'
import { allDevices, deviceAt, deviceCount, readDevices, readSortedDevices } from './device-list.queries.ts'
import { type DeviceFilters, numbersOf } from './device-source.server.ts'
import { devices } from './device.list.ts'

/** Numbers at once in the list; a file with more is an import. */
const MOST_NUMBERS = 500
/** Counting stops here. */
const MOST_COUNTED = 1_000_000
/** More than a file may have is refused by the export itself. */
const MOST_IN_FILE = 1_000_001

const code = Type.String({ maxLength: 64 })
const moment = Type.String({
  maxLength: 40,
  pattern: String.raw`^(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?$`,
})
const oneOrMore = <T extends string>(list: readonly T[]) =>
  Type.Union([oneOf(list), Type.Array(oneOf(list), { maxItems: list.length })])

/** Several are an array, or separated by spaces. */
const numbers = (most: number) =>
  Type.Union([Type.String({ maxLength: most * 20 }), Type.Array(Type.String({ maxLength: 40 }), { maxItems: most })])
const day = Type.String({ maxLength: 10, pattern: String.raw`^(\d{4}-\d\d-\d\d)?$` })

const filters = {
  number: Type.Optional(numbers(600)),
  skuCode: Type.Optional(code),
  status: Type.Optional(oneOrMore(STATUSES)),
  holderType: Type.Optional(oneOrMore(HOLDER_TYPES)),
  holderCode: Type.Optional(code),
  customerCode: Type.Optional(code),
  storeCode: Type.Optional(code),
  cartonSn: Type.Optional(numbers(100)),
  palletSn: Type.Optional(numbers(100)),
  frozenBy: Type.Optional(code),
  frozenLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  activatedFrom: Type.Optional(day),
  activatedTo: Type.Optional(day),
  soldOutFrom: Type.Optional(moment),
  soldOutTo: Type.Optional(moment),
}
/** Filters that no index could answer well, and days that do not exist, are refused. */
function requireAnswerable(given: DeviceFilters): void {
  if (numbersOf(given).length > MOST_NUMBERS)
    throw new Refused(deviceErrors.tooMany({ most: MOST_NUMBERS }, { field: 'number' }))
  requireDays(given, ['activatedFrom', 'activatedTo'])
  requireTimes(given, ['soldOutFrom', 'soldOutTo'])
}

function rowOf(found: DeviceRow): DeviceRow {
  return {
    ...found,
    heldFrom: new Date(found.heldFrom).toISOString(),
    soldOutAt: timeOf(found.soldOutAt),
  }
}

export const devicesList = serveList(devices, {
  summaries: {
    page: 'Devices with who has them, the newest first; `from` is the device after which the page begins',
    count: 'How many devices match, up to 1,000,000',
  },
  filters,
  row: deviceRow,
  check: requireAnswerable,
  from: String.raw`^\d{1,18}$`,
  async keyedPage(tx, { principal, language, asked }: ListQuery<DeviceFilters, undefined>, { limit, ...place }) {
    const found = await readDevices(tx, principal, language, asked, { ...place, limit: limit + 1 })
    const { records, edges } = cutPage(found, limit, place)
    return { records: records.map(rowOf), edges }
  },
  keyAt: async (tx, { principal, asked }, rows) => (await tx.first(deviceAt(principal, asked, rows)))?.id ?? null,
  async sortedPage(tx, { principal, language, asked, sort }, place) {
    return (await readSortedDevices(tx, principal, language, asked, { ...place, sort })).map(rowOf)
  },
  mostCounted: MOST_COUNTED,
  isCountClosed: true,
  counted: async (tx, { principal, asked }, most) => (await tx.first(deviceCount(principal, asked, most)))?.total ?? 0,
  key: 'id',
  texts: { devicePage: { en, zh } },
  rows: ({ principal, language, asked, sort }) => allDevices(principal, language, asked, sort),
  count: ({ principal, asked }) => deviceCount(principal, asked, MOST_IN_FILE),
  rowOf: (_query, found) => rowOf(found),
})
