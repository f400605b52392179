import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { begin, type Story, useRoute } from '#test/helpers/approval-story.ts'
import { type NotifyWorld, notifyWorld } from '#test/helpers/notify-world.ts'

// Tests which people each action notifies, as the sent mails say it.

let all: NotifyWorld
const limits = { remindAfterHours: 24, escalateAfterHours: 48 }
const step = (key: string, role: string, more: object = {}) => ({ key, who: { role }, mode: 'any' as const, ...more })

beforeAll(async () => {
  all = await notifyWorld(await testDatabase())
  await useRoute(all.world, [
    step('manager', 'manager', limits),
    step('finance', 'regionalFinance'),
    step('rsd', 'rsd'),
  ])
  await all.after(0)
})
afterAll(() => all?.close())
beforeEach(async () => {
  await all.tell()
  all.mail.mails.length = 0
  await all.world.query(`update notification_setting set kinds = '{"digest": {"mail": false}}'`)
})

/** Submitted, and everybody notified. */
async function running(): Promise<Story> {
  const story = await begin(all.world)
  await all.tell()
  all.mail.mails.length = 0
  return story
}

/** The mails that are sent now: account and sentence. */
async function said(): Promise<readonly string[]> {
  await all.tell()
  return all.mail.mails
    .map((mail) => {
      const account = mail.to?.[0]?.address?.replace('@example.test', '') ?? ''
      return `${account}: ${mail.subject?.replace(/^CB\d+ [^:]*: /, '') ?? ''}`
    })
    .toSorted()
}

it('a transferred task is notified to its new holder and not to the old one', async () => {
  const story = await running()
  await story.act('in.manager', 'transfer', { people: ['in.rsm'], opinion: 'Your region' })
  expect(await said()).toEqual(['in.rsm: Waits for your decision'])
})

it('a delegated question is notified to the person asked, and its answer to the person who asked', async () => {
  const story = await running()
  await story.act('in.manager', 'delegate', { people: ['in.rsm'], opinion: 'Is that so?' })
  expect(await said()).toEqual(['in.rsm: Waits for your decision'])
  all.mail.mails.length = 0
  await story.act('in.rsm', 'answer', { opinion: 'It is' })
  expect(await said()).toEqual(['in.manager: RSM, India answered your question'])
  expect(all.mail.mails[0]?.text).toContain('“It is”')
})

it('notifications of a nudge, a comment and a copy name their sender', async () => {
  const story = await running()
  await story.act('in.channel', 'urge', { opinion: 'Needed today' })
  expect(await said()).toEqual(['in.manager: Channel Manager, India asks you to decide'])
  all.mail.mails.length = 0
  await story.act('in.manager', 'circulate', { people: ['in.finance'], opinion: 'For your books' })
  expect(await said()).toEqual(['in.finance: Manager, India sent you a copy'])
  all.mail.mails.length = 0
  await story.act('in.manager', 'comment', { opinion: 'I look at it tomorrow' })
  expect(await said()).toEqual(['in.channel: Manager, India commented'])
})

it('a send-back is notified to the drafter or to the people of the reopened step', async () => {
  const story = await running()
  await story.act('in.manager', 'approve')
  await all.tell()
  all.mail.mails.length = 0
  await story.act('in.regfinance', 'return', { toStep: 'manager', opinion: 'Look again' })
  expect(await said()).toEqual(['in.manager: Regional Finance Director, India returned it to you'])
  expect(all.mail.mails[0]?.text).toContain('== Waiting for you ==')
  expect(all.mail.mails[0]?.text).toContain(`&taskId=${await story.taskOf('in.manager')}\n`)
  all.mail.mails.length = 0
  await story.act('in.manager', 'return', { toStep: null, opinion: 'Once more' })
  expect(await said()).toEqual(['in.channel: Manager, India returned it to you'])
})

it('a time limit notifies the holder, then the holder and their superior, each with a link to their own task', async () => {
  const superior = `update app_user set superior_id = (select id from app_user where account = 'in.rsm') where account = 'in.manager'`
  await all.world.query(superior)
  const story = await running()
  expect(await story.clock('remind', 'in.manager')).toBe(true)
  expect(await said()).toEqual(['in.manager: Reminder: it still waits for you'])
  all.mail.mails.length = 0
  expect(await story.clock('escalate', 'in.manager')).toBe(true)
  expect(await said()).toEqual([
    'in.manager: Overdue: it was escalated to a superior',
    'in.rsm: Overdue: it was escalated to a superior',
  ])
  for (const account of ['in.manager', 'in.rsm']) {
    expect(all.mail.to(account)[0]?.text).toContain(`&taskId=${await story.taskOf(account)}\n`)
  }
  // The superior's decision closes the step: the holder has nothing left to read.
  await story.act('in.rsm', 'approve')
  await all.tell()
  const [left] = await all.world.query<{ total: number }>(
    `select count(*)::int as total from notification n join app_user u on u.id = n.user_id
     where u.account = 'in.manager' and n.document_id = $1 and n.read_at is null`,
    [story.id],
  )
  expect(left?.total).toBe(0)
  await all.world.query('update app_user set superior_id = null')
})

it('a handover to a substitute is notified to both people', async () => {
  const story = await running()
  await all.world.query(
    `insert into approval_substitute (principal_id, substitute_id, starts_at, ends_at, created_by)
     select p.id, a.id, $1::timestamptz - interval '1 hour', $1::timestamptz + interval '1 day', p.id from app_user p, app_user a
     where p.account = 'in.manager' and a.account = 'in.tl'`,
    [all.world.now],
  )
  expect(await story.clock('handOver', 'in.manager')).toBe(true)
  expect(await said()).toEqual(['in.manager: Was handed over to somebody else', 'in.tl: Was handed over to you'])
  await all.world.query('delete from approval_substitute')
})

it('the drafter and the task holders are notified when an administrator ends the approval', async () => {
  const story = await running()
  await story.act('hq.it', 'terminate', { opinion: 'Raised twice', taskId: null })
  expect(await said()).toEqual([
    'in.channel: Administrator ended its approval',
    'in.manager: Administrator ended its approval',
  ])
})

it('the last approval is notified to the drafter, and a withdrawal sends no mail', async () => {
  const story = await running()
  for (const account of ['in.manager', 'in.regfinance', 'in.rsd']) await story.act(account, 'approve')
  expect(await said()).toEqual(['in.channel: What you raised was approved'])
  const other = await running()
  await other.act('in.channel', 'withdraw', { opinion: '' })
  expect(await said()).toEqual([])
})
