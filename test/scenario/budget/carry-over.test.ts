import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  encumbrancesFoundBy,
  encumbrancesOf,
  encumbrancesToCarryFoundBy,
  readEncumbrances,
  readEncumbrancesToCarry,
} from '#areas/budget/budget.facade.ts'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'
import { STEPS } from '#areas/budget/self-check/self-check.steps.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type CarryLine, type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// The year-end decisions about what schemes hold (domain.md section 2.10), tested with documents that exist only here.

let spending: SpendingWorld
let code: string

beforeAll(async () => {
  spending = await spendingWorld(await testDatabase(), ['100000.00'])
  code = spending.codes[0]!
  await spending.world.query(`
    insert into year_rate_version (year, version, base, note) values (2026, 1, 'USD', null), (2027, 1, 'USD', null);
    insert into year_rate (year, version, currency, units) values (2026, 1, 'INR', 83.333), (2027, 1, 'INR', 90);
    insert into currency_rate (code, currency_code, base_code, kind, valid_from, units) values
      ('a', 'INR', 'USD', 'booking', '2026-11-01', 84.5);
  `)
})

beforeEach(() => spending.books(2026, 'open'))
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
  // The nightly check of the whole ledger knows carry-overs.
  const found = await transaction(spending.world.pool, async (tx) => (await STEPS.occupied(tx)).run(tx, 0))
  expect(found).toEqual([])
}

/** A scheme of the old year: this much approved, of which a part is accrued and a part of that is paid. */
async function scheme(committed: string, accrued = '0', paid = '0', currency = 'INR'): Promise<string> {
  await spending.books(2026, 'open')
  const asked = await spending.spend([[code, committed]], { currency })
  await spending.decide('scheme', asked)
  if (accrued !== '0') await spending.claimed(asked.id, [['accrue', 1, accrued]])
  if (paid !== '0') await spending.claimed(asked.id, [['execute', 1, paid]])
  await spending.books(2026, 'closing')
  return asked.id
}

async function carried(...lines: readonly CarryLine[]): Promise<string> {
  const asked = await spending.carry(...lines)
  await spending.decide('carry', asked)
  return asked.id
}

const nextCode = async () =>
  (await spending.world.query<{ code: string }>('select code from budget_line where year = 2027'))[0]?.code ?? ''

/** Money of the next year for the same key. */
async function grantNext(given: string): Promise<void> {
  const { world } = spending
  const money = { areaId: 2, year: 2027, currency: 'INR', projectPoolCode: 'POOL-A', amount: given }
  await transaction(world.pool, (tx) => fundPool(tx, { ...money, actorId: 1, at: world.now }))
  const lines = [{ amount: given, subBusiCode: 'S01' }]
  const granted = await world.submit('in.channel', lines, { year: 2027, month: 1 })
  await world.approveAll(granted.formInstanceId!)
}

interface Stood {
  readonly year: number
  readonly state: string
  readonly cmt: string
  readonly acr: string
  readonly exe: string
  readonly avl: string
  readonly carried: string
  readonly origin_year: number | null
}
const occupied = (id: string) =>
  spending.world.query<Stood>(
    `select l.year, l.state, o.document_cmt::text as cmt, o.document_acr::text as acr, o.document_exe::text as exe, o.document_avl::text as avl,
       o.document_carried::text as carried, o.origin_year from budget_encumbrance o join budget_line l on l.id = o.account_id
     where o.document_id = $1 order by o.line_no`,
    [id],
  )

describe('a carry-over of encumbrances', () => {
  it('a carry-over moves a commitment with its budget (C1) and an accrual as the expense of its year (A) without changing available amounts', async () => {
    const id = await scheme('100', '40', '10')
    const before = await spending.buckets(code)
    const asked = await spending.carry([id, 1, 'cmt', 'withBudget'], [id, 1, 'acr', 'accrual'])
    // Kept from everybody until it is decided, and nothing has moved.
    expect(await spending.buckets(code)).toEqual(before)
    expect(await refusal(spending.lock(id, ['free', 1, '1']))).toMatchObject([{ key: 'lockedInStage' }])
    await spending.decide('carry', asked)
    expect(await occupied(id)).toMatchObject([{ year: 2026, cmt: '0.00', acr: '0.00', exe: '10.00', carried: '90.00' }])
    expect(await occupied(asked.id)).toMatchObject([
      { year: 2027, state: 'open', cmt: '60.00', acr: '0.00', origin_year: 2026 },
      { year: 2027, state: 'open', cmt: '0.00', acr: '30.00', origin_year: 2026 },
    ])
    expect(await spending.buckets(code)).toEqual({ ...before, cmt: '0', acr: '0' })
    expect(await spending.buckets(await nextCode())).toEqual({ avl: '0', occ: '0', cmt: '60', acr: '30', exe: '0' })
    // The scheme goes on in the new year; the accrued amount is paid, never accrued once more.
    await spending.claimed(asked.id, [['accrue', 1, '60']], '2027-01-15')
    await spending.claimed(asked.id, [['reopen', 2, '5']], '2027-01-15')
    expect(await refusal(spending.claim(asked.id, [['accrue', 2, '5']], '2027-01-15'))).toEqual([
      { key: 'accruedBefore', year: 2026 },
    ])
    await spending.claimed(
      asked.id,
      [
        ['execute', 2, '30'],
        ['execute', 1, '60'],
      ],
      '2027-01-15',
    )
    await sound()
  })

  it('a carry-over charges a commitment to the new year’s budget (C2) at its rate, or releases it in the old year (C3)', async () => {
    const [dollars, released] = [await scheme('10', '0', '0', 'USD'), await scheme('70', '20')]
    const { avl } = await spending.buckets(code)
    const c2: CarryLine = [dollars, 1, 'cmt', 'newBudget']
    // The next year has a budget of that key, and nothing in it.
    expect(await refusal(spending.carry(c2))).toEqual([
      { key: 'exceedsLine', amount: '900.00', available: '0.00', currency: 'INR' },
    ])
    const next = await nextCode()
    await grantNext('1000.00')
    const asked = await spending.carry(c2, [released, 1, 'cmt', 'release'], [released, 1, 'acr', 'release'])
    expect(await spending.buckets(next)).toMatchObject({ avl: '100', occ: '900' })
    await spending.decide('carry', asked)
    expect(await spending.buckets(next)).toMatchObject({ avl: '100', occ: '0', cmt: '900' })
    expect(await occupied(asked.id)).toMatchObject([{ year: 2027, cmt: '10.00', origin_year: 2026 }])
    expect((await spending.buckets(code)).avl).toBe(String(Number(avl) + 833.33 + 70))
    // A rejected document gives the new year its money back.
    const other = await scheme('1')
    const rejected = await spending.carry([other, 1, 'cmt', 'newBudget'])
    expect(await spending.buckets(next)).toMatchObject({ avl: '99', occ: '1' })
    await spending.decide('carry', rejected, 'reject')
    expect(await spending.buckets(next)).toMatchObject({ avl: '100', occ: '0' })
    await carried([other, 1, 'cmt', 'newBudget'])
    await sound()
    await grantNext('9000.00')
  })

  it('one of many simultaneous carry-overs of the same encumbrance succeeds, so it is never in both years', async () => {
    const id = await scheme('50', '20')
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        spending.carry([id, 1, 'cmt', index % 2 === 0 ? 'withBudget' : 'release']).then(
          (answer) => answer,
          (error: Refused) => error.refusals[0]?.key ?? 'unknown',
        ),
      ),
    )
    const asked = outcomes.filter((outcome) => typeof outcome !== 'string')
    expect(asked).toHaveLength(1)
    expect(new Set(outcomes.filter((outcome) => typeof outcome === 'string'))).toEqual(new Set(['budget.carriedTwice']))
    await spending.decide('carry', asked[0]!)
    expect(await refusal(spending.carry([id, 1, 'cmt', 'release']))).toMatchObject([{ key: 'carriedTwice' }])
    // Not even what is reopened of it; the accrual is separate.
    await spending.claimed(id, [['reopen', 1, '5']])
    expect(await refusal(spending.carry([id, 1, 'cmt', 'withBudget']))).toMatchObject([{ key: 'carriedTwice' }])
    expect(await refusal(spending.carry([id, 1, 'acr', 'accrual'], [id, 1, 'acr', 'release']))).toEqual([
      { key: 'duplicateLine', first: 1 },
    ])
    await carried([id, 1, 'acr', 'accrual'])
    await spending.claimed(id, [['freeRest', 1, '5']])
    await sound()
  })

  it('a carry-over refuses commitments that are not approved or of which a document in approval holds a part', async () => {
    await spending.books(2026, 'open')
    const asked = await spending.spend([[code, '30']])
    await spending.books(2026, 'closing')
    expect(await refusal(spending.carry([asked.id, 1, 'cmt', 'withBudget']))).toMatchObject([{ key: 'carryNothing' }])
    await spending.decide('scheme', asked)
    const child = await spending.lock(asked.id, ['free', 1, '10'])
    expect(await refusal(spending.carry([asked.id, 1, 'cmt', 'withBudget']))).toMatchObject([
      { key: 'childInApproval', amount: '10.00', currency: 'INR' },
    ])
    await spending.decide('claim', child)
    const carrying = await spending.carry([asked.id, 1, 'cmt', 'withBudget'])
    await spending.withdraw(carrying, 'carry')
    await carried([asked.id, 1, 'cmt', 'withBudget'])
    await sound()
  })

  it('a carry-over needs a closing year, a target month that is not closed, and an option that fits each amount', async () => {
    const id = await scheme('40', '10')
    await spending.books(2026, 'open')
    expect(await refusal(spending.carry([id, 1, 'cmt', 'withBudget']))).toEqual([
      { key: 'yearNotClosing', year: 2026, month: 1 },
    ])
    await spending.books(2026, 'closing')
    expect(await refusal(spending.carry([id, 1, 'cmt', 'accrual']))).toEqual([{ key: 'carryOption' }])
    expect(await refusal(spending.carry([id, 1, 'acr', 'withBudget']))).toEqual([{ key: 'carryOption' }])
    const asked = await spending.carry([id, 1, 'cmt', 'withBudget'], [id, 1, 'acr', 'accrual'])
    // A change in between prevents its approval; it is decided once that is resolved.
    await spending.books(2026, 'open')
    expect(await refusal(spending.decide('carry', asked))).toMatchObject([
      { key: 'yearNotClosing' },
      { key: 'yearNotClosing' },
    ])
    await spending.books(2026, 'closing')
    await spending.books(2027, 'closed')
    expect(await refusal(spending.decide('carry', asked))).toMatchObject([
      { key: 'periodClosed', year: 2027, month: 1 },
      {},
    ])
    await spending.books(2027, 'closing')
    await spending.decide('carry', asked)
    const late = await scheme('5')
    expect(await refusal(spending.carry([late, 1, 'cmt', 'newBudget']))).toMatchObject([{ key: 'periodClosed' }])
    await spending.books(2027, 'open')
    await carried([late, 1, 'cmt', 'newBudget'])
    await sound()
  })
})

describe('the undo of a carry-over', () => {
  it('the undo of a carry-over restores all of it once, to the cent, and it may be carried over again', async () => {
    const id = await scheme('100', '33.33', '11.11', 'USD')
    // Three small claims converted one by one differ by a cent from their converted sum; the undo returns the carried amount.
    for (let part = 0; part < 3; part += 1) await spending.claimed(id, [['accrue', 1, '0.07']], '2027-01-15')
    const [other, next] = [await scheme('60', '20'), await nextCode()]
    const [old, young] = [await spending.buckets(code), await spending.buckets(next)]
    const run = await carried(
      [id, 1, 'cmt', 'withBudget'],
      [id, 1, 'acr', 'accrual'],
      [other, 1, 'cmt', 'newBudget'],
      [other, 1, 'acr', 'release'],
    )
    const undo = await spending.undo(run)
    // While that is in approval the new year cannot use it.
    expect(await refusal(spending.lock(run, ['free', 1, '1']))).toMatchObject([{ key: 'lockedInStage' }])
    await spending.decide('carry', undo)
    expect(await spending.buckets(code)).toEqual(old)
    expect(await spending.buckets(next)).toEqual(young)
    await sound()
    expect(await refusal(spending.undo(run))).toEqual([{ key: 'carryNotThere' }])
    await carried([id, 1, 'cmt', 'withBudget'], [id, 1, 'acr', 'accrual'], [other, 1, 'cmt', 'release'])
    await sound()
  })

  it('the undo of a carry-over is refused once the new year used a cent of it or the old year is closed', async () => {
    const id = await scheme('80')
    const run = await carried([id, 1, 'cmt', 'withBudget'])
    const early = await spending.undo(run)
    await spending.decide('carry', early, 'reject')
    await spending.claimed(run, [['accrue', 1, '0.01']], '2027-01-15')
    expect(await refusal(spending.undo(run))).toMatchObject([{ key: 'carryUsed', amount: '80.00', left: '79.99' }])
    await spending.claimed(run, [['reopen', 1, '0.01']], '2027-01-15')
    const undo = await spending.undo(run)
    await spending.books(2026, 'closed')
    expect(await refusal(spending.decide('carry', undo))).toMatchObject([{ key: 'periodClosed', year: 2026 }])
    await spending.books(2026, 'closing')
    await spending.decide('carry', undo)
    await sound()
  })

  it('the undo of a carry-over is refused when the released amount has been spent', async () => {
    const id = await scheme('25')
    const run = await carried([id, 1, 'cmt', 'release'])
    const { avl } = await spending.buckets(code)
    await spending.books(2026, 'open')
    const taken = await spending.spend([[code, avl]])
    await spending.books(2026, 'closing')
    expect(await refusal(spending.undo(run))).toMatchObject([
      { key: 'exceedsLine', amount: '25.00', available: '0.00' },
    ])
    await spending.withdraw(taken)
    await spending.decide('carry', await spending.undo(run))
    await sound()
  })
})

it('an encumbrance is carried over from year to year, and each part keeps its expense year', async () => {
  const id = await scheme('50', '20')
  const first = await carried([id, 1, 'cmt', 'withBudget'], [id, 1, 'acr', 'accrual'])
  await spending.claimed(first, [['accrue', 1, '10']], '2027-06-15')
  await spending.books(2027, 'closing')
  const second = await carried(
    [first, 1, 'cmt', 'withBudget'],
    [first, 1, 'acr', 'accrual'],
    [first, 2, 'acr', 'accrual'],
  )
  expect(await occupied(second)).toMatchObject([
    { year: 2028, cmt: '20.00', origin_year: 2026 },
    // Accrued in the second year, out of a commitment of the first.
    { year: 2028, acr: '10.00', origin_year: 2027 },
    { year: 2028, acr: '20.00', origin_year: 2026 },
  ])
  expect(await refusal(spending.undo(first))).toMatchObject([{ key: 'carryUsed' }, { key: 'carryUsed' }])
  await spending.decide('carry', await spending.undo(second))
  await sound()
  await spending.books(2027, 'open')
})

it("encumbrances to carry over are found by document and by an area's own tables", async () => {
  // The next year has a budget of the key.
  await carried([await scheme('1'), 1, 'cmt', 'withBudget'])
  const [first, second] = [await scheme('10', '4'), await scheme('20')]
  const ofTestSchemes = `select id as document_id, '2026-11-30'::date as day, null::bigint as asking from test_scheme where id = any ($1::bigint[])`
  const byDocument = encumbrancesFoundBy('test-schemes', ofTestSchemes)
  const toCarry = encumbrancesToCarryFoundBy('test-schemes', ofTestSchemes)
  await transaction(spending.world.pool, async (tx) => {
    const found = readEncumbrances(await tx.rows(encumbrancesOf([first, second, first], '2026-11-30')))
    expect(found.map(({ documentId }) => documentId)).toEqual([first, second])
    expect(readEncumbrances(await tx.rows(byDocument([first, second])))).toEqual(found)
    const open = readEncumbrancesToCarry(await tx.rows(toCarry([first, second])))
    expect(open).toMatchObject([
      {
        documentId: first,
        year: 2026,
        openMonth: null,
        nextPeriod: 'open',
        next: { isOpen: true, rate: { rate: '1' } },
        taken: {},
      },
      { documentId: second },
    ])
  })
  const run = await carried([first, 1, 'cmt', 'withBudget'])
  await transaction(spending.world.pool, async (tx) => {
    const [row] = await tx.rows<{ no: string }>({ text: 'select no from test_carry where id = $1', values: [run] })
    const [open] = readEncumbrancesToCarry(await tx.rows(toCarry([first])))
    expect(open?.taken).toEqual({ cmt: row?.no })
  })
})
