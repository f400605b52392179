import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// Recoveries in a closed year (domain.md section 2.12), and another budget for what is committed (2.9).

let spending: SpendingWorld
let code: string
let other: string

beforeAll(async () => {
  spending = await spendingWorld(await testDatabase(), ['10000.00', '500.00'])
  ;[code = '', other = ''] = spending.codes
  await spending.world.query(`
    insert into year_rate_version (year, version, base, note) values (2026, 1, 'USD', null);
    insert into year_rate (year, version, currency, units) values (2026, 1, 'INR', 80);
    insert into currency_rate (code, currency_code, base_code, kind, valid_from, units) values
      ('a', 'INR', 'USD', 'booking', '2026-11-01', 84.5), ('b', 'INR', 'USD', 'booking', '2027-02-01', 90);
  `)
})

afterAll(() => spending?.close())

const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw error ?? new Error('it was not refused')
  return error.refusals.map(({ key, params }) => ({ key: key.replace('budget.', ''), ...params }))
}

async function sound(): Promise<void> {
  expect(await spending.broken()).toEqual([])
  expect(await spending.world.replay()).toEqual([])
}

async function paid(amount: string, currency = 'INR'): Promise<string> {
  const asked = await spending.spend([[code, amount]], { currency })
  await spending.decide('scheme', asked)
  await spending.claimed(asked.id, [['execute', 1, amount]])
  return asked.id
}

const recovered = () =>
  spending.world.query<{ year: number; avl: string }>(
    `select s.year, a.avl from budget_source s join budget_account a using (id) where s.kind = 'recovery' order by 1`,
  )

it('a recovery for a closed year goes to headquarters, and the closed year does not change', async () => {
  const [rupees, dollars] = [await paid('100'), await paid('10', 'USD')]
  await spending.books(2026, 'closed')
  const before = await spending.buckets(code)
  // The closed year does not change, whatever is requested.
  expect(await refusal(spending.claim(rupees, [['recover', 1, '1']], '2027-02-10'))).toMatchObject([
    { key: 'periodClosed' },
  ])
  const asked = await spending.claim(rupees, [['comesBack', 1, '40']], '2027-02-10', { locks: 'yes' })
  expect(await refusal(spending.claim(rupees, [['comesBack', 1, '60.01']], '2027-02-10'))).toMatchObject([
    { key: 'lockedInStage', left: '60.00', locked: '40.00' },
  ])
  await spending.decide('claim', asked)
  expect(await recovered()).toEqual([{ year: 2027, avl: '40.00' }])
  // A recovered amount is not recovered again.
  expect(await refusal(spending.claim(rupees, [['comesBack', 1, '60.01']], '2027-02-10'))).toMatchObject([
    { key: 'exceedsStage', left: '60.00' },
  ])
  // Money of another currency has the value of the day on which it comes back.
  const both = await spending.claim(dollars, [['comesBack', 1, '2.5']], '2027-02-10', { locks: 'yes' })
  await spending.decide('claim', both)
  expect(await recovered()).toEqual([{ year: 2027, avl: '265.00' }])
  expect(await spending.buckets(code)).toEqual(before)
  await sound()
})

it('twenty recoveries of 10 run against a recoverable 60, and exactly six succeed', async () => {
  const [row] = await spending.world.query<{ document_id: string }>(
    `select document_id from budget_encumbrance where document_recovered = 40`,
  )
  const id = row!.document_id
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => spending.claim(id, [['comesBack', 1, '10']], '2027-02-10')),
  )
  const outcomes = await Promise.all(
    asked.map((answer) =>
      spending.decide('claim', answer).then(
        () => 'done',
        (error: Refused) => error.refusals[0]?.key,
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'budget.exceedsStage']))
  expect(await recovered()).toEqual([{ year: 2027, avl: '325.00' }])
  await sound()
  await spending.books(2026, 'open')
})

it('a commitment moves to another budget with both legs or not at all', async () => {
  const asked = await spending.spend([[code, '200']])
  await spending.decide('scheme', asked)
  const [from, to] = [await spending.buckets(code), await spending.buckets(other)]
  const swapOf = asked.id
  expect(await refusal(spending.spend([[other, '200.01']], { swapOf }))).toMatchObject([{ key: 'exceedsStage' }])
  const rejected = await spending.spend([[other, '150']], { swapOf })
  expect(await refusal(spending.lock(swapOf, ['accrue', 1, '50.01']))).toMatchObject([{ key: 'lockedInStage' }])
  await spending.decide('scheme', rejected, 'reject')
  expect([await spending.buckets(code), await spending.buckets(other)]).toEqual([from, to])
  const swapped = await spending.spend([[other, '150']], { swapOf })
  await spending.decide('scheme', swapped)
  expect(await spending.buckets(code)).toMatchObject({ avl: String(Number(from.avl) + 150), cmt: '50' })
  expect(await spending.buckets(other)).toMatchObject({ avl: '350', cmt: '150', occ: '0' })
  await sound()
})
