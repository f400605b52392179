import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { previewRoute } from '#kernel/engine/document/routes/preview.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetArea } from '#areas/budget/budget.area.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { begin, useRoute } from '#test/helpers/approval-story.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

// How routes run: people from everywhere, steps side by side, votes, time limits, absence.

let world: World
const START = new Date('2026-11-21T08:00:00Z')
const hours = (count: number) => new Date(START.getTime() + count * 3_600_000)
const step = (key: string, who: object, more: object = {}) => ({
  key,
  who: who as never,
  mode: 'any' as const,
  ...more,
})
const role = (name: string, of?: string) => (of === undefined ? { role: name } : { role: name, of })

beforeAll(async () => {
  registerTexts(budgetArea.name, budgetArea.texts)
  world = await budgetWorld(await testDatabase(), '100000.00')
  await world.query(
    `update app_user set superior_id = (select id from app_user where account = 'in.rsd') where account in ('in.manager', 'in.channel')`,
  )
  await world.query(
    `update app_user set superior_id = (select id from app_user where account = 'hq.budget') where account = 'in.rsd'`,
  )
  await world.query(
    `update organisation set head_id = (select id from app_user where account = 'in.rcsm') where code = 'IN'`,
  )
})
beforeEach(() => {
  world.now = START
})
afterAll(async () => {
  expect(await brokenInvariants(world.query)).toEqual([])
  await world.close()
})

async function refusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof Refused ? error.first.key : `not refused: ${String(error)}`
}

describe('approvers of a step', () => {
  it.each([
    ['a role in the document’s organisation or above', role('hqBudget'), ['hq.budget']],
    ['a role of its region', role('rsm', 'region'), ['in.rsm']],
    ['a role at headquarters is none of the region', role('hqBudget', 'region'), []],
    ['a role in the line of the drafter', role('rsd', 'drafter'), ['in.rsd']],
    ['no role outside his line', role('rsm', 'drafter'), []],
    ['a named person', { account: 'hq.finance' }, ['hq.finance']],
    ['the head of the organisation', { head: 'document' }, ['in.rcsm']],
    ['the head of the drafter’s', { head: 'drafter' }, ['in.rcsm']],
    ['nobody who may not decide such documents', { account: 'in.sales' }, []],
  ])('approvers of a step: %s', async (_, who, expected) => {
    await useRoute(world, [step('first', who), step('last', role('hqFinance'))])
    const story = await begin(world)
    const { steps } = await story.view('in.channel')
    expect(steps[0]?.people.map(({ account }) => account)).toEqual(expected)
    expect(steps[0]?.skipReason).toBe(expected.length > 0 ? null : 'empty')
  })

  it('the drafter must choose the people of a step among those of its role', async () => {
    await useRoute(world, [step('pick', { chosenBy: 'drafter', role: 'manager' }), step('last', role('rsd'))])
    expect(await refusal(begin(world))).toBe('approval.chooseRequired')
    expect(await refusal(begin(world, { chosen: { pick: ['in.rsm'] } }))).toBe('approval.targetUnfit')
    const story = await begin(world, { chosen: { pick: ['in.manager'] } })
    expect(await story.desks()).toEqual(['in.manager step open'])
  })

  it('an approver must choose the people of the next step where the route says so', async () => {
    await useRoute(world, [step('first', role('manager')), step('pick', { chosenBy: 'previous' })])
    const story = await begin(world)
    expect((await story.view('in.manager')).chooses.map(({ stepKey }) => stepKey)).toEqual(['pick'])
    expect(await refusal(story.act('in.manager', 'approve'))).toBe('approval.chooseRequired')
    expect(await refusal(story.act('in.manager', 'approve', { chosen: { pick: ['in.sales'] } }))).toBe(
      'approval.targetUnfit',
    )
    await story.act('in.manager', 'approve', { chosen: { pick: ['in.rsm', 'in.tl'] } })
    expect(await story.desks()).toEqual(['in.rsm step open', 'in.tl step open'])
  })

  it('the copies of a step are sent when the step opens', async () => {
    await useRoute(world, [step('first', role('manager')), step('last', role('rsd'), { cc: [role('hqFinance')] })])
    const story = await begin(world)
    expect((await story.view('in.channel')).copies).toEqual([])
    await story.act('in.manager', 'approve')
    expect((await story.view('in.channel')).copies.map(({ reader }) => reader.account)).toEqual(['hq.finance'])
  })
})

describe('parallel steps', () => {
  it('parallel steps open together, and the next stage opens when all of them are complete', async () => {
    const sides = { group: 'sides' }
    await useRoute(world, [
      step('a', role('manager'), sides),
      step('b', role('countryFinance'), sides),
      step('c', role('rsd')),
    ])
    const story = await begin(world)
    expect(await story.desks()).toEqual(['in.manager step open', 'in.finance step open'])
    expect((await story.view('in.channel')).currentHolder.map(({ account }) => account)).toEqual([
      'in.manager',
      'in.finance',
    ])
    await story.act('in.finance', 'approve')
    expect(await story.desks()).toEqual(['in.manager step open'])
    await story.act('in.manager', 'approve')
    expect(await story.desks()).toEqual(['in.rsd step open'])
    await story.act('in.rsd', 'return', { toStep: 'b', opinion: 'Both again' })
    expect(await story.desks()).toEqual(['in.manager step open', 'in.finance step open'])
  })

  it('one person in two parallel steps is asked once', async () => {
    const sides = { group: 'sides' }
    await useRoute(world, [
      step('a', role('manager'), sides),
      step('b', { account: 'in.manager' }, sides),
      step('c', role('rsd')),
    ])
    const story = await begin(world)
    expect(await story.desks()).toEqual(['in.manager step open', 'in.manager step waiting'])
    const asked = (await story.view('in.manager')).steps.map(({ tasks }) => tasks.map(({ decidedIn }) => decidedIn))
    expect(asked).toEqual([[undefined], ['a'], []])
    await story.act('in.manager', 'approve')
    expect(await story.desks()).toEqual(['in.rsd step open'])
    expect((await story.view('in.channel')).steps.map(({ status, skipReason }) => skipReason ?? status)).toEqual([
      'done',
      'acted',
      'current',
    ])
  })

  it('one person in two parallel steps is asked in the second where the first ends without them', async () => {
    const sides = { group: 'sides' }
    await useRoute(world, [step('a', role('manager'), sides), step('b', { account: 'in.manager' }, sides)])
    const story = await begin(world)
    await story.act('in.manager', 'transfer', { people: ['in.tl'] })
    expect(await story.desks()).toEqual(['in.manager step open', 'in.tl transfer open'])
    await story.act('in.manager', 'approve')
    expect((await story.act('in.tl', 'approve')).state).toBe('approved')
  })
})

describe('voting modes of a step', () => {
  const four = [{ chosenBy: 'drafter' }]
  const people = ['in.manager', 'in.tl', 'in.rsm', 'in.rcsm']

  it('a sequential step asks its people one after another in their order', async () => {
    await useRoute(world, [step('all', four[0]!, { mode: 'sequential' })])
    const story = await begin(world, { chosen: { all: ['in.manager', 'in.rsm'] } })
    expect(await story.desks()).toEqual(['in.manager step open'])
    await story.act('in.manager', 'addSigner', { people: ['in.tl'], position: 'after' })
    await story.act('in.manager', 'approve')
    expect(await story.desks()).toEqual(['in.tl after open'])
    await story.act('in.tl', 'approve')
    expect(await story.desks()).toEqual(['in.rsm step open'])
    expect((await story.act('in.rsm', 'approve')).state).toBe('approved')
  })

  it('a step with a required share completes when enough approve or too many reject', async () => {
    await useRoute(world, [step('vote', four[0]!, { mode: 'share', share: 50 })])
    const agreed = await begin(world, { chosen: { vote: people } })
    await agreed.act('in.manager', 'reject')
    await agreed.act('in.tl', 'approve')
    expect((await agreed.act('in.rsm', 'approve')).state).toBe('approved')
    const refused = await begin(world, { chosen: { vote: people } })
    await refused.act('in.manager', 'reject')
    await refused.act('in.tl', 'reject')
    expect((await refused.act('in.rsm', 'reject')).state).toBe('rejected')
  })
})

describe('time limits', () => {
  it('a time limit reminds once, then also gives the task to the superior and tells both', async () => {
    await useRoute(world, [
      step('first', role('manager'), { remindAfterHours: 8, escalateAfterHours: 24 }),
      step('last', role('hqBudget')),
    ])
    const story = await begin(world)
    const [task] = (await story.view('in.manager')).steps[0]!.tasks
    expect([task?.remindAt, task?.escalateAt]).toEqual([hours(8).toISOString(), hours(24).toISOString()])
    world.now = hours(8)
    expect([await story.clock('remind', 'in.manager'), await story.clock('remind', 'in.manager')]).toEqual([
      true,
      false,
    ])
    world.now = hours(24)
    expect([await story.clock('escalate', 'in.manager'), await story.clock('escalate', 'in.manager')]).toEqual([
      true,
      false,
    ])
    expect(await story.desks()).toEqual(['in.manager step open', 'in.rsd escalated open'])
    await story.act('in.rsd', 'approve')
    expect(await story.desks()).toEqual(['hq.budget step open'])
    expect(await story.acts()).toEqual(['submit in.channel', 'remind -', 'escalate -', 'agree in.rsd'])
  })

  it('an escalation does nothing to a task that was decided meanwhile', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'approve')
    expect(await story.clock('escalate', 'in.manager')).toBe(false)
  })
})

describe('a substitute', () => {
  const away = (substitute: string, limit: string | null = null) =>
    world.query(
      `insert into approval_substitute (principal_id, substitute_id, amount_limit, currency, starts_at, ends_at, created_by)
       select p.id, a.id, $3::numeric, case when $3::numeric is null then null else 'INR' end, $1, $2, p.id
       from app_user p, app_user a where p.account = 'in.manager' and a.account = $4`,
      [hours(0), hours(48), limit, substitute],
    )
  const back = () => world.query('delete from approval_substitute')

  it('a substitute gets the task, marked with the person they act for, up to the amount of the absence', async () => {
    await useRoute(world, [step('first', role('manager')), step('last', role('rsd'))])
    await away('in.tl', '50.00')
    const small = await begin(world)
    expect(await small.desks()).toEqual(['in.tl for in.manager step open'])
    await small.act('in.tl', 'approve')
    const { steps } = await small.view('in.channel')
    expect(steps[0]?.acts.map(({ actor, principal }) => [actor?.account, principal?.account])).toEqual([
      ['in.tl', 'in.manager'],
    ])
    expect(await (await begin(world, {}, '50.01')).desks()).toEqual(['in.manager step open'])
    await back()
  })

  it('a substitute who is in the route, may not decide or drafted the document is passed over', async () => {
    for (const substitute of ['in.rsd', 'in.sales', 'in.channel']) {
      await away(substitute)
      expect(await (await begin(world)).desks()).toEqual(['in.manager step open'])
      await back()
    }
  })

  it('a substitute gets the tasks that are open when the absence begins', async () => {
    const story = await begin(world)
    expect(await story.clock('handOver', 'in.manager')).toBe(false)
    await away('in.tl')
    expect(await story.clock('handOver', 'in.manager')).toBe(true)
    expect(await story.desks()).toEqual(['in.tl for in.manager step open'])
    await back()
  })
})

describe('the preview of a route', () => {
  it('the preview of a route names the approvers and reasons that the submit then uses, and reserves nothing', async () => {
    await useRoute(world, [
      step('first', role('manager')),
      step('pick', { chosenBy: 'drafter', role: 'rsd' }),
      step('big', role('hqBudget'), { when: 'amount > 1000000' }),
    ])
    const raw = {
      ...INDIA,
      lines: [
        {
          countryCode: 'IN',
          projectCode: 'PR-1',
          fscId: 'F01',
          subBusiCode: 'S01',
          productLineCode: 'P1',
          amount: '5.00',
        },
      ],
    }
    const context = await world.contextOf('in.channel')
    const preview = (content: Readonly<Record<string, unknown>>, chosen = {}) =>
      reading(world.pool, (tx) => previewRoute(tx, context, countryBudgetDocument, content, chosen))
    const open = await preview(raw)
    expect(
      open.steps.map(({ key, skipReason, people }) => [key, skipReason, people.map(({ account }) => account)]),
    ).toEqual([
      ['first', null, ['in.manager']],
      ['pick', null, []],
      ['big', 'condition', []],
    ])
    expect(open.chooses.map(({ stepKey, candidates }) => [stepKey, candidates.map(({ account }) => account)])).toEqual([
      ['pick', ['in.rsd']],
    ])
    expect(open.refusals).toEqual(['Choose who acts in the step "pick"'])
    expect((await preview(raw, { pick: ['in.rsd'] })).refusals).toEqual([])
    expect((await preview({ ...raw, reason: '' }, { pick: ['in.rsd'] })).refusals).toHaveLength(1)
    const foreign = reading(world.pool, async (tx) =>
      previewRoute(tx, await world.contextOf('id.channel'), countryBudgetDocument, raw, {}),
    )
    expect(await refusal(foreign)).toBe('document.notFound')
  })
})
