import type { StateColour } from '#kernel/engine/definition/definition.ts'

// Names of this area, shared by server and pages.

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
  'switched',
] as const
export type CustodyEvent = (typeof EVENTS)[number]

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
