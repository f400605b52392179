import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY, type FundsWorld, fundsWorld, refusedBy, UNIT } from '#test/helpers/scheme/funds-world.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { expireRebates } from './rebate/rebate-expiry.work.ts'
import {
  accountOf,
  consumeFrozen,
  creditMemo,
  creditRebate,
  debitNote,
  decreaseReceivable,
  freezeRebate,
  type FundsDocument,
  increaseReceivable,
  lockedItems,
  lockItems,
  moveReceivable,
  type OpenItem,
  openItemsByNo,
  readLockedItems,
  readOpenItems,
  together,
  unfreeze,
  unlockItems,
  upToSpendable,
} from './funds.facade.ts'
import { clearingOf } from './account/funds-account.ts'
import { offsetByRebate } from './receivable/receivable.plans.ts'
import { openItems } from './receivable/receivable.facts.ts'

// A customer's funds and receivables, moved by documents that exist only in this test (domain.md sections 2.7, 2.11,
// 2.12 and 4).

let world: FundsWorld

beforeAll(async () => {
  world = await fundsWorld(await demoDatabase())
})

afterAll(() => world?.close())

const DAY = '2026-11-22'
const key = (customerCode: string) => ({ customerCode, operatingUnitCode: UNIT, currency: CURRENCY })

function rebate(customer: string, value: string, expiresOn: string | null, line = 1) {
  const more = { schemeNo: 'SC26110001', creditedOn: DAY, productClass: null, taxMode: 'none' as const }
  return { ...key(customer), ...more, amount: amount(value), line, expiresOn }
}

async function credited(customer: string, ...batches: readonly [value: string, expiresOn: string | null][]) {
  const by = world.by('approve')
  await world.act(by, async () =>
    creditRebate(
      by,
      await world.accounts(customer),
      batches.map(([value, ends], index) => rebate(customer, value, ends, index + 1)),
    ),
  )
  return by
}

async function freeze(customer: string, value: string, by = world.by('submit')): Promise<FundsDocument> {
  await world.act(by, async () => {
    const account = accountOf(await world.accounts(customer), 'REBATE', key(customer))
    return freezeRebate(by, [{ account, amount: amount(value), line: 1 }])
  })
  return by
}

async function stands(customer: string) {
  const all = await world.accounts(customer)
  const rebates = accountOf(all, 'REBATE', key(customer))
  const { rcv, crd } = accountOf(all, 'RECEIVABLE', key(customer))
  return [rebates.avl, rebates.occ, rcv, crd].map(amountText)
}

async function batches(customer: string) {
  const rows = await world.query<{ row: string }>(
    `select available || ' ' || occupied || ' ' || consumed as row from rebate_batch where customer_code = $1 order by expires_on nulls last, id`,
    [customer],
  )
  return rows.map(({ row }) => row)
}

/** A receivable by a debit note. */
async function owes(customer: string, value: string): Promise<OpenItem> {
  const by = world.by('approve')
  const note = { ...key(customer), amount: amount(value), line: 1, issuedOn: DAY, dueOn: '2026-12-22' }
  await world.act(by, async () => debitNote(by, await world.accounts(customer), [note]))
  return await item(customer, `${by.no}/1`)
}

async function item(customer: string, no: string): Promise<OpenItem> {
  const [found] = readOpenItems(await world.read(openItemsByNo(customer, UNIT, CURRENCY, [no])))
  return found!
}

const again = async ({ id }: OpenItem) => readOpenItems(await world.read(openItems([id])))[0]!

it('a rebate is frozen from the batches that expire first, and each gets back what it gave', async () => {
  const customer = 'D-IN-0001'
  await credited(customer, ['50', null], ['30', '2099-06-30'], ['20', '2099-01-31'])
  const by = await freeze(customer, '40')
  expect(await stands(customer)).toEqual(['60.00', '40.00', '0.00', '0.00'])
  expect(await batches(customer)).toEqual(['0.00 20.00 0.00', '10.00 20.00 0.00', '50.00 0.00 0.00'])

  const approve = world.by('approve', by)
  await world.act(approve, async () => consumeFrozen(approve, await world.frozen(by), new Map([[1, amount('25')]])))
  expect(await stands(customer)).toEqual(['75.00', '0.00', '0.00', '0.00'])
  expect(await batches(customer)).toEqual(['0.00 0.00 20.00', '25.00 0.00 5.00', '50.00 0.00 0.00'])

  // Resolved once: nothing is frozen any more, and the same act is not repeated.
  expect(await world.frozen(by)).toEqual([])
  expect(await refusedBy(world.act(approve, async () => unfreeze(approve, [])))).toBe('ledger.alreadyPosted')

  const other = await freeze(customer, '75')
  const reject = world.by('reject', other)
  await world.act(reject, async () => unfreeze(reject, await world.frozen(other)))
  expect(await batches(customer)).toEqual(['0.00 0.00 20.00', '25.00 0.00 5.00', '50.00 0.00 0.00'])
  expect(await world.broken()).toEqual([])
})

it('an expired rebate cannot be spent, and no more is frozen than is available', async () => {
  const customer = 'D-IN-0002'
  await credited(customer, ['30', '2026-11-22'], ['20', null])
  await world.query(
    `update rebate_batch set expires_on = '2020-01-01' where customer_code = $1 and expires_on is not null`,
    [customer],
  )
  expect(await refusedBy(freeze(customer, '20.01'))).toBe('funds.exceedsRebate')
  const account = accountOf(await world.accounts(customer), 'REBATE', key(customer))
  const { found, missing } = upToSpendable([
    { account, amount: amount('15'), line: 1 },
    { account, amount: amount('15'), line: 2 },
  ])
  expect([
    found.map((take) => amountText(take.amount)),
    [...missing].map(([line, value]) => [line, amountText(value)]),
  ]).toEqual([['15.00', '5.00'], [[2, '10.00']]])
  const by = world.by('submit')
  await world.act(by, async () => freezeRebate(by, found))
  expect(await stands(customer)).toEqual(['30.00', '20.00', '0.00', '0.00'])
  expect(
    await refusedBy(
      world.act(world.by('approve'), async () =>
        creditRebate(world.by('approve'), await world.accounts(customer), [rebate(customer, '1', '2026-11-21')]),
      ),
    ),
  ).toBe('funds.rebateEnded')
  expect(await world.broken()).toEqual([])
})

it('fifty simultaneous uses of one balance take exactly what is there', async () => {
  const customer = 'D-IN-0003'
  await credited(customer, ['11', '2099-01-01'], ['9', null], ['10', '2098-01-01'])
  const acts = await Promise.allSettled(Array.from({ length: 50 }, () => freeze(customer, '1')))
  const failures = acts.filter((act) => act.status === 'rejected')
  expect([acts.length - failures.length, await stands(customer)]).toEqual([30, ['0.00', '30.00', '0.00', '0.00']])
  const reasons = failures.map(({ reason }: PromiseRejectedResult) => reason.refusals?.[0]?.key ?? String(reason))
  expect(new Set(reasons)).toEqual(new Set(['funds.exceedsRebate']))
  expect(await world.broken()).toEqual([])
})

it('fifty simultaneous first credits of a customer create one account', async () => {
  const customer = 'D-IN-0004'
  await Promise.all(Array.from({ length: 50 }, () => credited(customer, ['2', null])))
  expect(await stands(customer)).toEqual(['100.00', '0.00', '0.00', '0.00'])
  expect(await world.broken()).toEqual([])
})

it('an open item is locked, partly settled and released, and nobody else uses the locked amount', async () => {
  const customer = 'D-IN-0005'
  const losses = async () => {
    const [loss] = await world.query<{ sum: string }>(
      `select coalesce(sum(avl), 0)::text as sum from funds_account where kind = 'LOSS' and operating_unit_code = $1 and currency = $2`,
      [UNIT, CURRENCY],
    )
    return amount(loss!.sum)
  }
  const before = await losses()
  const owed = await owes(customer, '100')
  const by = world.by('submit')
  await world.act(by, async () => lockItems(by, [{ item: await again(owed), amount: amount('80'), line: 1 }]))
  const other = world.by('approve')
  const lower = (value: string) =>
    world.act(other, async () =>
      decreaseReceivable(other, [{ item: await again(owed), amount: amount(value), line: 1, cause: 'scheme' }]),
    )
  expect(await refusedBy(lower('20.01'))).toBe('funds.exceedsOpen')
  await lower('20')

  const approve = world.by('approve', by)
  await world.act(approve, async () => {
    const locked = readLockedItems(await world.read(lockedItems(by.id)))
    const takes = locked.map((each) => ({ ...each, amount: amount('50'), isLocked: true, cause: 'loss' as const }))
    const rest = locked.map((each) => ({ ...each, amount: each.amount.minus('50') }))
    return together(decreaseReceivable(approve, takes), unlockItems(approve, rest))
  })
  const now = await again(owed)
  expect([now.open, now.locked].map(amountText)).toEqual(['30.00', '0.00'])
  const up = world.by('approve')
  await world.act(up, async () => increaseReceivable(up, [{ item: await again(owed), amount: amount('5'), line: 1 }]))
  expect(await stands(customer)).toEqual(['0.00', '0.00', '35.00', '0.00'])
  expect(amountText((await losses()).minus(before))).toBe('50.00')
  expect(await world.broken()).toEqual([])
})

it('a rebate that pays an open item reduces both or neither', async () => {
  const customer = 'D-IN-0006'
  await credited(customer, ['40', null])
  const owed = await owes(customer, '100')
  const offset = async (value: string) => {
    const by = world.by('approve')
    await world.act(by, async () => {
      const all = await world.accounts(customer)
      const of = {
        rebate: accountOf(all, 'REBATE', key(customer)),
        clearing: clearingOf(all, 'REBATE_CLEARING', key(customer)),
      }
      return offsetByRebate(by, [{ item: await again(owed), amount: amount(value), line: 1, ...of }])
    })
  }
  expect(await refusedBy(offset('40.01'))).toBe('funds.exceedsRebate')
  await offset('35')
  expect(await stands(customer)).toEqual(['5.00', '0.00', '65.00', '0.00'])
  expect(await world.broken()).toEqual([])
})

it('a receivable moves to another customer with its age, and a credit memo settles part of an item', async () => {
  const [from, to] = ['D-IN-0007', 'D-IN-0008']
  const owed = await owes(from, '100')
  const by = world.by('approve')
  const move = async (toCustomerCode: string) =>
    moveReceivable(by, await world.accounts(from, to), [
      { item: await again(owed), amount: amount('60'), line: 1, toCustomerCode },
    ])
  expect(await refusedBy(world.act(by, () => move(from)))).toBe('funds.sameCustomer')
  await world.act(by, () => move(to))
  const moved = await item(to, `${by.no}/1`)
  expect([moved.externalNo, moved.dueOn, amountText(moved.open)]).toEqual([owed.no, owed.dueOn, '60.00'])

  const memo = world.by('approve')
  await world.act(memo, async () =>
    creditMemo(memo, await world.accounts(to), [
      {
        ...key(to),
        amount: amount('70'),
        line: 1,
        issuedOn: DAY,
        dueOn: DAY,
        against: { item: await again(moved), amount: amount('60'), line: 1 },
      },
    ]),
  )
  expect(await stands(to)).toEqual(['0.00', '0.00', '0.00', '-10.00'])
  const rest = await item(to, `${memo.no}/1`)
  expect([rest.kind, amountText(rest.original), amountText(rest.open)]).toEqual(['creditMemo', '70.00', '10.00'])
  const lower = async () => decreaseReceivable(memo, [{ item: rest, amount: amount('1'), line: 1, cause: 'scheme' }])
  expect(await refusedBy(world.act(memo, lower))).toBe('funds.notOwed')
  expect(await world.broken()).toEqual([])
})

it("the last day of a rebate ends in the customer's time zone and not in UTC", async () => {
  const customer = 'D-IN-0009'
  await credited(customer, ['30', '2099-06-30'])
  const [home] = await world.query<{ id: number; timezone: string }>(
    'select o.id, o.timezone from organisation o join customer c on c.organisation_id = o.id where c.code = $1',
    [customer],
  )
  const west = 'UTC-12:00'
  const lastDay = dayIn(west, productNow())
  expect(lastDay < dayIn('UTC+00:00', productNow())).toBe(true)
  const moveTo = (timezone: string) =>
    world.query('update organisation set timezone = $2 where id = $1', [home!.id, timezone])
  await moveTo(west)
  try {
    await world.query(`update rebate_batch set expires_on = $2 where customer_code = $1 and credited = 30`, [
      customer,
      lastDay,
    ])
    await freeze(customer, '20')
    while (await expireRebates(workServices(world.pool, productNow)));
    expect(await batches(customer)).toContain('10.00 20.00 0.00')
  } finally {
    await moveTo(home!.timezone)
  }
  // In India that day is over.
  expect(await refusedBy(freeze(customer, '10'))).toBe('funds.exceedsRebate')
  while (await expireRebates(workServices(world.pool, productNow)));
  expect(await batches(customer)).toContain('0.00 20.00 0.00')
})

it('a reader limited to other customers finds no account and no open item', async () => {
  const { fundsAccounts, readFundsAccounts, seesFunds } = await import('./funds.facade.ts')
  const rows = await world.read(fundsAccounts(['D-IN-0005'], UNIT, CURRENCY))
  const reader = { scope: 'all', limits: { customer_code: ['D-IN-0006'] } } as const
  const seen = readFundsAccounts(rows.filter((row) => seesFunds(row, reader)))
  expect(() => accountOf(seen, 'REBATE', key('D-IN-0005'))).toThrow('funds.customerUnknown')
  const items = await world.read(openItemsByNo('D-IN-0005', UNIT, CURRENCY, []))
  expect(items.filter((row) => seesFunds(row, reader))).toEqual([])
})

it('a rebate expires by itself after its last day, once, and what is frozen stays', async () => {
  const customer = 'D-IN-0003'
  const before = await stands(customer)
  await credited(customer, ['30', '2099-01-31'], ['20', null])
  const by = await freeze(customer, '10')
  const at = (day: string) => ({
    ...workServices(world.pool, () => new Date(`${day}T12:00:00Z`)),
  })
  const worked = async (day: string) => {
    let times = 0
    while (await expireRebates(at(day))) times += 1
    return times
  }
  const own = () =>
    world.query<{ row: string }>(
      `select available || ' ' || occupied || ' ' || consumed || ' ' || expired as row from rebate_batch
       where customer_code = $1 and source_no <> '' and credited in (20, 30) order by expires_on nulls last, id`,
      [customer],
    )
  // It can still be spent on its last day.
  await worked('2099-01-31')
  expect((await own()).map(({ row }) => row)).toEqual(['20.00 10.00 0.00 0.00', '20.00 0.00 0.00 0.00'])
  expect(await worked('2099-02-01')).toBe(1)
  expect(await worked('2099-02-01')).toBe(0)
  expect((await own()).map(({ row }) => row)).toEqual(['0.00 10.00 0.00 20.00', '20.00 0.00 0.00 0.00'])
  const [available] = await stands(customer)
  expect(Number(available) - Number(before[0])).toBeLessThanOrEqual(20)

  // Returned money expires then.
  const reject = world.by('reject', by)
  await world.act(reject, async () => unfreeze(reject, await world.frozen(by)))
  expect(await worked('2099-02-02')).toBe(1)
  expect((await own()).map(({ row }) => row)).toEqual(['0.00 0.00 0.00 30.00', '20.00 0.00 0.00 0.00'])
  const [flow] = await world.query<{ rows: number }>(
    `select count(*)::int as rows from ledger_journal j join ledger_posting p on p.journal_id = j.id
     join funds_account a on a.id = p.account_id where j.action = 'expire' and a.customer_code = $1`,
    [customer],
  )
  expect(flow?.rows).toBeGreaterThanOrEqual(2)
  expect(await world.broken()).toEqual([])
})
