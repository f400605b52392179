import { type Static, Type } from 'typebox'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { cutPage, edgesSchema, type KeyedPlace, placeOf, waySchema } from '#kernel/engine/document/list/keyed-page.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { deviceErrors } from './device.errors.ts'
import {
  CLAIM_STATES,
  DEVICE_PATH,
  type DeviceDetail,
  type DeviceRow,
  EVENTS,
  HOLDER_TYPES,
  STATUSES,
} from './device-wire.ts'
import { detailOf, timeOf } from './device-detail/device-detail.server.ts'
import { deviceCount, type DeviceFilters, numbersOf, readDevices } from './device-list/device-list.queries.ts'

export const VIEW = 'device.registry.view'
/** Numbers at once in the list; a file with more is an import. */
const MOST_NUMBERS = 500
/** Counting stops here: the filters are meant to narrow. */
const MOST_COUNTED = 100_000

const text = Type.String()
const orNull = Type.Union([text, Type.Null()])
const words = <T extends string>(list: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(list.map((each) => Type.Literal(each))))
const code = Type.String({ maxLength: 64 })
const moment = Type.String({
  maxLength: 40,
  pattern: String.raw`^(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?$`,
})
const oneOrMore = <T extends string>(list: readonly T[]) =>
  Type.Union([words(list), Type.Array(words(list), { maxItems: list.length })])

export const filters = {
  number: Type.Optional(
    Type.Union([Type.String({ maxLength: 12_000 }), Type.Array(Type.String({ maxLength: 40 }), { maxItems: 600 })]),
  ),
  skuCode: Type.Optional(code),
  status: Type.Optional(oneOrMore(STATUSES)),
  holderType: Type.Optional(oneOrMore(HOLDER_TYPES)),
  holderCode: Type.Optional(code),
  customerCode: Type.Optional(code),
  frozenBy: Type.Optional(code),
  frozenLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  activatedFrom: Type.Optional(moment),
  activatedTo: Type.Optional(moment),
}
const listBody = Type.Object(
  {
    page: Type.Optional(Type.Literal(1)),
    limit: Type.Optional(Type.Integer()),
    from: Type.Optional(Type.String({ pattern: String.raw`^\d{1,18}$` })),
    way: Type.Optional(waySchema),
    ...filters,
  },
  { additionalProperties: false },
)

/** Filters that no index answers well, and nonexistent days, are refused as the caller's mistake. */
export function requireAnswerable(asked: DeviceFilters): void {
  if (numbersOf(asked).length > MOST_NUMBERS)
    throw new Refused(deviceErrors.tooMany({ most: MOST_NUMBERS }, { field: 'number' }))
  for (const field of ['activatedFrom', 'activatedTo'] as const) {
    const value = asked[field]
    if (!value) continue
    const time = Date.parse(value)
    const isDay = !Number.isNaN(time) && (value.length > 10 || new Date(time).toISOString().startsWith(value))
    if (!isDay || value.startsWith('0000'))
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  }
}

const row = Type.Object({
  id: text,
  imei1: orNull,
  imei2: orNull,
  sn: text,
  skuCode: text,
  skuName: text,
  status: words(STATUSES),
  holderType: words(HOLDER_TYPES),
  holderCode: text,
  holderName: orNull,
  isHolding: Type.Boolean({ description: 'false: the caller’s customer had it and has it no more' }),
  customerCode: orNull,
  customerName: orNull,
  heldFrom: text,
  activatedAt: orNull,
  activationCountry: orNull,
  soldOutAt: orNull,
})

const page = defineRoute({
  method: 'POST',
  path: `${DEVICE_PATH}/page`,
  right: VIEW,
  summary: 'Devices with who has them, the newest first; `from` is the device after which the page begins',
  mode: 'read',
  body: listBody,
  data: Type.Object({
    records: Type.Array(row),
    recordTotal: Type.Null(),
    capped: Type.Boolean(),
    edges: edgesSchema,
  }),
  async handler(tx, { principal, language }, { body }) {
    const { from, way, ...asked } = body as Static<typeof listBody> & DeviceFilters & Partial<KeyedPlace>
    requireAnswerable(asked)
    const { limit } = pageOf(body)
    const place = placeOf(from, way)
    const found = await readDevices(tx, principal, language, asked, { ...place, limit: limit + 1 })
    const { records, edges } = cutPage(found, limit, place)
    return { records: records.map(rowOf), recordTotal: null, capped: false, edges }
  },
})

export function rowOf(found: DeviceRow): DeviceRow {
  return {
    ...found,
    heldFrom: new Date(found.heldFrom).toISOString(),
    activatedAt: timeOf(found.activatedAt),
    soldOutAt: timeOf(found.soldOutAt),
  }
}

const count = defineRoute({
  method: 'POST',
  path: `${DEVICE_PATH}/count`,
  right: VIEW,
  summary: 'How many devices match, up to 100,000',
  mode: 'read',
  body: Type.Object(filters, { additionalProperties: false }),
  data: totalSchema,
  async handler(tx, { principal, now }, { body }) {
    const asked = body as DeviceFilters
    requireAnswerable(asked)
    const [found] = await tx.rows(deviceCount(principal, asked, MOST_COUNTED + 1))
    const total = found?.total ?? 0
    return {
      recordTotal: Math.min(total, MOST_COUNTED),
      capped: total > MOST_COUNTED,
      asOf: now.toISOString(),
    }
  },
})

const detail = defineRoute({
  method: 'POST',
  path: `${DEVICE_PATH}/detail`,
  right: VIEW,
  summary: 'A device by its id or any of its numbers: what it is, who had it, and what was paid for it',
  mode: 'read',
  body: Type.Object(
    {
      id: Type.Optional(Type.String({ pattern: String.raw`^\d{1,18}$` })),
      number: Type.Optional(Type.String({ maxLength: 40 })),
    },
    { additionalProperties: false },
  ),
  data: Type.Unsafe<DeviceDetail>(
    Type.Object({
      device: Type.Object({
        id: text,
        imei1: orNull,
        imei2: orNull,
        sn: text,
        skuCode: text,
        skuName: text,
        spuCode: text,
        materialCode: orNull,
        colour: orNull,
        cartonSn: orNull,
        palletSn: orNull,
        producedOn: text,
        destinationCountry: text,
        isRegistered: Type.Boolean(),
        quality: words(['good', 'hold', 'scrap']),
        isDemo: Type.Boolean(),
        status: words(STATUSES),
        soldOutAt: orNull,
        activatedAt: orNull,
        activationCountry: orNull,
      }),
      custody: Type.Array(
        Type.Object({
          from: text,
          until: orNull,
          event: Type.Union([words(EVENTS), Type.Null()]),
          holderType: Type.Union([words(HOLDER_TYPES), Type.Null({ description: 'none of the caller’s business' })]),
          holderCode: orNull,
          holderName: orNull,
          customerCode: orNull,
          documentNo: orNull,
          orderNo: orNull,
          price: orNull,
          currency: orNull,
        }),
      ),
      claims: Type.Union([
        Type.Array(
          Type.Object({
            schemeType: text,
            documentNo: orNull,
            documentType: orNull,
            formInstanceId: orNull,
            url: orNull,
            mobileUrl: orNull,
            state: words(CLAIM_STATES),
            amount: text,
            currency: text,
            customerCode: text,
            heldAt: text,
            paidAt: orNull,
            endedAt: orNull,
          }),
        ),
        Type.Null({ description: 'without the right to see prices' }),
      ]),
    }),
  ),
  handler: (tx, context, { body }) => detailOf(tx, context, body),
})

export const deviceRoutes: readonly Route[] = [page, count, detail]
