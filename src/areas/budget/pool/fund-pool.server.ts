import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { legsOf } from '#kernel/engine/ledger/posting.ts'
import { amount } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'

const { debit, credit } = legsOf(budgetLedger)

const sourceAccount = prepared<{ id: string }>(
  'budget.source',
  `with found as (select id from budget_source where year = $1 and currency = $2 and kind = 'source'),
   account as (insert into budget_account (currency, mode) select $2, 'tracking' where not exists (select from found) returning id),
   made as (insert into budget_source (id, year, currency) select id, $1, $2 from account returning id)
   select id from found union all select id from made`,
)
const poolAccount = prepared<{ id: string }>(
  'budget.pool-account',
  `with area as (select organisation_id from area where id = $1),
   found as (select id from budget_pool where area_id = $1 and project_pool_code = $2 and year = $3 and currency = $4),
   account as (insert into budget_account (currency) select $4 where not exists (select from found) returning id),
   made as (insert into budget_pool (id, scope_id, area_id, project_pool_code, year, currency)
     select account.id, area.organisation_id, $1, $2, $3, $4 from account, area returning id)
   select id from found union all select id from made`,
)
const newDocumentId = prepared<{ id: string }>('budget.funding-id', `select nextval('document_id') as id`)

export interface PoolFunding {
  readonly areaId: number
  readonly projectPoolCode: string
  readonly year: number
  readonly currency: string
  /** Decimal text. */
  readonly amount: string
  readonly actorId: number
  readonly at: Date
}

/** HQ gives a pool its yearly money: Dr POOL.AVL (granted+) / Cr source (distributed+). */
export async function fundPool(tx: Tx, funding: PoolFunding): Promise<void> {
  const { areaId, projectPoolCode, year, currency } = funding
  const [source, pool, document] = [
    await tx.first(sourceAccount(year, currency)),
    await tx.first(poolAccount(areaId, projectPoolCode, year, currency)),
    await tx.first(newDocumentId()),
  ]
  if (!source || !pool || !document) throw new Error(`no account for pool ${projectPoolCode} of area ${areaId}`)
  const value = amount(funding.amount)
  await tx.run(
    post({
      key: { documentType: 'poolFunding', documentId: document.id, round: 0, action: 'fund' },
      actorId: funding.actorId,
      at: funding.at,
      legs: [
        debit(pool.id, 'avl', value, currency, { counter: 'granted' }),
        credit(source.id, 'avl', value, currency, { counter: 'distributed' }),
      ],
    }),
  )
}
