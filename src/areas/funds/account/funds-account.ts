import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Amount } from '#kernel/base/money/money.ts'
import { fundsErrors } from '../funds.errors.ts'

// What the documents of other areas are about when they touch customer funds.

/** What a customer has: money paid in, rebates, what he owes. */
export const CUSTOMER_KINDS = ['RECHARGE', 'REBATE', 'RECEIVABLE'] as const
/** What an operating unit clears through: the other side of every movement. */
export const CLEARING_KINDS = ['REBATE_CLEARING', 'BANK_CLEARING', 'AR_CONTROL', 'LOSS'] as const
export type AccountKind = (typeof CUSTOMER_KINDS)[number] | (typeof CLEARING_KINDS)[number]

/** The act of a document that moves funds; its journal has the same key. */
export interface FundsDocument {
  readonly id: string
  readonly round: number
  readonly action: string
  readonly documentType: string
  /** The document's number: what is made of it is called after it. */
  readonly no: string
}

/** Of which customer, with which operating unit, in which currency. */
export interface FundsKey {
  readonly customerCode: string
  readonly operatingUnitCode: string
  readonly currency: string
}

/** An account as it stands; one that is not there yet has its id already and is made by the effect that first needs it. */
export interface FundsAccount {
  readonly account: string
  readonly isNew: boolean
  readonly kind: AccountKind
  readonly scopeId: number
  /** Null: of the operating unit itself. */
  readonly customerCode: string | null
  readonly operatingUnitCode: string
  readonly currency: string
  readonly minorDigits: number
  readonly avl: Amount
  readonly occ: Amount
  readonly rcv: Amount
  readonly crd: Amount
  /** What of `avl` may be spent today: batches that have ended may not. */
  readonly spendable: Amount
}

/** Whether somebody may see a row of a customer's funds: which a fact tells of. What an operating unit clears through is no customer's. */
export function seesFunds(
  row: { readonly scope_id: number; readonly customer_code: string | null },
  reader: Pick<Principal, 'scope' | 'limits'>,
): boolean {
  const own = reader.limits?.['customer_code']
  const isTheirs = !own || row.customer_code === null || own.includes(row.customer_code)
  return isTheirs && (row.customer_code === null || inScope(reader.scope, row.scope_id))
}

/** The account of a customer; refused in the words of one who does not exist where the reader does not see him. */
export function accountOf(
  accounts: readonly FundsAccount[],
  kind: (typeof CUSTOMER_KINDS)[number],
  { customerCode, operatingUnitCode, currency }: FundsKey,
): FundsAccount {
  const found = accounts.find(
    (each) =>
      each.kind === kind &&
      each.customerCode === customerCode &&
      each.operatingUnitCode === operatingUnitCode &&
      each.currency === currency,
  )
  if (found) return found
  throw new Refused(fundsErrors.customerUnknown({ customer: customerCode, unit: operatingUnitCode, currency }))
}

/** The account that an operating unit clears through. */
export function clearingOf(
  accounts: readonly FundsAccount[],
  kind: (typeof CLEARING_KINDS)[number],
  { operatingUnitCode, currency }: Pick<FundsKey, 'operatingUnitCode' | 'currency'>,
): FundsAccount {
  const found = accounts.find(
    (each) => each.kind === kind && each.operatingUnitCode === operatingUnitCode && each.currency === currency,
  )
  if (!found) throw new Error(`${operatingUnitCode} clears nothing in ${currency}`)
  return found
}
