import { Type } from 'typebox'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { CLAIM_STATES, DEVICE_PATH, type DeviceDetail, EVENTS, HOLDER_TYPES, STATUSES } from '../device-wire.ts'
import { detailOf } from './device-detail.server.ts'

const text = Type.String()
const orNull = Type.Union([text, Type.Null()])
const words = <T extends string>(list: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(list.map((each) => Type.Literal(each))))

export const deviceDetailRoute = defineRoute({
  method: 'POST',
  path: `${DEVICE_PATH}/detail`,
  right: 'device.registry.view',
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
