import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { legsOf } from '#kernel/engine/ledger/posting.ts'
import { amount } from '#kernel/base/money/money.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { STEPS } from './self-check.steps.ts'

// Self-check of a budget that documents spend in addition to use recorded by the former system.

const { debit, credit } = legsOf(budgetLedger)
type Bucket = (typeof budgetLedger)['buckets'][number]

let spending: SpendingWorld
let code = ''
let account = ''

beforeAll(async () => {
  spending = await spendingWorld(await testDatabase(), ['1000.00'])
  code = spending.codes[0] ?? ''
  const [line] = await spending.world.query<{ id: string }>('select id from budget_line where code = $1', [code])
  account = line?.id ?? ''
})
afterAll(() => spending?.close())

const found = () =>
  transaction(spending.world.pool, async (tx) => {
    const findings = await (await STEPS.occupied(tx)).run(tx, 0)
    return findings.map(({ account: of, column, cached, expected }) => [of, column, cached, expected])
  })

/** Like a data migration: a journal without a document. */
async function loaded(from: Bucket, to: Bucket, value: string): Promise<void> {
  const { world } = spending
  const [document] = await world.query<{ id: string }>(`select nextval('document_id') as id`)
  const legs = [debit(account, to, amount(value), 'INR'), credit(account, from, amount(value), 'INR')]
  await transaction(world.pool, (tx) =>
    tx.run(
      post({
        key: { documentType: 'budgetUse', documentId: document?.id ?? '', round: 0, action: `load ${to}` },
        actorId: 1,
        at: world.now,
        legs,
      }),
    ),
  )
}

it('the self-check accepts stage balances that were loaded, beside a scheme that passes all stages', async () => {
  await loaded('avl', 'cmt', '300')
  await loaded('cmt', 'exe', '120')
  const scheme = await spending.spend([[code, '100']])
  expect(await found()).toEqual([])
  await spending.decide('scheme', scheme)
  await spending.claimed(scheme.id, [['accrue', 1, '70']])
  await spending.claimed(scheme.id, [['execute', 1, '40']])
  expect(await spending.buckets(code)).toEqual({ avl: '600', occ: '0', cmt: '210', acr: '30', exe: '160' })
  expect(await found()).toEqual([])
})

it('the self-check reports stage balances that no document explains and reservations that differ from their lines', async () => {
  const { world } = spending
  const scheme = await spending.spend([[code, '50']])
  await world.query('update budget_account set cmt = cmt + 5, avl = avl - 5 where id = $1', [account])
  expect(await found()).toEqual([[account, 'cmt', '35.00', '30.00']])
  await world.query('update budget_account set cmt = cmt - 5, avl = avl + 5 where id = $1', [account])

  // A resolved reservation whose line is still requested, and one with another amount.
  const reservation = 'update ledger_reservation set resolved_by = $2, amount = $3 where document_id = $1'
  await world.query(reservation, [scheme.id, '1', '50'])
  expect(await found()).toEqual([[account, 'occ', '50.00', '0.00']])
  await world.query(reservation, [scheme.id, null, '49'])
  expect(await found()).toEqual([[account, 'occ', '50.00', '49.00']])
  await world.query(reservation, [scheme.id, null, '50'])
  expect(await found()).toEqual([])
})
