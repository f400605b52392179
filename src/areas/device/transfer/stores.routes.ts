import { Type } from 'typebox'
import { limitsIn } from '#kernel/platform/access/limits.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { deviceTransfer } from './device-transfer.doc.ts'

interface Store {
  readonly storeCode: string
  readonly storeName: string
}

/** $3: organisations, $4: customers that the person may see, with their dealers; null: all. */
const storesOf = prepared<Store>(
  'device.transfer-stores-of',
  `select s.code as "storeCode", case when $5 = 'zh' then s.name_zh else s.name_en end as "storeName" from store s join customer c on c.code = s.customer_code
   where s.customer_code = $1 and s.enabled and ($2 = '' or s.search like '%' || lower($2) || '%') and ($3::int[] is null or s.scope_id = any ($3::int[]))
     and ($4::text[] is null or c.code = any ($4::text[]) or c.parent_code = any ($4::text[])) order by s.code limit $6 offset $7`,
)
const code = Type.Optional(Type.String({ maxLength: 64 }))

/** Stores of the customer or dealer that gives or receives; none before one is chosen. */
export const storesRoute = defineRoute({
  method: 'POST',
  path: '/aps/gs/transfer/store/list',
  right: deviceTransfer.actions.submit.right,
  summary: 'Open stores of a customer, or of a dealer, for a transfer of devices',
  mode: 'read',
  body: Type.Object({
    customerCode: code,
    dealerCode: code,
    keyword: code,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  }),
  data: Type.Object({
    records: Type.Array(Type.Object({ storeCode: Type.String(), storeName: Type.String() })),
    recordTotal: Type.Integer(),
  }),
  async handler(tx, { principal, language }, { body }) {
    const { customerCode = '', dealerCode = '', keyword = '', page = 1, limit = 500 } = body
    const owner = dealerCode || customerCode
    const codes = limitsIn(principal, 'customer').find(({ column }) => column === 'code')?.codes ?? null
    const scopes = principal.scope === 'all' ? null : principal.scope
    const offset = (page - 1) * limit
    const records = owner ? await tx.rows(storesOf(owner, keyword, scopes, codes, language, limit + 1, offset)) : []
    return { records: records.slice(0, limit), recordTotal: offset + records.length }
  },
})
