import type { StateColour } from '#kernel/engine/definition/definition.ts'

// Wire types of this area, shared by server and pages.

export const DEVICE_PATH = '/aps/device'

/** Colours of the states of a device. */
export const STATUS_COLOURS = {
  inStock: 'blue',
  allocated: 'orange',
  inTransit: 'orange',
  channelStock: 'blue',
  soldOut: 'green',
  activated: 'green',
  returned: 'red',
  locked: 'red',
  demo: 'grey',
  scrapped: 'grey',
} as const satisfies Record<string, StateColour>
export type DeviceStatus = keyof typeof STATUS_COLOURS
export const STATUSES = Object.keys(STATUS_COLOURS) as readonly DeviceStatus[]

export const CLAIM_COLOURS = {
  held: 'orange',
  paid: 'green',
  released: 'grey',
  recovered: 'red',
} as const satisfies Record<string, StateColour>

export type ClaimStateName = keyof typeof CLAIM_COLOURS
export const CLAIM_STATES = Object.keys(CLAIM_COLOURS) as readonly ClaimStateName[]

export const HOLDER_TYPES = [
  'factory',
  'warehouse',
  'transit',
  'customer',
  'dealer',
  'store',
  'consumer',
  'service',
  'scrap',
] as const
export type HolderType = (typeof HOLDER_TYPES)[number]

export const EVENTS = [
  'produced',
  'inbound',
  'shipped',
  'sellIn',
  'sellThrough',
  'sellOut',
  'returned',
  'transferred',
  'adjusted',
] as const
export type CustodyEvent = (typeof EVENTS)[number]

/** One row of the list. */
export interface DeviceRow {
  readonly id: string
  readonly imei1: string | null
  readonly imei2: string | null
  readonly sn: string
  readonly skuCode: string
  readonly skuName: string
  readonly status: DeviceStatus
  readonly holderType: HolderType
  readonly holderCode: string
  readonly holderName: string | null
  /** False where the reader's customer had it and no longer has. */
  readonly isHolding: boolean
  readonly customerCode: string | null
  readonly customerName: string | null
  readonly heldFrom: string
  readonly activatedAt: string | null
  readonly activationCountry: string | null
  readonly soldOutAt: string | null
}

/** A custody interval; the holder is omitted where the reader may not see them. */
export interface CustodyView {
  readonly from: string
  readonly until: string | null
  readonly event: CustodyEvent | null
  readonly holderType: HolderType | null
  readonly holderCode: string | null
  readonly holderName: string | null
  readonly customerCode: string | null
  readonly documentNo: string | null
  readonly orderNo: string | null
  readonly price: string | null
  readonly currency: string | null
}

/** A claim on or payment for a device; only for people who may see prices. */
export interface ClaimView {
  readonly schemeType: string
  readonly documentNo: string | null
  readonly documentType: string | null
  readonly formInstanceId: string | null
  /** Its pages, where the reader may see documents of that type. */
  readonly url: string | null
  readonly mobileUrl: string | null
  readonly state: ClaimStateName
  readonly amount: string
  readonly currency: string
  readonly customerCode: string
  readonly heldAt: string
  readonly paidAt: string | null
  readonly endedAt: string | null
}

export interface DeviceDetail {
  readonly device: {
    readonly id: string
    readonly imei1: string | null
    readonly imei2: string | null
    readonly sn: string
    readonly skuCode: string
    readonly skuName: string
    readonly spuCode: string
    readonly materialCode: string | null
    readonly colour: string | null
    readonly cartonSn: string | null
    readonly palletSn: string | null
    readonly producedOn: string
    readonly destinationCountry: string
    readonly isRegistered: boolean
    readonly quality: 'good' | 'hold' | 'scrap'
    readonly isDemo: boolean
    readonly status: DeviceStatus
    readonly soldOutAt: string | null
    readonly activatedAt: string | null
    readonly activationCountry: string | null
  }
  readonly custody: readonly CustodyView[]
  /** Null without the right to see them. */
  readonly claims: readonly ClaimView[] | null
}

/** Scheme types with a label here; claims may have others, shown by code. */
const SCHEME_TYPES = [
  'priceProtection',
  'sellInRebate',
  'sellThroughRebate',
  'sellOutRebate',
  'targetRebate',
  'display',
  'promoterIncentive',
  'priceSupport',
] as const

export function isKnownSchemeType(type: string): type is (typeof SCHEME_TYPES)[number] {
  return (SCHEME_TYPES as readonly string[]).includes(type)
}
