import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isGenuine, REPLAY_SECONDS } from '#kernel/services/notify/chat-signature.ts'
import { MOST_ATTEMPTS } from '#kernel/services/notify/deliver.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { CHAT_SECRET, type NotifyWorld, notifyWorld, PUBLIC_URL } from '#test/helpers/notify-world.ts'

let all: NotifyWorld

beforeAll(async () => {
  all = await notifyWorld(await testDatabase())
  // Each test begins without digests; those that are about them enable them.
  await all.after(0)
})
afterAll(() => all?.close())

beforeEach(async () => {
  await all.tell()
  all.mail.mails.length = 0
  all.mail.raw.length = 0
  all.chat.calls.length = 0
  await all.world.query('delete from notification_delivery')
  await all.world.query(
    `update notification_setting set quiet = false, kinds = '{"digest": {"mail": false}}', zone = null`,
  )
})

const submit = (amount = '100.00', header = {}) => all.world.submit('in.channel', [{ amount }], header)

describe('the chat channel', () => {
  it('the chat channel gets a signed call for each person in their language, with links that ask for their sign-in', async () => {
    await all.world.query(`update app_user set language = 'zh' where account = 'in.manager'`)
    const { no, formInstanceId } = await submit('77.00')
    await all.tell()
    const call = all.chat.calls.find(({ body }) => body.includes('"in.manager"'))
    const body = JSON.parse(call?.body ?? '{}') as Record<string, unknown>
    expect(body).toMatchObject({
      id: call?.headers['x-notification-id'],
      type: 'notices',
      recipient: { account: 'in.manager', language: 'zh' },
      link: expect.stringContaining(`${PUBLIC_URL}/budgetCountry/pc?formInstanceId=${formInstanceId}`) as string,
      sections: [{ title: '待您处理', more: 0, items: [{ kind: 'task', no, amount: '77.00', currency: 'INR' }] }],
    })
    expect(body['text']).toContain(no)
    expect(call?.body).not.toContain('token=')
    const given = {
      timestamp: String(call?.headers['x-notification-timestamp']),
      signature: String(call?.headers['x-notification-signature']),
      body: call?.body ?? '',
    }
    expect(isGenuine(CHAT_SECRET, given, all.world.now)).toBe(true)
    expect(isGenuine('another secret', given, all.world.now)).toBe(false)
    expect(isGenuine(CHAT_SECRET, { ...given, body: given.body.replace('77.00', '78.00') }, all.world.now)).toBe(false)
    const later = new Date(all.world.now.getTime() + (REPLAY_SECONDS + 1) * 1000)
    expect(isGenuine(CHAT_SECRET, given, later)).toBe(false)
    await all.world.query(`update app_user set language = null where account = 'in.manager'`)
  })

  it('a busy chat is called again with the same id and a new signature, as late as it asks', async () => {
    all.chat.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '600' } })
    await submit()
    await all.tell()
    await all.after(1)
    await all.after(9)
    expect(all.chat.calls).toHaveLength(2)
    await all.after(1)
    expect(all.chat.calls).toHaveLength(3)
    const heads = all.chat.calls.map(({ headers }) => headers)
    expect(new Set(heads.map((head) => head['x-notification-id'])).size).toBe(1)
    expect(new Set(heads.map((head) => head['x-notification-signature'])).size).toBe(3)
  })

  it('a chat that refuses or redirects is not called again', async () => {
    for (const status of [403, 302]) {
      all.chat.answers.push({ status, headers: { location: 'http://127.0.0.1:9/' } })
      await submit()
      await all.tell()
    }
    const chat = (await all.deliveries('in.manager')).filter(({ channel }) => channel === 'chat')
    expect(chat).toMatchObject([
      { state: 'failed', attempts: 1, last_error: 'the chat answered 403' },
      { state: 'failed', attempts: 1, last_error: 'the chat answered 302' },
    ])
  })
})

describe('a failing notification channel', () => {
  it('a failing mail server is tried again later, and nothing is lost or sent twice', async () => {
    await all.mail.stop()
    const { no } = await submit()
    await all.tell()
    expect(await all.deliveries('in.manager')).toMatchObject([
      { channel: 'chat', state: 'sent' },
      { channel: 'mail', state: 'sending', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') as string },
    ])
    await all.after(1)
    await all.mail.start()
    await all.after(1)
    expect(all.mail.to('in.manager')).toEqual([])
    await all.after(1)
    expect(all.mail.to('in.manager').map(({ subject }) => subject)).toEqual([expect.stringContaining(no)])
    await all.after(60)
    expect(all.mail.to('in.manager')).toHaveLength(1)
  })

  it('a message is given up after the last attempt, and the operator is told', async () => {
    await all.mail.stop()
    await submit()
    await all.relay()
    for (let hour = 0; hour < MOST_ATTEMPTS + 3; hour += 1) await all.after(61)
    await all.mail.start()
    const [, mail] = await all.deliveries('in.manager')
    expect(mail).toMatchObject({ channel: 'mail', state: 'failed', attempts: MOST_ATTEMPTS })
    await all.after(600)
    expect(all.mail.to('in.manager')).toEqual([])
  })

  it('a message to an unknown mailbox is given up at once, and one to a busy server is tried again', async () => {
    all.mail.answers.push({ code: 550, text: 'no such mailbox' })
    await submit()
    await all.tell()
    expect(await all.deliveries('in.manager')).toMatchObject([
      { channel: 'chat' },
      { channel: 'mail', state: 'failed', attempts: 1, last_error: expect.stringContaining('550') as string },
    ])
    all.mail.answers.push({ code: 451, text: 'greylisted' })
    const { no } = await submit()
    await all.tell()
    expect(all.mail.to('in.manager')).toEqual([])
    await all.after(1)
    expect(all.mail.to('in.manager').map(({ subject }) => subject)).toEqual([expect.stringContaining(no)])
  })
})

describe('several notification workers', () => {
  it('several notification workers send each message once', async () => {
    await submit()
    await submit('2.00', { projectPoolCode: 'POOL-B' })
    await all.relay()
    all.world.now = new Date(all.world.now.getTime() + 121_000)
    await Promise.all([all.notifier.runOnce(), all.another().runOnce(), all.another().runOnce()])
    expect(all.mail.to('in.manager')).toHaveLength(1)
    expect(all.chat.calls.filter(({ body }) => body.includes('"in.manager"'))).toHaveLength(1)
  })

  it('a notification worker takes over what a dead one had claimed, under the same message id', async () => {
    await submit()
    await all.relay()
    all.world.now = new Date(all.world.now.getTime() + 121_000)
    // It died after the claim: whether the mail server had taken it is unknown.
    const claimed = await all.world.query<{ id: string }>(
      `update notification_delivery set state = 'sending', attempts = 1, due_at = $1 where channel = 'mail' and state = 'gathering' returning id`,
      [new Date(all.world.now.getTime() + 120_000)],
    )
    await all.after(1)
    expect(all.mail.to('in.manager')).toEqual([])
    await all.after(1)
    const [mail, ...more] = all.mail.to('in.manager')
    expect(more).toEqual([])
    expect(claimed.map(({ id }) => `<${id}@example.test>`)).toContain(mail?.messageId)
    await all.after(10)
    expect(all.mail.to('in.manager')).toHaveLength(1)
  })

  it('notifications of a relay that died in the middle are written again, once', async () => {
    await submit()
    const before = await all.world.query('select count(*) from notification')
    const dying = relayOnce(all.world.pool, async (tx, messages) => {
      await all.notifier.take(tx, messages)
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await all.world.query('select count(*) from notification')).toEqual(before)
    await all.tell()
    expect(all.mail.to('in.manager')).toHaveLength(1)
  })
})
