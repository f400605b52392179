import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { begin, type Story, useRoute } from '#test/helpers/approval-story.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

// One test for each action, by the people of India. After each the books and the route are checked.

let world: World

const step = (key: string, role: string, more: object = {}) => ({ key, who: { role }, mode: 'any' as const, ...more })
const [MANAGER, FINANCE, RSD] = [step('manager', 'manager'), step('finance', 'regionalFinance'), step('rsd', 'rsd')]

beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000.00')
  await useRoute(world, [MANAGER, FINANCE, RSD])
})
afterAll(async () => {
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
  await world.close()
})

async function refusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof Refused ? error.first.key : `not refused: ${String(error)}`
}
const held = async (story: Story) => {
  const rows = await world.query('select 1 from ledger_reservation where document_id = $1 and resolved_by is null', [
    story.id,
  ])
  return rows.length
}

describe('a transfer of a task', () => {
  it('a transferred task is decided by the new holder, and the old holder may still decide a later step', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'transfer', { people: ['in.rsm'], opinion: 'Your region' })
    expect(await story.desks()).toEqual(['in.rsm transfer open'])
    await story.act('in.rsm', 'approve')
    expect(await story.desks()).toEqual(['in.regfinance step open'])
    expect(await story.acts()).toEqual(['submit in.channel', 'transfer in.manager', 'agree in.rsm'])
  })

  it('a task is transferred only to somebody who may decide it and has no part in it', async () => {
    const story = await begin(world)
    const to = (account: string) => refusal(story.act('in.manager', 'transfer', { people: [account] }))
    expect(await to('in.manager')).toBe('approval.targetSelf')
    expect(await to('in.channel')).toBe('approval.targetDrafter')
    expect(await to('in.sales')).toBe('approval.targetUnfit')
    expect(await to('id.manager')).toBe('approval.targetUnfit')
    expect(await to('no.body')).toBe('approval.noSuchPerson')
    await story.act('in.manager', 'approve')
    expect(await refusal(story.act('in.regfinance', 'transfer', { people: ['in.manager'] }))).toBe(
      'approval.targetActed',
    )
    expect(await refusal(story.act('in.rsm', 'transfer', { people: ['in.tl'] }))).toBe('approval.notYourTask')
  })
})

describe('a delegated task', () => {
  it('a delegated task asks for an opinion and comes back with it, and the opinion decides nothing', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'delegate', { people: ['in.finance'], opinion: 'Is it in the plan?' })
    expect(await story.desks()).toEqual(['in.manager step waiting', 'in.finance delegate open'])
    expect(await refusal(story.act('in.manager', 'approve'))).toBe('approval.taskWaits')
    expect(await refusal(story.act('in.finance', 'approve'))).toBe('approval.onlyAnswer')
    expect((await story.view('in.finance')).allowed).toEqual(['answer', 'circulate', 'comment'])
    await story.act('in.finance', 'answer', { opinion: 'It is' })
    expect(await story.desks()).toEqual(['in.manager step open'])
    await story.act('in.manager', 'approve')
    expect((await story.acts()).slice(-3)).toEqual(['delegate in.manager', 'answer in.finance', 'agree in.manager'])
  })

  it('the person who delegated a task can take it back', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'delegate', { people: ['in.finance'] })
    const { removable } = await story.view('in.manager')
    expect(removable.map(({ person }) => person.account)).toEqual(['in.finance'])
    await story.act('in.manager', 'removeSigner', { taskId: removable[0]!.taskId })
    expect(await story.desks()).toEqual(['in.manager step open'])
  })
})

describe('additional signers', () => {
  it('a task waits until all signers added before it have approved', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'addSigner', { people: ['in.tl', 'in.rsm'], position: 'before' })
    expect(await story.desks()).toEqual(['in.manager step waiting', 'in.tl before open', 'in.rsm before open'])
    await story.act('in.tl', 'approve')
    expect(await refusal(story.act('in.manager', 'approve'))).toBe('approval.taskWaits')
    await story.act('in.rsm', 'approve')
    expect(await story.desks()).toEqual(['in.manager step open'])
  })

  it('a step completes only when the signers added after it have approved', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'addSigner', { people: ['in.rsm'], position: 'after' })
    expect(await story.desks()).toEqual(['in.manager step open', 'in.rsm after waiting'])
    await story.act('in.manager', 'approve')
    expect(await story.desks()).toEqual(['in.rsm after open'])
    await story.act('in.rsm', 'approve')
    expect(await story.desks()).toEqual(['in.regfinance step open'])
  })

  it('a rejection by an added signer rejects the document', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'addSigner', { people: ['in.tl'], position: 'before' })
    await story.act('in.tl', 'reject', { opinion: 'Not this year' })
    expect([await story.state(), await story.desks(), await held(story)]).toEqual(['rejected', [], 0])
  })

  it('an added signer is removed by the person who added them, and only before they acted', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'addSigner', { people: ['in.tl', 'in.rsm'], position: 'before' })
    const [tl, rsm] = [await story.taskOf('in.tl'), await story.taskOf('in.rsm')]
    expect(await refusal(story.act('in.regfinance', 'removeSigner', { taskId: tl }))).toBe('approval.notYourSigner')
    await story.act('in.tl', 'approve')
    expect(await refusal(story.act('in.manager', 'removeSigner', { taskId: tl }))).toBe('approval.signerActed')
    await story.act('in.manager', 'removeSigner', { taskId: rsm })
    expect(await story.desks()).toEqual(['in.manager step open'])
  })

  it('removing the last signer added after a step completes the step', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'addSigner', { people: ['in.rsm'], position: 'after' })
    await story.act('in.manager', 'approve')
    await story.act('in.manager', 'removeSigner', { taskId: await story.taskOf('in.rsm') })
    expect(await story.desks()).toEqual(['in.regfinance step open'])
  })
})

describe('a send-back', () => {
  it('a send-back to an earlier step voids later decisions and reopens the step', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'approve')
    await story.act('in.regfinance', 'approve')
    const { returnTo } = await story.view('in.rsd')
    expect(returnTo.map(({ key }) => key)).toEqual(['manager', 'finance'])
    await story.act('in.rsd', 'return', { toStep: 'manager', opinion: 'Which shops?' })
    expect([await story.state(), await story.desks()]).toEqual(['underApproval', ['in.manager step open']])
    for (const account of ['in.manager', 'in.regfinance', 'in.rsd']) await story.act(account, 'approve')
    expect([await story.state(), await held(story)]).toEqual(['approved', 0])
  })

  it('a send-back from a step with added signers leaves no task open there', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'approve')
    await story.act('in.regfinance', 'addSigner', { people: ['in.tl', 'in.rsm'], position: 'before' })
    await story.act('in.tl', 'return', { toStep: 'manager', opinion: 'Say more' })
    expect(await story.desks()).toEqual(['in.manager step open'])
  })

  it('a send-back to the drafter ends the round and releases the reserved amounts', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'return', { opinion: 'Add the plan' })
    expect([await story.state(), await story.desks(), await held(story)]).toEqual(['rejected', [], 0])
    expect((await story.view('in.channel')).state).toBe('returned')
  })

  it('a send-back needs a reason and a step that was already decided', async () => {
    const story = await begin(world)
    expect(await refusal(story.act('in.manager', 'return', { opinion: '' }))).toBe('approval.reasonRequired')
    expect(await refusal(story.act('in.manager', 'return', { toStep: 'rsd' }))).toBe('approval.noSuchStep')
  })
})

describe('copies and comments', () => {
  it('a copy gives the right to read and comment, and never to decide', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'circulate', { people: ['in.rsm'], opinion: 'For your plan' })
    const { copies, allowed, myTask } = await story.view('in.rsm')
    expect([copies.map(({ reader }) => reader.account), myTask]).toEqual([['in.rsm'], null])
    expect(allowed).toEqual(['circulate', 'comment'])
    expect(await refusal(story.act('in.rsm', 'approve'))).toMatch(/notFound|notYourTask/)
    await story.act('in.rsm', 'comment', { opinion: 'We do the same' })
    expect((await story.view('in.channel')).events.map(({ act }) => act)).toEqual(['circulate', 'comment'])
    expect(await refusal(story.act('in.manager', 'circulate', { people: ['in.store'] }))).toBe(
      'approval.targetCannotRead',
    )
  })

  it('a copy reaches nobody of another region; headquarters may read one', async () => {
    const story = await begin(world)
    const toIndonesia = story.act('in.manager', 'circulate', { people: ['in.rsm', 'id.manager'] })
    expect(await refusal(toIndonesia)).toBe('approval.targetOutside')
    expect(await refusal(story.view('id.manager'))).toBe('document.notFound')
    expect((await story.view('in.channel')).copies).toEqual([])
    await story.act('in.manager', 'circulate', { people: ['hq.auditor'] })
    // Who only audits reads it, and says nothing to it.
    const { copies, allowed } = await story.view('hq.auditor')
    expect([copies.length, allowed]).toEqual([1, []])
    // Neither does a comment that names a person there.
    await story.act('in.manager', 'comment', { people: ['id.manager'], opinion: 'What do you think?' })
    const told = await world.query(
      `select n from outbox cross join jsonb_path_query(payload, '$.notices[*]') n
       where n ->> 'kind' = 'commented' and n -> 'to' @> to_jsonb((select id from app_user where account = 'id.manager'))`,
    )
    expect(told).toEqual([])
  })

  it('a copy reaches nobody who is limited to other customers, unless they could be given the task', async () => {
    const story = await begin(world)
    await world.query(
      `insert into user_customer select id, 'C-NONE' from app_user where account in ('hq.auditor', 'in.rsd', 'in.channel')`,
    )
    try {
      expect(await refusal(story.act('in.manager', 'circulate', { people: ['hq.auditor'] }))).toBe(
        'approval.targetOutside',
      )
      await story.act('in.manager', 'circulate', { people: ['in.rsd'] })
      // The drafter has the document anyway.
      await story.act('in.manager', 'circulate', { people: ['in.channel'] })
    } finally {
      await world.query(`delete from user_customer where customer_code = 'C-NONE'`)
    }
  })

  it('a comment changes neither version nor state of the document', async () => {
    const story = await begin(world)
    const { version } = await story.act('in.manager', 'comment', { opinion: 'Looking' })
    expect(version).toBe(1)
    await story.act('in.channel', 'withdraw')
  })
})

describe('a nudge', () => {
  it('the drafter and nobody else sends a nudge, once in four hours', async () => {
    const story = await begin(world)
    expect(await refusal(story.act('in.regfinance', 'urge'))).toBe('approval.onlyDrafterUrges')
    await story.act('in.channel', 'urge', { opinion: 'Month end' })
    expect(await refusal(story.act('in.channel', 'urge'))).toBe('approval.urgedAlready')
    const before = world.now
    world.now = new Date(before.getTime() + 4 * 3_600_000)
    await story.act('in.channel', 'urge')
    world.now = before
    const told = await world.query<{ notices: { kind: string }[] }>(
      `select payload -> 'notices' as notices from outbox where payload ->> 'documentId' = $1 and payload ->> 'action' = 'urge'`,
      [story.id],
    )
    expect(told.map(({ notices }) => notices.map(({ kind }) => kind))).toEqual([['urged'], ['urged']])
  })
})

describe('a withdrawal', () => {
  it('a withdrawal before the last approval releases everything that was reserved', async () => {
    const story = await begin(world)
    await story.act('in.manager', 'addSigner', { people: ['in.tl'], position: 'before' })
    await story.act('in.channel', 'withdraw', { opinion: '' })
    expect([await story.state(), await story.desks(), await held(story)]).toEqual(['draft', [], 0])
  })
})

describe('ending an approval', () => {
  it('an administrator ends an approval with a reason, which cancels the document for good', async () => {
    const story = await begin(world)
    expect(await refusal(story.act('in.manager', 'terminate'))).toBe('http.forbidden')
    expect(await refusal(story.act('hq.it', 'terminate', { opinion: '' }))).toBe('approval.reasonRequired')
    await story.act('hq.it', 'terminate', { opinion: 'Raised twice' })
    expect([await story.state(), await story.desks(), await held(story)]).toEqual(['cancelled', [], 0])
    expect(await refusal(story.act('in.manager', 'approve'))).toBe('approval.taskDone')
  })
})

describe('repairs by an administrator', () => {
  it('an administrator reassigns a task to somebody else', async () => {
    const story = await begin(world)
    const taskId = await story.taskOf('in.manager')
    expect(await refusal(story.act('in.regfinance', 'reassign', { taskId, people: ['in.rsm'] }))).toBe('http.forbidden')
    await story.act('hq.it', 'reassign', { taskId, people: ['in.rsm'], opinion: 'Left the company' })
    expect(await story.desks()).toEqual(['in.rsm step open'])
    await story.act('in.rsm', 'approve')
    expect(await story.desks()).toEqual(['in.regfinance step open'])
  })

  it('an administrator resolves the people of a step again after its role has changed', async () => {
    const story = await begin(world)
    await world.query(
      `insert into user_role (user_id, role_code, organisation_id) select id, 'manager', 200 from app_user where account = 'in.rsm'`,
    )
    await story.act('hq.it', 'renew', { toStep: 'manager', opinion: 'A second manager' })
    expect(await story.desks()).toEqual(['in.manager step open', 'in.rsm step open'])
    await world.query(
      `delete from user_role using app_user u where u.id = user_id and u.account = 'in.rsm' and role_code = 'manager'`,
    )
    await story.act('hq.it', 'renew', { toStep: 'manager', opinion: 'Or not' })
    expect(await story.desks()).toEqual(['in.manager step open'])
  })
})
