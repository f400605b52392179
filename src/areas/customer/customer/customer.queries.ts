import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** A customer as other areas see it. */
export interface Customer {
  readonly code: string
  readonly nameZh: string
  readonly nameEn: string
  readonly kind: 'distributor' | 'dealer'
  readonly state: 'draft' | 'approved' | 'enabled' | 'disabled'
  readonly countryCode: string
  readonly organisationId: number
  readonly operatingUnitCode: string | null
  readonly oerpCode: string | null
}

const byCode = prepared<Customer>(
  'customer.by-code',
  `select code, name_zh as "nameZh", name_en as "nameEn", kind, state, country_code as "countryCode", organisation_id as "organisationId",
     operating_unit_code as "operatingUnitCode", oerp_code as "oerpCode"
   from customer where code = $1 and ($2::int[] is null or scope_id = any ($2))`,
)

/** A customer by code, within the person's organisations. */
export function customerByCode(
  tx: Tx,
  person: Pick<Principal, 'scope' | 'limits'>,
  code: string,
): Promise<Customer | undefined> {
  const { scope } = person
  const isTheirs = isWithinLimits(person, 'customer', () => code)
  return isTheirs ? tx.first(byCode(code, scope === 'all' ? null : scope)) : Promise.resolve(undefined)
}

const configured = prepared<{ code: string }>(
  'customer.trade-terms',
  `select c.trade_term_code as code from customer_trade_term c join trade_term t on t.code = c.trade_term_code and t.enabled
   where c.customer_code = $1 and c.enabled order by c.trade_term_code`,
)

/** The trade terms allowed for a customer (Q9). */
export async function tradeTermsOfCustomer(tx: Tx, customerCode: string): Promise<readonly string[]> {
  return (await tx.rows(configured(customerCode))).map(({ code }) => code)
}

/** The seller block of a paper. */
export interface SellerInformation {
  readonly code: string
  readonly nameZh: string
  readonly nameEn: string
  readonly validFrom: string
  readonly address: string
  readonly taxNo: string | null
  readonly bankName: string
  readonly bankAccount: string
  readonly bankHolder: string
  readonly bankSwift: string
  /** File key of the picture. */
  readonly logo: string | null
}

const inForce = prepared<SellerInformation>(
  'customer.seller-in-force',
  `select code, name_zh as "nameZh", name_en as "nameEn", to_char(valid_from, 'YYYY-MM-DD') as "validFrom", address, tax_no as "taxNo",
     bank_name as "bankName", bank_account as "bankAccount", bank_holder as "bankHolder", bank_swift as "bankSwift", logo
   from seller_information where legal_entity_code = $1 and state = 'enabled' and valid_from <= $2::date
   order by valid_from desc limit 1`,
)

/** The version of a legal entity's seller information in force on a day; a paper stores the code of its version. */
export function sellerInformationOn(
  tx: Tx,
  legalEntityCode: string,
  day: string,
): Promise<SellerInformation | undefined> {
  return tx.first(inForce(legalEntityCode, day))
}
