import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { AccountKind, FundsAccount } from './funds-account.ts'

interface AccountRow {
  readonly account: string
  readonly is_new: boolean
  readonly kind: AccountKind
  readonly scope_id: number
  readonly customer_code: string | null
  readonly operating_unit_code: string
  readonly currency: string
  readonly minor_digits: number
  readonly avl: string
  readonly occ: string
  readonly rcv: string
  readonly crd: string
  readonly spendable: string
}

/**
 * Every account of customers with an operating unit in a currency, and their clearing accounts. A missing one has an
 * unused id, so that the same journal can create it and post to it.
 */
function accountsSql(asked: string): string {
  const of = (kinds: string) => `(values ${kinds}) k (kind)`
  return `with asked as (${asked}), wanted as (
     select distinct c.scope_id, a.customer_code, a.operating_unit_code, a.currency, k.kind
     from asked a join customer c on c.code = a.customer_code, ${of(`('RECHARGE'), ('REBATE'), ('RECEIVABLE')`)}
   ), clearing as (
     select distinct u.scope_id, a.operating_unit_code, a.currency, k.kind
     from asked a join operating_unit u on u.code = a.operating_unit_code, ${of(`('REBATE_CLEARING'), ('BANK_CLEARING'), ('AR_CONTROL'), ('LOSS')`)}
   ), found as (
     select w.*, f.id, f.avl, f.occ, f.rcv, f.crd from wanted w left join funds_account f on f.customer_code = w.customer_code
       and f.operating_unit_code = w.operating_unit_code and f.currency = w.currency and f.kind = w.kind
     union all
     select w.scope_id, null, w.operating_unit_code, w.currency, w.kind, f.id, f.avl, f.occ, f.rcv, f.crd
     from clearing w left join funds_account f on f.customer_code is null
       and f.operating_unit_code = w.operating_unit_code and f.currency = w.currency and f.kind = w.kind
   )
   select coalesce(w.id, nextval('document_id'))::text as account, w.id is null as is_new, w.kind, w.scope_id, w.customer_code,
     w.operating_unit_code, w.currency, c.minor_digits, coalesce(w.avl, 0)::text as avl, coalesce(w.occ, 0)::text as occ,
     coalesce(w.rcv, 0)::text as rcv, coalesce(w.crd, 0)::text as crd, coalesce(b.spendable, 0)::text as spendable
   from found w join currency c on c.code = w.currency join operating_unit u on u.code = w.operating_unit_code
     join organisation o on o.id = w.scope_id
   left join lateral (select sum(b.available) as spendable from rebate_batch b where b.account_id = w.id and b.available > 0
     and (b.expires_on is null or b.expires_on >= ((product_now() at time zone 'UTC') + substr(o.timezone, 4)::interval)::date)) b on w.kind = 'REBATE'
   order by w.customer_code nulls first, w.operating_unit_code, w.currency, w.kind`
}

const accounts = prepared<AccountRow>(
  'funds.accounts',
  accountsSql(
    'select c as customer_code, $2::text as operating_unit_code, $3::text as currency from unnest($1::text[]) c',
  ),
)

/** The accounts of these customers with an operating unit in a currency. */
export function fundsAccounts(
  customerCodes: readonly string[],
  operatingUnitCode: string,
  currency: string,
): Statement<AccountRow> {
  return accounts([...new Set(customerCodes)].toSorted(), operatingUnitCode, currency)
}

/**
 * The same for a stored document ($1): `select` returns rows of `customer_code, operating_unit_code, currency`. Both
 * are literals from code, never from a request.
 * @public For the documents of schemes.
 */
export function fundsAccountsNamedBy(
  name: string,
  select: string,
): (documentId: string | null) => Statement<AccountRow> {
  return prepared<AccountRow>(`funds.accounts-by-${name}`, accountsSql(select))
}

export function readFundsAccounts(rows: readonly AccountRow[]): FundsAccount[] {
  return rows.map((row) => ({
    account: row.account,
    isNew: row.is_new,
    kind: row.kind,
    scopeId: row.scope_id,
    customerCode: row.customer_code,
    operatingUnitCode: row.operating_unit_code,
    currency: row.currency,
    minorDigits: row.minor_digits,
    avl: amount(row.avl),
    occ: amount(row.occ),
    rcv: amount(row.rcv),
    crd: amount(row.crd),
    spendable: amount(row.spendable),
  }))
}

const insertAccounts = prepared(
  'funds.open-accounts',
  `insert into funds_account (id, scope_id, customer_code, operating_unit_code, currency, kind, mode)
   select w.*, case when w.customer_code is null then 'tracking' else 'absolute' end
   from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
     w (id, scope_id, customer_code, operating_unit_code, currency, kind)
   order by 3 nulls first, 4, 5, 6 on conflict on constraint funds_account__key do nothing`,
)

/** Another transaction may have created one of them since the read: the action reads again. */
const stillNew = prepared(
  'funds.accounts-opened',
  `select must_touch((select count(*) from funds_account where id = any ($1::bigint[])), cardinality($1::bigint[]))`,
)

/** Creates missing accounts in one order, so that two documents do not deadlock. */
export function openAccounts(used: readonly FundsAccount[]): Statement[] {
  const missing = [...new Map(used.filter(({ isNew }) => isNew).map((each) => [each.account, each])).values()]
  if (missing.length === 0) return []
  const ids = missing.map(({ account }) => account)
  return [
    insertAccounts(
      ids,
      missing.map(({ scopeId }) => scopeId),
      missing.map(({ customerCode }) => customerCode),
      missing.map(({ operatingUnitCode }) => operatingUnitCode),
      missing.map(({ currency }) => currency),
      missing.map(({ kind }) => kind),
    ),
    stillNew(ids),
  ]
}
