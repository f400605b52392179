import { Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { atPlace } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { isHidden, masked } from '#kernel/engine/record/write/secret.ts'
import type { OwnCompany } from './own-company.ts'
import { customer } from '../records/customer.record.ts'

interface Row {
  readonly code: string
  readonly scope_id: number
  readonly name_zh: string
  readonly name_en: string
  readonly country_zh: string
  readonly country_en: string
  readonly state: string
  readonly tax_no: string | null
  readonly bank_name: string | null
  readonly bank_account: string | null
  readonly bank_holder: string | null
  readonly addresses: OwnCompany['addresses']
  readonly terms: readonly { readonly code: string; readonly zh: string; readonly en: string }[]
}

/** Determined by the caller alone: no other customer can be named. */
const ownCustomer = prepared<Row>(
  'customer.own',
  `select k.code, k.scope_id, k.name_zh, k.name_en, c.name_zh as country_zh, c.name_en as country_en, k.state, k.tax_no, k.bank_name, k.bank_account,
     k.bank_holder,
     coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'place', concat_ws(', ', a.detail, a.city, a.province, a.postal_code),
         'contacts', a.contacts, 'phone', a.phone) order by a.code)
       from customer_address a where a.customer_code = k.code and a.enabled), '[]') as addresses,
     coalesce((select jsonb_agg(jsonb_build_object('code', t.code, 'zh', t.name_zh, 'en', t.name_en) order by t.code)
       from customer_trade_term x join trade_term t on t.code = x.trade_term_code where x.customer_code = k.code and x.enabled), '[]') as terms
   from user_customer s join customer k on k.code = s.customer_code join country c on c.code = k.country_code where s.user_id = $1 order by k.code limit 1`,
)

/** A distributor's staff see our record of the company that they work for, and no other. */
export const ownRoute = defineRoute({
  method: 'POST',
  path: '/aps/customer/own',
  right: 'customer.own.view',
  summary: 'The customer that the caller works for: what stands on papers, where goods go, on what terms it buys',
  mode: 'read',
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({
    code: text,
    name: text,
    country: text,
    state: text,
    taxNo: nullable(text),
    bankName: nullable(text),
    bankAccount: nullable(text),
    bankHolder: nullable(text),
    addresses: Type.Array(Type.Object({ code: text, place: text, contacts: text, phone: text })),
    tradeTerms: Type.Array(text),
  }),
  async handler(tx, { principal, language }) {
    const row = await tx.first(ownCustomer(principal.userId))
    if (!row) throw new Refused(documentErrors.notFound())
    const isSecret = isHidden(customer.fields['bankAccount']!, atPlace(principal, row.scope_id))
    return {
      code: row.code,
      name: row[`name_${language}`],
      country: row[`country_${language}`],
      state: row.state,
      taxNo: row.tax_no,
      bankName: row.bank_name,
      bankAccount: isSecret ? masked(row.bank_account) : row.bank_account,
      bankHolder: row.bank_holder,
      addresses: [...row.addresses],
      tradeTerms: row.terms.map((term) => `${term.code} / ${term[language]}`),
    }
  },
})
