import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// Locks of domain.md section 0: documents in approval hold a part of a scheme's encumbrance, and no other document can take it.

let spending: SpendingWorld
let code: string

beforeAll(async () => {
  spending = await spendingWorld(await testDatabase(), ['10000.00'])
  code = spending.codes[0]!
})

afterAll(() => spending?.close())

/** A scheme with this much committed, of which a part is accrued already. */
async function running(committed: string, accrued = '0'): Promise<string> {
  const asked = await spending.spend([[code, committed]])
  await spending.decide('scheme', asked)
  if (accrued !== '0') await spending.claimed(asked.id, [['accrue', 1, accrued]])
  return asked.id
}

const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw error ?? new Error('it was not refused')
  return error.refusals.map(({ key, params }) => ({ key: key.replace('budget.', ''), ...params }))
}

const openLocks = (id: string) =>
  spending.world.query<{ stage: string; amount: string }>(
    `select stage, sum(document_amount)::text as amount from budget_encumbrance_lock where document_id = $1 and resolved_by is null group by 1 order by 1`,
    [id],
  )

describe('the lock of a document in approval', () => {
  it("a lock moves no budget, excludes other documents, and is used by its own document's approval", async () => {
    const id = await running('100')
    const before = await spending.buckets(code)
    const claim = await spending.lock(id, ['accrue', 1, '70'])
    expect(await spending.buckets(code)).toEqual(before)
    expect(await openLocks(id)).toEqual([{ stage: 'cmt', amount: '70.00' }])
    // Whether it would lock too or not, and by whatever act: thirty are free.
    const wanted = { key: 'lockedInStage', amount: '30.01', left: '30.00', locked: '70.00', currency: 'INR' }
    expect(await refusal(spending.lock(id, ['accrue', 1, '30.01']))).toEqual([wanted])
    expect(await refusal(spending.claim(id, [['free', 1, '30.01']]))).toEqual([wanted])
    expect(await refusal(spending.claim(id, [['accrue', 1, '100.01']]))).toMatchObject([
      { key: 'exceedsStage', left: '30.00' },
    ])
    await spending.claimed(id, [['free', 1, '30']])
    await spending.decide('claim', claim)
    expect(await openLocks(id)).toEqual([])
    expect(await spending.buckets(code)).toMatchObject({ cmt: '0', acr: '70' })
    await spending.claimed(id, [['freeAccrual', 1, '70']])
    expect(await spending.broken()).toEqual([])
  })

  it('a lock is released once when its document is rejected or withdrawn, and taken again by the next round', async () => {
    const id = await running('50')
    const rejected = await spending.lock(id, ['free', 1, '50'])
    await spending.decide('claim', rejected, 'reject')
    expect(await openLocks(id)).toEqual([])
    const withdrawn = await spending.lock(id, ['free', 1, '50'])
    await spending.withdraw(withdrawn, 'claim')
    expect(await openLocks(id)).toEqual([])
    expect(
      await spending.world.query(
        'select resolved_by from budget_encumbrance_lock where document_id = $1 order by by_document_id',
        [id],
      ),
    ).toEqual([{ resolved_by: 'reject' }, { resolved_by: 'withdraw' }])
    await spending.claimed(id, [['free', 1, '50']])
    expect(await spending.broken()).toEqual([])
  })

  it('a lock of an execution takes the accrued amount first, then the committed amount', async () => {
    const id = await running('100', '40')
    const claim = await spending.lock(id, ['execute', 1, '60'])
    expect(await openLocks(id)).toEqual([
      { stage: 'acr', amount: '40.00' },
      { stage: 'cmt', amount: '20.00' },
    ])
    expect(await refusal(spending.lock(id, ['reopen', 1, '0.01']))).toMatchObject([
      { key: 'lockedInStage', locked: '40.00' },
    ])
    await spending.decide('claim', claim)
    // A paid amount can be held too, to be recovered.
    const recovered = await spending.lock(id, ['recoverFree', 1, '60'])
    expect(await refusal(spending.claim(id, [['recover', 1, '1']]))).toMatchObject([
      { key: 'lockedInStage', locked: '60.00' },
    ])
    await spending.decide('claim', recovered)
    await spending.claimed(id, [['free', 1, '40']])
    expect(await spending.broken()).toEqual([])
  })

  it('a document that ends a scheme locks all that is open, and nothing new can begin', async () => {
    const id = await running('100', '40')
    const end = (lines: Parameters<SpendingWorld['claim']>[1]) => spending.claim(id, lines, undefined, { locks: 'all' })
    const other = await spending.lock(id, ['accrue', 1, '0.01'])
    expect(await refusal(end([['free', 1, '59.99']]))).toEqual([
      { key: 'lockedInStage', amount: '60.00', left: '59.99', locked: '0.01', currency: 'INR' },
    ])
    await spending.decide('claim', other, 'reject')
    const ending = await end([
      ['free', 1, '60'],
      ['freeAccrual', 1, '10'],
    ])
    for (const act of ['accrue', 'reopen', 'execute'])
      expect(await refusal(spending.lock(id, [act, 1, '0.01']))).toMatchObject([{ left: '0.00' }])
    await spending.decide('claim', ending)
    expect(await openLocks(id)).toEqual([])
    await spending.claimed(id, [['execute', 1, '30']])
    expect(await spending.broken()).toEqual([])
  })

  it('a lock stays in force when a document submitted before it is approved later', async () => {
    const id = await running('100')
    const early = await spending.claim(id, [['free', 1, '80']])
    const locking = await spending.lock(id, ['accrue', 1, '30'])
    expect(await refusal(spending.decide('claim', early))).toMatchObject([{ key: 'lockedInStage', left: '70.00' }])
    await spending.decide('claim', locking, 'reject')
    await spending.decide('claim', early)
    await spending.claimed(id, [['free', 1, '20']])
    expect(await spending.broken()).toEqual([])
  })
})

it('fifty documents each lock 10 of the same 260, and exactly twenty-six succeed', async () => {
  const id = await running('260')
  const asked = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      spending.lock(id, [index % 2 === 0 ? 'accrue' : 'free', 1, '10']).then(
        (answer): ActionAnswer | string => answer,
        (error: Refused) => error.refusals[0]?.key ?? 'unknown',
      ),
    ),
  )
  const locked = asked.filter((answer) => typeof answer !== 'string')
  expect(locked).toHaveLength(26)
  expect(new Set(asked.filter((answer) => typeof answer === 'string'))).toEqual(new Set(['budget.lockedInStage']))
  expect(await openLocks(id)).toEqual([{ stage: 'cmt', amount: '260.00' }])
  // Half of them are rejected, and the amounts that they held go to new requests while the others are approved.
  const [approved, rejected] = [locked.slice(0, 13), locked.slice(13)]
  await Promise.all(rejected.map((answer) => spending.decide('claim', answer, 'reject')))
  const [again] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, () =>
        spending.lock(id, ['accrue', 1, '10']).then(
          () => 'locked',
          (error: Refused) => error.refusals[0]?.key,
        ),
      ),
    ),
    ...approved.map((answer) => spending.decide('claim', answer)),
  ])
  expect(again.filter((outcome) => outcome === 'locked')).toHaveLength(13)
  expect(await openLocks(id)).toEqual([{ stage: 'cmt', amount: '130.00' }])
  expect(await spending.broken()).toEqual([])
  expect(await spending.world.replay()).toEqual([])
})
