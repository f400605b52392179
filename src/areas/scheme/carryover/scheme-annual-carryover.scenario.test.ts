import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeAnnualCarryover } from '#areas/scheme/carryover/scheme-annual-carryover.doc.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { INDONESIA } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

// A scheme over the end of a year (domain.md section 2.10): each commitment and each accrual once, and the expense stays in its year.

let server: DemoServer
let story: SchemeStory
let scheme: Acted

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
})

beforeEach(async () => {
  await books('open')
  scheme = await story.scheme([{ amount: '1000.00' }])
})

afterEach(() => books('open'))

afterAll(async () => {
  await server?.close()
})

/** All months of the budget's year. */
async function books(state: 'open' | 'closing' | 'closed'): Promise<void> {
  const { area, year } = story.budget
  await server.query('delete from budget_period where area_id = $1 and year = $2', [area, year])
  if (state === 'open') return
  await server.query(
    `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
     select a.organisation_id, a.id, $2, m, $3, product_now(), 1 from area a, generate_series(1, 12) m where a.id = $1`,
    [area, year, state],
  )
}

const sound = async () => expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])

const withhold = (amount: string, fundingNo = 1, more: object = {}) =>
  story.hand(schemeWithhold, 'in.finance', scheme.no, {
    kind: 'regular',
    year: story.budget.year,
    month: story.budget.month,
    postingDate: story.day(28),
    lines: [{ fundingNo, amount }],
    ...more,
  })

async function withheld(amount: string): Promise<void> {
  const { data } = await withhold(amount)
  await story.agree(schemeWithhold, data.formInstanceId)
}

type Line = readonly [fundingNo: number, option: string, schemeNo?: string]

const handIn = (lines: readonly Line[], more: object = {}, account = 'in.finance') =>
  server.call<Acted>(account, '/aps/scheme/annualCarryover/submit', {
    idcCode: 'IN',
    areaId: story.budget.area,
    kind: 'carry',
    fromYear: story.budget.year,
    cutOffDate: `${story.budget.year}-12-31`,
    currency: story.budget.currency,
    reason: 'The year closes',
    lines: lines.map(([fundingNo, option, schemeNo = scheme.no]) => ({ part: `${schemeNo}/${fundingNo}`, option })),
    ...more,
  })

const takeBack = (runNo: string) => handIn([], { kind: 'undo', runNo, cutOffDate: null })
const agree = (acted: Acted) => story.agree(schemeAnnualCarryover, acted.formInstanceId)

async function carried(...lines: readonly Line[]): Promise<Acted> {
  const { data, msg } = await handIn(lines)
  if (!data) throw new Error(`the carry-over was refused: ${msg}`)
  await agree(data)
  return data
}

/** The next year's budget with the same key. */
async function nextBudget() {
  const [row] = await server.query<{ code: string; avl: string; occ: string; cmt: string; acr: string }>(
    `select n.code, a.avl, a.occ, a.cmt, a.acr from budget_line l join budget_line n on n.area_id = l.area_id and n.year = l.year + 1 and n.month = 1
       and (n.project_pool_code, n.budget_dept_code, n.country_code, n.project_code, n.fsc_id, n.sub_busi_code, n.product_line_code, n.product_class, n.currency)
         = (l.project_pool_code, l.budget_dept_code, l.country_code, l.project_code, l.fsc_id, l.sub_busi_code, l.product_line_code, l.product_class, l.currency)
     join budget_account a on a.id = n.id where l.code = $1`,
    [story.budget.code],
  )
  return row
}

const by = (before: string, after: string) => (Number(after) - Number(before)).toFixed(2)

describe('an annual carry-over', () => {
  it('an annual carry-over moves a commitment with its budget and an accrual as the expense of its year; nothing is in both years', async () => {
    await withheld('400.00')
    await books('closing')
    const before = await story.buckets()
    const { data } = await handIn([
      [1, 'C1'],
      [1, 'A'],
    ])
    expect(data.state).toBe('underApproval')
    expect(await story.buckets()).toEqual(before)
    expect(await story.parts(scheme.no)).toMatchObject([{ freeCommitted: '0.00', freeAccrued: '0.00' }])
    await sound()

    expect((await agree(data)).data.state).toBe('approved')
    const after = await story.buckets()
    expect([after.avl, by(before.cmt, after.cmt), by(before.acr, after.acr)]).toEqual([
      before.avl,
      '-600.00',
      '-400.00',
    ])
    expect(await story.parts(scheme.no)).toMatchObject([
      { fundingNo: 1, committed: '0.00', accrued: '0.00' },
      { fundingNo: 2, committed: '600.00', accrued: '0.00' },
      { fundingNo: 3, committed: '0.00', accrued: '400.00' },
    ])
    expect(await story.state(scheme.no)).toBe('effective')
    const page = await server.call<{ parts: { approved: string }[] }>('in.finance', '/aps/scheme/detail', {
      schemeNo: scheme.no,
    })
    // A carried amount counts as approved where it is now, once.
    expect(page.data.parts.map(({ approved }) => approved)).toEqual(['0.00', '600.00', '400.00'])
    const origins = await server.query<{ origin: number; stage: string }>(
      'select origin_year as origin, origin_stage as stage from budget_encumbrance where document_id = $1 order by line_no',
      [data.id],
    )
    expect(origins).toEqual([
      { origin: story.budget.year, stage: 'cmt' },
      { origin: story.budget.year, stage: 'acr' },
    ])
    await sound()

    // The old year closes; carried commitments are accrued in the new one, and carried accruals are not accrued again.
    await books('closed')
    const late = await withhold('600.00', 2, { postingDate: story.day(28) })
    expect(late.error?.key).toBe('budget.periodClosed')
    expect((await withhold('1.00', 1)).error?.key).toBe('scheme.exceedsWithholdable')
    expect((await withhold('1.00', 3)).error?.key).toBe('scheme.exceedsWithholdable')
    const next = story.budget.year + 1
    await server.query(`update scheme set claim_deadline = $2, ends_on = $2 where no = $1`, [
      scheme.no,
      `${next}-06-30`,
    ])
    const january = { year: next, month: 1, postingDate: `${next}-01-20` }
    const { data: accrued } = await withhold('600.00', 2, january)
    await story.agree(schemeWithhold, accrued.formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([
      { committed: '0.00', accrued: '0.00' },
      { committed: '0.00', accrued: '600.00' },
      { committed: '0.00', accrued: '400.00' },
    ])
    expect(await story.buckets()).toEqual(after)
    await sound()
  })

  it('an annual carry-over releases what does not go on (C3) and charges the new year where requested (C2)', async () => {
    // The next year has a budget with the key once something was carried there.
    const first = await story.scheme([{ amount: '500.00' }])
    await withheld('400.00')
    await books('closing')
    const none = await handIn([[1, 'C2', first.no]])
    expect(['budget.nextBudgetMissing', 'budget.budgetNotOpen', 'budget.exceedsLine']).toContain(none.error?.key)
    const before = await story.buckets()
    await carried([1, 'C3'], [1, 'C3A'], [1, 'C1', first.no])
    expect(by(before.avl, (await story.buckets()).avl)).toBe('1000.00')
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '0.00', accrued: '0.00' }])

    await books('open')
    scheme = await story.scheme([{ amount: '300.00' }])
    await books('closing')
    expect((await handIn([[1, 'C2']])).error?.key).toBe('budget.exceedsLine')
    // The amount that a scheme brought along and does not need is the new year's money.
    const { data: down } = await story.hand(schemeAdjust, 'in.channel', first.no, {
      lines: [{ kind: 'down', fundingNo: 2, amount: '400.00' }],
    })
    await story.agree(schemeAdjust, down.formInstanceId)
    const next = await nextBudget()
    const asked = await handIn([[1, 'C2']])
    expect(by(next!.occ, (await nextBudget())!.occ)).toBe('300.00')
    await story.decide(schemeAnnualCarryover, asked.data.formInstanceId, 'reject')
    expect(await nextBudget()).toMatchObject({ occ: next!.occ })
    const old = await story.buckets()
    await carried([1, 'C2'])
    expect(by(old.avl, (await story.buckets()).avl)).toBe('300.00')
    expect(by(next!.cmt, (await nextBudget())!.cmt)).toBe('300.00')
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '0.00' }, { committed: '300.00' }])
    await sound()
  })

  it('twenty annual carry-overs of one line run at once, and exactly one succeeds', async () => {
    await books('closing')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => handIn([[1, 'C1']])))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = outcomes.filter(({ status }) => status !== 200).map(({ error }) => error?.key)
    expect(new Set(refused)).toEqual(new Set(['scheme.childInApproval']))
    const { data } = outcomes.find(({ status }) => status === 200)!
    await agree(data)
    expect((await handIn([[1, 'C1']])).error?.key).toBe('scheme.nothingOpen')
    await sound()
  })

  it('an annual carry-over and other documents of its schemes exclude each other while in approval', async () => {
    const running = await withhold('100.00')
    await books('closing')
    const refused = await handIn([[1, 'C1']])
    expect(refused.error?.key).toBe('scheme.childInApproval')
    expect(refused.msg).toContain(running.data.no)
    await story.decide(schemeWithhold, running.data.formInstanceId, 'reject')
    const { data } = await handIn([[1, 'C1']])
    const down = await story.hand(schemeAdjust, 'in.channel', scheme.no, {
      lines: [{ kind: 'down', fundingNo: 1, amount: '1.00' }],
    })
    expect(down.error?.key).toBe('scheme.childInApproval')
    expect((await withhold('1.00')).error?.key).toBe('scheme.exceedsWithholdable')
    await story.withdraw(schemeAnnualCarryover, 'in.finance', data)
    expect(await story.parts(scheme.no)).toMatchObject([{ freeCommitted: '1000.00' }])
    await sound()
  })

  it('an annual carry-over carries nothing that nobody has agreed to', async () => {
    const asked = await story.apply([{ amount: '10.00' }])
    await books('closing')
    expect((await handIn([[1, 'C1', asked.data.no]])).error?.key).toBe('scheme.partUnknown')
    await books('open')
    await story.withdraw(schemeApplication, 'in.channel', asked.data)
  })

  it('an annual carry-over is refused for a year that is not closing', async () => {
    const { error } = await handIn([[1, 'C1']])
    expect(error).toMatchObject({ key: 'budget.yearNotClosing', field: 'fromYear' })
  })

  it.each([
    ['scheme.carryEmpty', [], {}],
    ['scheme.cutOffMissing', [[1, 'C1']], { cutOffDate: null }],
    ['scheme.cutOffOutside', [[1, 'C1']], { cutOffDate: '2020-12-31' }],
    ['scheme.partUnknown', [[9, 'C1']], {}],
    ['scheme.partUnknown', [[1, 'C1', 'PS000000-0000']], {}],
    ['scheme.currencyDiffers', [[1, 'C1']], { currency: 'USD' }],
    ['scheme.runOfCarry', [[1, 'C1']], { runNo: 'SK000000-0001' }],
    ['budget.carryNothing', [[1, 'A']], {}],
    [
      'budget.duplicateLine',
      [
        [1, 'C1'],
        [1, 'C3'],
      ],
      {},
    ],
    ['scheme.runMissing', [], { kind: 'undo', runNo: null }],
    ['scheme.runUnknown', [], { kind: 'undo', runNo: 'SK000000-0001' }],
    ['scheme.undoHasLines', [[1, 'C1']], { kind: 'undo', runNo: 'SK000000-0001' }],
  ] as const)('an annual carry-over is refused: %s', async (key, lines, more) => {
    await books('closing')
    expect((await handIn(lines, more)).error?.key).toBe(key)
  })

  it('an annual carry-over is refused for schemes of another year or area', async () => {
    await books('closing')
    const year = story.budget.year - 1
    const other = await handIn([[1, 'C1']], { fromYear: year, cutOffDate: `${year}-12-31` })
    expect(other.error?.key).toBe('scheme.yearDiffers')
    expect((await handIn([[1, 'C1']], { areaId: INDONESIA.areaId }, 'hq.finance')).error?.key).toBe(
      'scheme.areaMismatch',
    )
    expect((await handIn([[1, 'C1']], {}, 'id.finance')).status).toBe(404)
  })

  it('an expired scheme carries its accruals over and releases its commitments', async () => {
    await withheld('400.00')
    await server.query(`update scheme set state = 'expired' where no = $1`, [scheme.no])
    await books('closing')
    expect((await handIn([[1, 'C1']])).error?.key).toBe('scheme.carryOfEnded')
    await carried([1, 'C3'], [1, 'A'])
    expect(await story.state(scheme.no)).toBe('expired')
    expect(await story.parts(scheme.no)).toMatchObject([{ accrued: '0.00' }, { accrued: '400.00' }])
  })
})

describe('the undo of an annual carry-over', () => {
  it('the undo of an annual carry-over restores all of it once while the new year has it, and it may be repeated', async () => {
    await withheld('400.00')
    const second = await story.scheme([{ amount: '200.00' }])
    await books('closing')
    const before = await story.buckets()
    const run = await carried([1, 'C1'], [1, 'A'], [1, 'C1', second.no])
    const { data, msg } = await takeBack(run.no)
    expect(msg).toBeTruthy()
    expect((await takeBack(run.no)).error?.key).toBe('budget.carryUsed')
    await agree(data)
    expect(await story.buckets()).toEqual(before)
    expect((await story.parts(scheme.no))[0]).toMatchObject({ committed: '600.00', accrued: '400.00' })
    await sound()
    expect((await takeBack(run.no)).error?.key).toBe('budget.carryNotThere')
    await carried([1, 'C1'], [1, 'A'])
    await sound()
  })

  it('the undo of an annual carry-over is refused after the new year used a part of it', async () => {
    await books('closing')
    const run = await carried([1, 'C1'])
    const next = story.budget.year + 1
    await server.query(`update scheme set claim_deadline = $2, ends_on = $2 where no = $1`, [
      scheme.no,
      `${next}-06-30`,
    ])
    const { data } = await withhold('1.00', 2, { year: next, month: 1, postingDate: `${next}-01-20` })
    expect((await takeBack(run.no)).error?.key).toBe('budget.carryUsed')
    await story.agree(schemeWithhold, data.formInstanceId)
    expect((await takeBack(run.no)).error?.key).toBe('budget.carryUsed')
  })
})

interface Open {
  readonly part: string
  readonly options: readonly string[]
}

it('the year-end cockpit proposes open scheme amounts for an annual carry-over, once', async () => {
  await withheld('400.00')
  await books('closing')
  const { area, year } = story.budget
  const open = async (account = 'in.finance') => {
    const { data } = await server.call<readonly Open[]>(account, '/aps/scheme/annualCarryover/open', {
      areaId: area,
      fromYear: year,
    })
    return data.filter(({ part }) => part.startsWith(`${scheme.no}/`)).map(({ options }) => options)
  }
  expect(await open()).toEqual([['C1', 'A']])
  expect(await open('id.finance')).toEqual([])
  const cockpit = async () =>
    JSON.stringify(
      (await server.call<object>('hq.finance', '/gs/IN/oversea/aps/budget/yearEnd/cockpit', { year })).data,
    )
  const holding = await cockpit()
  expect(holding).toContain(`/scheme/annualCarryover/pc?type=new&idcCode=IN&year=${year}`)
  const { data } = await handIn([[1, 'C1']])
  expect(await open()).toEqual([['A']])
  await agree(data)
  await carried([1, 'A'])
  expect(await open()).toEqual([])
  expect(await cockpit()).not.toContain(scheme.no)
})
