import type { NamedChannel } from '#areas/budget/budget.facade.ts'
import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import type { NamedStore } from '#areas/store/store.facade.ts'
import type { Limits } from '#kernel/platform/access/principal.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { Basis } from '../shared/scheme-types.ts'

// The beneficiary of a scheme line (domain.md 2.4, decision 072): a customer, one of their stores, or all customers of a channel.

export interface Beneficiary {
  readonly customerCode: string | null
  /** All of its customers, by their current records. */
  readonly channelCode: string | null
  /** One store of the customer. */
  readonly storeCode: string | null
}

export interface BeneficiaryFacts {
  readonly customers: ReadonlyMap<string, NamedCustomer>
  readonly channels: ReadonlyMap<string, NamedChannel>
  readonly stores: ReadonlyMap<string, NamedStore>
}

/** Names of the fields for beneficiaries. */
export type BeneficiaryFields = Readonly<Record<keyof Beneficiary, string>>

interface Place {
  readonly areaId: number
  readonly basis: Basis
  readonly row: number
}

const FIELDS: BeneficiaryFields = { customerCode: 'customerCode', channelCode: 'channelCode', storeCode: 'storeCode' }

/** Purchases and stock belong to the customer and are not counted by store. */
const BY_STORE: readonly Basis[] = ['sellThrough', 'sellOut', 'activation', 'fixed']

/** Refusals of a line's beneficiary. */
export function checkBeneficiary(
  beneficiary: Beneficiary,
  of: Place,
  facts: BeneficiaryFacts,
  fields: BeneficiaryFields = FIELDS,
): Refusal[] {
  const { customerCode, channelCode } = beneficiary
  const at = (field: keyof Beneficiary): At => ({ field: fields[field], row: of.row })
  if (customerCode === null && channelCode === null) return [schemeErrors.beneficiaryMissing({}, at('customerCode'))]
  if (customerCode !== null && channelCode !== null) return [schemeErrors.beneficiaryTwice({}, at('channelCode'))]
  const refusals: Refusal[] = []
  const customer = customerCode === null ? null : facts.customers.get(customerCode)
  if (customerCode !== null && (!customer?.isEnabled || customer.areaId !== of.areaId))
    refusals.push(schemeErrors.customerUnknown({ customer: customerCode }, at('customerCode')))
  const channel = channelCode === null ? null : facts.channels.get(channelCode)
  if (channelCode !== null && (!channel?.isEnabled || channel.areaId !== of.areaId))
    refusals.push(schemeErrors.channelUnknown({ channel: channelCode }, at('channelCode')))
  return [...refusals, ...checkStore(beneficiary, of, facts, fields)]
}

/** Refusals about the store: it belongs to the customer, and the basis is counted by store. */
export function checkStore(
  { customerCode, channelCode, storeCode }: Beneficiary,
  { basis, row }: Pick<Place, 'basis' | 'row'>,
  { stores }: Pick<BeneficiaryFacts, 'stores'>,
  { storeCode: field }: BeneficiaryFields = FIELDS,
): Refusal[] {
  if (storeCode === null) return []
  const store = stores.get(storeCode)
  const refusals: Refusal[] = []
  if (channelCode !== null) refusals.push(schemeErrors.storeOfChannel({}, { field, row }))
  else if (!store?.isEnabled || store.customerCode !== customerCode)
    refusals.push(schemeErrors.storeUnknown({ store: storeCode }, { field, row }))
  if (!BY_STORE.includes(basis)) refusals.push(schemeErrors.storeNotCounted({}, { field, row }))
  return refusals
}

/** Whether the reader may see the beneficiary: nothing is revealed about others, not even that facts exist. */
export function isKnown(
  { customerCode, channelCode }: Beneficiary,
  facts: Partial<Omit<BeneficiaryFacts, 'stores'>>,
): boolean {
  if (customerCode !== null) return facts.customers?.has(customerCode) ?? false
  return channelCode !== null && (facts.channels?.has(channelCode) ?? false)
}

/**
 * Whether a line is only for beneficiaries that a reader is limited to (054); people limited to a customer see all of
 * the customer's stores.
 */
export function isWithin({ customerCode, storeCode }: Beneficiary, limits: Limits): boolean {
  const [customers, stores] = [limits['customer_code'], limits['store_code']]
  if (customers && !(customerCode !== null && customers.includes(customerCode))) return false
  return !stores || (storeCode === null ? customers !== undefined : stores.includes(storeCode))
}

/** Whether it covers a customer, individually or through the channel. */
export function isFor(
  beneficiary: Pick<Beneficiary, 'customerCode' | 'channelCode'>,
  { code, channelCode }: { readonly code: string; readonly channelCode: string | null },
): boolean {
  return beneficiary.customerCode === null ? beneficiary.channelCode === channelCode : beneficiary.customerCode === code
}

/** Refusals of a scheme line for a document about a customer. */
export function checkFor(
  beneficiary: Pick<Beneficiary, 'customerCode' | 'channelCode'>,
  customer: { readonly code: string; readonly channelCode: string | null },
  at: At,
): Refusal[] {
  if (isFor(beneficiary, customer)) return []
  return beneficiary.customerCode === null
    ? [schemeErrors.notOfChannel({ channel: beneficiary.channelCode ?? '' }, at)]
    : [schemeErrors.notOfCustomer({ customer: beneficiary.customerCode }, at)]
}

/** Whether two lines share a customer, as far as their records are known. */
export function isOfBoth(
  one: Beneficiary,
  other: Beneficiary,
  { customers }: Pick<BeneficiaryFacts, 'customers'>,
): boolean {
  const channelOf = ({ customerCode, channelCode }: Beneficiary) =>
    customerCode === null ? channelCode : (customers.get(customerCode)?.channelCode ?? null)
  if (one.customerCode !== null && other.customerCode !== null) return one.customerCode === other.customerCode
  const channel = channelOf(one)
  return channel !== null && channel === channelOf(other)
}
