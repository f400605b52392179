import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Amount } from '#kernel/base/money/money.ts'
import { fundsErrors } from '../funds.errors.ts'

// The types for other areas' documents that move customer funds.

/** Accounts of a customer: prepaid money, rebates, receivables. */
export const CUSTOMER_KINDS = ['RECHARGE', 'REBATE', 'RECEIVABLE'] as const
/** Clearing accounts of an operating unit: the contra side of every movement. */
export const CLEARING_KINDS = ['REBATE_CLEARING', 'BANK_CLEARING', 'AR_CONTROL', 'LOSS'] as const
export type AccountKind = (typeof CUSTOMER_KINDS)[number] | (typeof CLEARING_KINDS)[number]

/** The act of a document that moves funds; its journal has the same key. */
export interface FundsDocument {
  readonly id: string
  readonly round: number
  readonly action: string
  readonly documentType: string
  /** The document's number, from which the numbers of new items derive. */
  readonly no: string
}

/** Customer, operating unit and currency of an account. */
export interface FundsKey {
  readonly customerCode: string
  readonly operatingUnitCode: string
  readonly currency: string
}

/** A current account; a missing one already has its id and is created by the first effect that needs it. */
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
  /** The part of `avl` that may be spent today, without expired batches. */
  readonly spendable: Amount
}

/** Whether a person may see a row of a customer's funds, for the sight of facts. Clearing accounts belong to no customer. */
export function seesFunds(
  row: { readonly scope_id: number; readonly customer_code: string | null },
  reader: Pick<Principal, 'scope' | 'limits'>,
): boolean {
  const own = reader.limits?.['customer_code']
  const isTheirs = !own || row.customer_code === null || own.includes(row.customer_code)
  return isTheirs && (row.customer_code === null || inScope(reader.scope, row.scope_id))
}

/** The account of a customer; refused like a missing one where the reader may not see the customer. */
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

/** The clearing account of an operating unit. */
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
