import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// The effects of a scheme on a budget, tested with documents that exist only here (domain.md sections 2.4 to 2.12 and
// 3).

let spending: SpendingWorld
let code: string

beforeAll(async () => {
  spending = await spendingWorld(await testDatabase(), ['1000.00', '1000.00'])
  code = spending.codes[0]!
  await spending.world.query(`
    insert into year_rate_version (year, version, base, note) values (2026, 1, 'USD', null);
    insert into year_rate (year, version, currency, units) values (2026, 1, 'INR', 83.333), (2026, 1, 'EUR', 0.9);
    insert into currency_rate (code, currency_code, base_code, kind, valid_from, units) values
      ('a', 'INR', 'USD', 'booking', '2026-11-01', 84.5), ('b', 'INR', 'USD', 'booking', '2026-12-01', 82), ('c', 'EUR', 'USD', 'booking', '2026-11-01', 0.92);
  `)
})

afterAll(() => spending?.close())

const refused = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (reason: { refusals?: readonly { readonly key: string }[] }) => reason,
  )
  if (!error?.refusals) throw error ?? new Error('it was not refused')
  return error.refusals.map(({ key }) => key.replace('budget.', ''))
}

const reasonOf = (error: { readonly message: string; readonly refusals?: readonly { readonly key: string }[] }) =>
  error.refusals?.[0]?.key ?? error.message

it('a commitment is reserved, committed, accrued, executed, recovered and released with matching buckets', async () => {
  const { world } = spending
  const asked = await spending.spend([[code, '600']])
  expect(await spending.buckets(code)).toEqual({ avl: '400', occ: '600', cmt: '0', acr: '0', exe: '0' })
  await spending.decide('scheme', asked)
  expect(await spending.buckets(code)).toEqual({ avl: '400', occ: '0', cmt: '600', acr: '0', exe: '0' })

  await spending.claimed(asked.id, [['accrue', 1, '250']])
  await spending.claimed(asked.id, [['execute', 1, '300']])
  expect(await spending.buckets(code)).toEqual({
    avl: '400',
    occ: '0',
    cmt: '300',
    acr: '0',
    exe: '300',
  })

  await spending.claimed(asked.id, [
    ['accrue', 1, '100'],
    ['reopen', 1, '40'],
    ['recover', 1, '20'],
  ])
  expect(await spending.buckets(code)).toEqual({ avl: '400', occ: '0', cmt: '260', acr: '60', exe: '280' })
  await spending.claimed(asked.id, [
    ['free', 1, '260'],
    ['freeAccrual', 1, '60'],
    ['recoverFree', 1, '30'],
  ])
  expect(await spending.buckets(code)).toEqual({ avl: '750', occ: '0', cmt: '0', acr: '0', exe: '250' })

  // An amount that is not in a stage cannot leave it, however much the budget has there.
  expect(await refused(spending.claim(asked.id, [['accrue', 1, '0.01']]))).toEqual(['exceedsStage'])
  expect(await spending.broken()).toEqual([])
  expect(await world.replay()).toEqual([])
})

it('a rejected or withdrawn document releases everything, and its next submit reserves anew', async () => {
  const before = await spending.buckets(code)
  const asked = await spending.spend([[code, '100']])
  await spending.decide('scheme', asked, 'reject')
  expect(await spending.buckets(code)).toEqual(before)
  const again = await spending.spend([[code, '120']], {}, { id: asked.id, version: asked.version + 1 })
  expect(await spending.buckets(code)).toMatchObject({ occ: '120' })
  await spending.withdraw(again)
  expect(await spending.buckets(code)).toEqual(before)
  expect(await refused(spending.spend([[code, '750.01']]))).toEqual(['exceedsLine'])
  expect(await spending.broken()).toEqual([])
})

it('a partial approval commits the approved amount and releases the rest', async () => {
  const before = await spending.buckets(code)
  const asked = await spending.spend([[code, '33.33']], { approvedPercent: 50 })
  await spending.decide('scheme', asked)
  expect(await spending.buckets(code)).toMatchObject({
    occ: '0',
    cmt: '16.67',
    avl: (Number(before.avl) - 16.67).toFixed(2),
  })
  await spending.claimed(asked.id, [['freeRest', 1, '1']])
  expect(await spending.buckets(code)).toEqual(before)
  expect(await spending.broken()).toEqual([])
})

it('a commitment in dollars is reserved and relieved at the budget rate, and the pool bears the rate difference', async () => {
  const { world } = spending
  const rupees = spending.codes[1]!
  const asked = await spending.spend(
    [
      [rupees, '3.33'],
      [rupees, '3.33'],
      [rupees, '3.34'],
    ],
    { currency: 'USD' },
  )
  const reserved = await world.query(
    `select amount, document_amount, document_currency, trim_scale(rate)::text as rate, rate_type, rate_date::text from ledger_reservation where document_id = $1 order by document_line`,
    [asked.id],
  )
  const of = { document_currency: 'USD', rate: '83.333', rate_type: 'budget', rate_date: '2026-01-01' }
  expect(reserved).toEqual([
    { amount: '277.50', document_amount: '3.33', ...of },
    { amount: '277.50', document_amount: '3.33', ...of },
    { amount: '278.33', document_amount: '3.34', ...of },
  ])
  await spending.decide('scheme', asked)
  // Rates of a year change; a reservation keeps its own.
  await world.query(`insert into year_rate_version (year, version, base, note) values (2026, 2, 'USD', null);
    insert into year_rate (year, version, currency, units) values (2026, 2, 'INR', 90), (2026, 2, 'EUR', 0.9)`)
  await spending.claimed(
    asked.id,
    [
      ['accrue', 1, '3.33'],
      ['execute', 1, '3.33'],
    ],
    '2026-11-21',
  )
  await spending.claimed(
    asked.id,
    [
      ['execute', 2, '1'],
      ['execute', 2, '2.33'],
      ['execute', 3, '3.34'],
    ],
    '2026-12-05',
  )
  expect(await spending.buckets(rupees)).toEqual({ avl: '166.67', occ: '0', cmt: '0', acr: '0', exe: '833.33' })
  // 3.33 at 84.5 is 281.39 (3.89 more than reserved), 6.67 at 82 is 546.94 (8.89 less).
  const [pool] = await world.query<{ fxv: string; avl: string; revalued: string }>(
    `select fxv, revalued from budget_account join budget_pool using (id) where project_pool_code = 'POOL-A'`,
  )
  expect(pool).toMatchObject({ fxv: '5.00', revalued: '5.00' })
  expect(await refused(spending.spend([[rupees, '1']], { currency: 'GBP' }))).toEqual(['rateMissing'])
  const early = await spending.spend([[rupees, '1']], { currency: 'EUR' })
  await spending.decide('scheme', early)
  expect(await refused(spending.claim(early.id, [['execute', 1, '1']], '2026-10-31'))).toEqual(['bookingRateMissing'])
  await spending.claimed(early.id, [['execute', 1, '1']], '2026-11-30')
  expect(await spending.broken()).toEqual([])
  expect(await world.replay()).toEqual([])
})

it('an advisory budget is overdrawn with a warning, and one with a tolerance up to that tolerance', async () => {
  const { world } = spending
  const budget = (values: string) =>
    world.query(`update budget_account a set ${values} from budget_line l where l.id = a.id and l.code = $1`, [code])
  const { avl } = await spending.buckets(code)
  await budget(`tolerance = 10`)
  const beyond = (Number(avl) + 100.01).toFixed(2)
  expect(await refused(spending.spend([[code, beyond]]))).toEqual(['exceedsLine'])
  const within = await spending.spend([[code, (Number(avl) + 100).toFixed(2)]])
  expect(await spending.buckets(code)).toMatchObject({ avl: '-100' })
  await spending.withdraw(within)
  await budget(`tolerance = 0, mode = 'advisory'`)
  const advised = await spending.spend([[code, '5000']])
  // An amount that is not there cannot be given away, even if the control only warns.
  expect(
    await refused(world.submit('in.channel', [{ amount: '1', budgetCode: code }], { applyType: 'revoke' })),
  ).toEqual(['exceedsLine'])
  await spending.decide('scheme', advised)
  await spending.claimed(advised.id, [['free', 1, '5000']])
  const overruns = await world.query('select balance from ledger_overrun order by id')
  expect(overruns).toEqual([{ balance: '-100.00' }, { balance: (Number(avl) - 5000).toFixed(2) }])
  await budget(`mode = 'tracking'`)
  await spending.withdraw(await spending.spend([[code, '9000']]))
  expect(await world.query('select id from ledger_overrun')).toHaveLength(2)
  await budget(`mode = 'absolute'`)
  expect(await spending.broken()).toEqual([])
})

it('a budget that is not valid or whose month is closed refuses new spending and lets running documents finish', async () => {
  const { world } = spending
  await world.query(`update budget_line set valid_to = '2027-01-01' where code = $1`, [code])
  expect(await refused(spending.spend([[code, '1']], { lastDay: '2027-01-01' }))).toEqual(['notValid'])
  await world.query(`update budget_pool set valid_from = '2026-11-22'`)
  expect(await refused(spending.spend([[code, '1']]))).toEqual(['notValid'])
  await world.query('update budget_pool set valid_from = null')
  const running = await spending.spend([[code, '10']])
  const period = (state: string) =>
    world.query(
      `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by) values (200, 2, 2026, 11, $1, product_now(), 1)
       on conflict (area_id, year, month) do update set state = excluded.state`,
      [state],
    )
  await period('closing')
  expect(await refused(spending.spend([[code, '1']]))).toEqual(['periodClosed'])
  await spending.decide('scheme', running)
  expect(await refused(spending.claim(running.id, [['accrue', 1, '1']], '2026-11-30'))).toEqual(['periodClosed'])
  const inDecember = await spending.claimed(running.id, [['accrue', 1, '5']], '2026-12-01')
  expect(inDecember.state).toBe('approved')
  await spending.claimed(running.id, [['execute', 1, '5']], '2026-11-30')
  await period('closed')
  expect(await refused(spending.claim(running.id, [['recover', 1, '5']], '2026-11-30'))).toEqual(['periodClosed'])
  await world.query('delete from budget_period')
  expect(await spending.broken()).toEqual([])
})

it('an amount is not posted on a day whose month closed after the submit, although its budget is open', async () => {
  const { world } = spending
  const asked = await spending.spend([[code, '10']])
  await spending.decide('scheme', asked)
  const claim = await spending.claim(asked.id, [['accrue', 1, '4']], '2026-12-05')
  const before = await spending.buckets(code)
  await world.query(
    `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by) values (200, 2, 2026, 12, 'closed', product_now(), 1)`,
  )
  expect(await refused(spending.decide('claim', claim))).toEqual(['periodClosed'])
  expect(await spending.buckets(code)).toEqual(before)
  await world.query(`update budget_period set state = 'closing'`)
  expect(await spending.decide('claim', claim)).toMatchObject({ state: 'approved' })
  await world.query('delete from budget_period')
  await spending.claimed(asked.id, [
    ['freeRest', 1, '6'],
    ['freeAccrual', 1, '4'],
  ])
  expect(await spending.broken()).toEqual([])
})

it('a hundred spendings of 1 run at once against 60, exactly sixty succeed (invariant 9), and claims never share money', async () => {
  const { world } = spending
  const { avl } = await spending.buckets(code)
  await spending.spend([[code, (Number(avl) - 60).toFixed(2)]])
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => spending.spend([[code, '1']]).then(() => 'done', reasonOf)),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(60)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'budget.exceedsLine']))

  const other = spending.codes[1]!
  const asked = await spending.spend([[other, '50']])
  await spending.decide('scheme', asked)
  const claims = await Promise.all(
    ['30', '30', '30'].map((amount) => spending.claim(asked.id, [['accrue', 1, amount]])),
  )
  const decided = await Promise.all(claims.map((claim) => spending.decide('claim', claim).then(() => 'done', reasonOf)))
  expect(decided.toSorted()).toEqual(['budget.exceedsStage', 'budget.exceedsStage', 'done'])
  expect(await spending.broken()).toEqual([])
  expect(await world.replay()).toEqual([])
})
