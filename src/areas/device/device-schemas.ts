import { Type } from 'typebox'
import { nullable, oneOf, text, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import { CLAIM_STATES, EVENTS, HOLDER_TYPES, STATUSES } from './device-wire.ts'

// Answers of this area: schemas for the server, and their types for both.

/** One row of the list. */
export const deviceRow = Type.Object({
  id: text,
  imei1: nullable(text),
  imei2: nullable(text),
  sn: text,
  skuCode: text,
  skuName: text,
  status: oneOf(STATUSES),
  holderType: oneOf(HOLDER_TYPES),
  holderCode: text,
  holderName: nullable(text),
  isHolding: Type.Boolean({ description: 'false: the caller’s customer had it and has it no more' }),
  customerCode: nullable(text),
  customerName: nullable(text),
  heldFrom: text,
  activatedOn: nullable(text),
  activationCountry: nullable(text),
  soldOutAt: nullable(text),
})
export type DeviceRow = Wire<typeof deviceRow>

/** A custody interval; the holder is omitted where the reader may not see them. */
const custody = Type.Object({
  from: text,
  until: nullable(text),
  event: nullable(oneOf(EVENTS)),
  holderType: Type.Union([oneOf(HOLDER_TYPES), Type.Null({ description: 'none of the caller’s business' })]),
  holderCode: nullable(text),
  holderName: nullable(text),
  customerCode: nullable(text),
  documentNo: nullable(text),
  orderNo: nullable(text),
  price: nullable(text),
  currency: nullable(text),
})
export type CustodyView = Wire<typeof custody>

/** A claim on or payment for a device; only for people who may see prices. */
const claim = Type.Object({
  schemeType: text,
  documentNo: nullable(text),
  documentType: nullable(text),
  formInstanceId: nullable(text),
  /** Its pages, where the reader may see documents of that type. */
  url: nullable(text),
  mobileUrl: nullable(text),
  state: oneOf(CLAIM_STATES),
  amount: text,
  currency: text,
  customerCode: text,
  heldAt: text,
  paidAt: nullable(text),
  endedAt: nullable(text),
})
export type ClaimView = Wire<typeof claim>

export const deviceDetail = Type.Object({
  device: Type.Object({
    id: text,
    imei1: nullable(text),
    imei2: nullable(text),
    sn: text,
    skuCode: text,
    skuName: text,
    spuCode: text,
    materialCode: nullable(text),
    colour: nullable(text),
    cartonSn: nullable(text),
    palletSn: nullable(text),
    producedOn: text,
    destinationCountry: text,
    isRegistered: Type.Boolean(),
    quality: oneOf(['good', 'hold', 'scrap']),
    isDemo: Type.Boolean(),
    status: oneOf(STATUSES),
    soldOutAt: nullable(text),
    activatedOn: nullable(text),
    activationCountry: nullable(text),
  }),
  custody: Type.Array(custody),
  claims: Type.Union([Type.Array(claim), Type.Null({ description: 'without the right to see prices' })]),
})
export type DeviceDetail = Wire<typeof deviceDetail>
