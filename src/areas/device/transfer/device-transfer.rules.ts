import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { JudgedGroup } from '#kernel/engine/items/item-store.ts'
import { deviceErrors } from '../device.errors.ts'
import type { DeviceTransferContent } from './device-transfer.doc.ts'

/** A customer or dealer that gives or receives, as the drafter may see it. */
export interface Party {
  readonly side: 'from' | 'to'
  readonly code: string
  readonly scopeId: number
  readonly isEnabled: boolean
  /** Of a dealer: its distributor. */
  readonly parentCode: string | null
  /** Where it is: the area of the header, with its data centre. */
  readonly areaId: number
  readonly idcCode: string
  /** The drafter works for a customer who buys from it. */
  readonly isSeller: boolean
  /** Others than the drafter work for it, and the drafter does not. */
  readonly hasStaff: boolean
}

/** A store that gives or receives. */
export interface PartyStore {
  readonly side: 'from' | 'to'
  readonly code: string
  readonly customerCode: string
  readonly isOpen: boolean
}

/** Whether the receiver named what arrived, and how much of it was named. */
export interface Arrival {
  readonly arrival: 'all' | 'named' | null
  readonly arrived: number
}

export interface TransferFacts {
  readonly parties: readonly Party[]
  readonly stores: readonly PartyStore[]
  /** Read for the submit alone. */
  readonly judged?: readonly JudgedGroup[]
  /** Read for an approval alone. */
  readonly arrival?: Arrival | null
}

export type Direction = 'same' | 'down' | 'up'

type Header = DeviceTransferContent['header']

const levelOf = (dealer: string | null, store: string | null): number => (store ? 3 : dealer ? 2 : 1)

/** Down to who buys from the giver, up back to the seller, or to somebody of the same level, whoever's customer they are. */
export function directionOf({ fromCustomer, fromDealer, fromStore, toCustomer, toDealer, toStore }: Header): Direction {
  if (fromCustomer !== toCustomer) return 'same'
  const [from, to] = [levelOf(fromDealer, fromStore), levelOf(toDealer, toStore)]
  return to > from ? 'down' : to < from ? 'up' : 'same'
}

const SIDES = {
  from: { customer: 'fromCustomer', dealer: 'fromDealer', store: 'fromStore', area: 'areaId', idc: 'idcCode' },
  to: { customer: 'toCustomer', dealer: 'toDealer', store: 'toStore', area: 'toAreaId', idc: 'toIdcCode' },
} as const

function checkSide(side: 'from' | 'to', header: Header, { parties, stores }: TransferFacts): readonly Refusal[] {
  const fields = SIDES[side]
  const of = (code: string | null) => parties.find((party) => party.side === side && party.code === code)
  const [customer, dealer, storeCode] = [header[fields.customer], header[fields.dealer], header[fields.store]]
  const unknown = (field: string, code: string) => deviceErrors.partyUnknown({ code }, { field })
  const owner = dealer ?? customer
  const store = stores.find((each) => each.side === side && each.code === storeCode)
  return [
    ...(of(customer) ? [] : [unknown(fields.customer, customer)]),
    ...(isThere(of(customer), header[fields.area], header[fields.idc])
      ? []
      : [deviceErrors.partyElsewhere({ code: customer, area: header[fields.idc] }, { field: fields.area })]),
    ...(dealer === null || of(dealer)?.parentCode === customer
      ? []
      : [deviceErrors.notItsDealer({ dealer, customer }, { field: fields.dealer })]),
    ...(storeCode === null || store?.customerCode === owner
      ? []
      : [deviceErrors.notItsStore({ store: storeCode, customer: owner }, { field: fields.store })]),
    ...(side === 'to' && of(owner)?.isEnabled === false
      ? [deviceErrors.partyDisabled({ code: owner }, { field: dealer ? fields.dealer : fields.customer })]
      : []),
    ...(side === 'to' && store?.isOpen === false
      ? [deviceErrors.partyDisabled({ code: store.code }, { field: fields.store })]
      : []),
  ]
}

const isThere = (party: Party | undefined, areaId: number, idcCode: string): boolean =>
  !party || (party.areaId === areaId && party.idcCode === idcCode)

export function checkTransfer({ header }: DeviceTransferContent, facts: TransferFacts): readonly Refusal[] {
  const { fromCustomer, fromDealer, fromStore, toCustomer, toDealer, toStore } = header
  const isSame = fromCustomer === toCustomer && fromDealer === toDealer && fromStore === toStore
  const judged = facts.judged ?? []
  const [first] = judged
  const hasGood = judged.some(({ units }) => units > 0)
  return [
    ...checkSide('from', header, facts),
    ...checkSide('to', header, facts),
    ...(isSame ? [deviceErrors.sameParty({}, { field: 'toCustomer' })] : []),
    ...(!first || first.total === 0
      ? [deviceErrors.noNumbers()]
      : hasGood
        ? []
        : [deviceErrors.noGoodNumbers({ count: first.total })]),
  ]
}

/** The lines that the good numbers make, by product. */
export const linesOf = (judged: readonly JudgedGroup[] = []) =>
  judged.flatMap(({ group, units }) => (group !== null && units > 0 ? [{ skuCode: group, quantity: units }] : []))

/** The receiver says what arrived before they agree; where nothing did, they reject. */
export function checkArrival({ arrival }: TransferFacts): readonly Refusal[] {
  if (!arrival?.arrival) return [deviceErrors.arrivalMissing()]
  return arrival.arrival === 'named' && arrival.arrived === 0 ? [deviceErrors.nothingArrived()] : []
}

/** Whose people are asked beside the maker's: those of the giver and of the receiver, where they have accounts. */
export function staffedSides({ header }: Pick<DeviceTransferContent, 'header'>, { parties }: TransferFacts) {
  const isStaffed = (side: 'from' | 'to') => {
    const code = holderOf(side, header)
    return parties.some((party) => party.side === side && party.code === code && party.hasStaff)
  }
  return { giverStaff: isStaffed('from'), receiverStaff: isStaffed('to') }
}

/** The customer or dealer who has the devices before or after. */
export const holderOf = (side: 'from' | 'to', header: Header): string =>
  header[SIDES[side].dealer] ?? header[SIDES[side].customer]
