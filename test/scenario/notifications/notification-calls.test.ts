import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { CHAT_SECRET, type NotifyWorld, notifyWorld } from '#test/helpers/notify-world.ts'

interface Record {
  readonly id: string
  readonly kind: string
  readonly documentNo: string
  readonly text: string
  readonly readAt: string | null
}

interface Page {
  readonly unread: number
  readonly records: readonly Record[]
  readonly recordTotal: number
}

type Settings = Readonly<{ [key: string]: unknown }> & {
  readonly choices: { readonly [topic: string]: { readonly mail: boolean; readonly chat: boolean } }
  readonly channels: readonly { readonly channel: string; readonly lastTest: { readonly state: string } | null }[]
}

let all: NotifyWorld
let server: DemoServer
const submit = (amount = '10.00') => all.world.submit('in.channel', [{ amount }])
const page = async (account: string, question: object = {}, language?: 'zh' | 'en') =>
  (await server.call<Page>(account, '/aps/notification/queryPage', question, language)).data
const latest = async (account: string) => (await server.get<Page>(account, '/aps/notification/latest')).data
const settings = async (account: string) => (await server.get<Settings>(account, '/aps/notification/setting')).data

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  all = await notifyWorld(databaseUrl)
  // The server's clock is the machine's, the company's follows it.
  all.world.now = productNow()
  server = await demoServer(databaseUrl, {
    SMTP_URL: all.mail.url,
    MAIL_FROM: 'office@example.test',
    CHAT_WEBHOOK_URL: all.chat.url,
    CHAT_WEBHOOK_SECRET: CHAT_SECRET,
  })
})
afterAll(async () => {
  await server?.close()
  await all?.close()
})

describe('the list of notifications', () => {
  it("the list of notifications is each person's own, in their language, and nobody else marks it", async () => {
    const { no } = await submit()
    await all.relay()
    const { unread, records } = await page('in.manager')
    expect(records).toMatchObject([{ kind: 'task', documentNo: no, text: 'Waits for your decision', readAt: null }])
    expect(unread).toBe(1)
    expect((await page('in.manager', {}, 'zh')).records[0]?.text).toBe('等待您审批')
    for (const account of ['id.manager', 'hq.auditor', 'admin']) expect((await page(account)).records).toEqual([])
    const ids = records.map(({ id }) => id)
    const theirs = await server.call<{ changed: number }>('id.manager', '/aps/notification/read', { ids })
    expect(theirs.data.changed).toBe(0)
    expect((await latest('in.manager')).unread).toBe(1)
  })

  it('notifications are filtered by kind and group, and marked read one by one or all at once', async () => {
    const { formInstanceId } = await submit()
    await all.world.decide('in.manager', 'reject', formInstanceId ?? '')
    await all.relay()
    expect((await page('in.channel', { kind: 'rejected' })).recordTotal).toBe(1)
    expect((await page('in.channel', { kind: 'approved' })).recordTotal).toBe(0)
    expect((await page('in.channel', { group: 'drafted' })).recordTotal).toBe(1)
    expect((await page('in.channel', { group: 'mine' })).recordTotal).toBe(0)
    const whole = await page('in.channel')
    expect([whole.recordTotal, whole.records.length]).toEqual([1, 1])
    const [rejected] = whole.records
    const id = rejected?.id ?? ''
    await server.call('in.channel', '/aps/notification/read', { ids: [id] })
    expect((await page('in.channel', { unread: true })).recordTotal).toBe(0)
    await server.call('in.channel', '/aps/notification/read', { ids: [id], unread: true })
    const later = await submit()
    await all.world.decide('in.manager', 'reject', later.formInstanceId ?? '')
    await all.relay()
    await server.call('in.channel', '/aps/notification/read-all', { upTo: id })
    expect((await page('in.channel', { unread: true })).records.map(({ documentNo }) => documentNo)).toEqual([later.no])
  })

  it('the list of notifications answers 400 to an unknown group and to a kind that is not a text', async () => {
    for (const wrong of [{ group: 'everything' }, { kind: ['task'] }]) {
      const { status } = await server.call('in.channel', '/aps/notification/queryPage', wrong)
      expect([wrong, status]).toEqual([wrong, 400])
    }
  })

  it('a task that anybody completed no longer counts as unread', async () => {
    const before = (await latest('in.manager')).unread
    const { no, formInstanceId } = await submit()
    await all.relay()
    expect((await latest('in.manager')).records[0]?.documentNo).toBe(no)
    expect((await latest('in.manager')).unread).toBe(before + 1)
    await all.world.decide('in.manager', 'approve', formInstanceId ?? '')
    await all.relay()
    expect((await latest('in.manager')).unread).toBe(before)
    expect((await page('in.manager')).records[0]).toMatchObject({ documentNo: no, text: 'No longer waits for you' })
  })
})

describe('notification settings', () => {
  it('notification settings start with defaults, keep choices and refuse impossible ones', async () => {
    const first = await settings('in.rsd')
    expect(first).toMatchObject({ zone: null, organisationZone: 'UTC+05:30', quiet: false, digestTime: '08:30' })
    expect(first.choices['withdrawn']).toEqual({ mail: false, chat: false })
    const chosen = { ...first, zone: 'UTC+04:00', choices: { ...first.choices, copied: { mail: false, chat: true } } }
    const { data } = await server.call<{ nextDigestAt: string }>('in.rsd', '/aps/notification/setting', chosen)
    // 08:30 where it is four hours later than in Greenwich.
    expect(data.nextDigestAt).toMatch(/T04:30:00/)
    expect(await settings('in.rsd')).toMatchObject({
      zone: 'UTC+04:00',
      choices: { copied: { mail: false, chat: true } },
    })
    for (const wrong of [
      { weekdays: [] },
      { weekdays: [8] },
      { weekdays: [1, 1] },
      { quietFrom: '24:00' },
      { zone: 'Asia/Dubai' },
    ]) {
      const answer = await server.call('in.rsd', '/aps/notification/setting', { ...chosen, ...wrong })
      expect([wrong, answer.status]).toEqual([wrong, 400])
    }
  })

  it('switching off quiet hours sends at once what they held back', async () => {
    const mine = await settings('in.manager')
    const quiet = { ...mine, quiet: true, quietFrom: '00:00', quietUntil: '23:59' }
    await server.call('in.manager', '/aps/notification/setting', quiet)
    const { no } = await submit()
    await all.tell()
    const told = () => all.mail.to('in.manager').filter(({ subject }) => subject?.includes(no))
    expect(told()).toEqual([])
    await server.call('in.manager', '/aps/notification/setting', { ...mine, quiet: false })
    await all.after(5)
    expect(
      all.mail
        .to('in.manager')
        .flatMap(({ text }) => text ?? [])
        .join(),
    ).toContain(no)
  })

  it('a test message is sent one at a time at any hour', async () => {
    const test = () => server.call<{ id: string }>('in.rsd', '/aps/notification/test', { channel: 'mail' })
    const state = async () =>
      (await settings('in.rsd')).channels.find(({ channel }) => channel === 'mail')?.lastTest?.state
    await server.call('in.rsd', '/aps/notification/setting', {
      ...(await settings('in.rsd')),
      quiet: true,
      quietFrom: '00:00',
      quietUntil: '23:59',
    })
    all.world.now = new Date(productNow().getTime() + 1000)
    const asked = await test()
    expect(asked.status).toBe(200)
    expect((await test()).error?.key).toBe('notify.testRuns')
    expect(await state()).toBe('gathering')
    await all.after(0)
    expect(all.mail.to('in.rsd').map(({ subject }) => subject)).toEqual(['Test message'])
    expect(all.mail.to('in.rsd')[0]?.messageId).toBe(`<${asked.data.id}@example.test>`)
    expect(await state()).toBe('sent')
  })

  it('a test message that cannot be sent says why', async () => {
    await all.world.query(`update app_user set email = null where account = 'id.rsd'`)
    const noAddress = await server.call('id.rsd', '/aps/notification/test', { channel: 'mail' })
    expect(noAddress.error?.key).toBe('notify.noAddress')
    all.chat.answers.push({ status: 404 })
    await server.call('id.rsd', '/aps/notification/test', { channel: 'chat' })
    all.world.now = new Date(productNow().getTime() + 1000)
    await all.after(0)
    const chat = (await settings('id.rsd')).channels.find(({ channel }) => channel === 'chat')
    expect(chat?.lastTest).toMatchObject({ state: 'failed', error: 'the chat answered 404' })
  })
})

it('an operator sees failed messages without their content and sends them again', async () => {
  interface Given {
    readonly records: readonly { readonly id: string; readonly account: string; readonly error: string }[]
  }
  const failures = '/aps/notification/failures'
  expect((await server.call('in.manager', `${failures}/queryPage`, {})).status).toBe(403)
  all.mail.answers.push({ code: 550, text: 'no such mailbox' })
  const { no } = await submit()
  await all.tell()
  const { data } = await server.call<Given>('hq.it', `${failures}/queryPage`, {})
  expect((await server.get('hq.it', failures)).data).toMatchObject({ failed: data.records.length })
  const failed = data.records.find(({ account }) => account === 'in.manager')
  expect(failed?.error).toContain('550')
  expect(JSON.stringify(data)).not.toContain(no)
  await server.call('hq.it', `${failures}/retry`, { ids: [failed?.id] })
  await all.after(1)
  const again = all.mail.to('in.manager').filter(({ messageId }) => messageId === `<${failed?.id}@example.test>`)
  expect(again.map(({ subject }) => subject)).toEqual([expect.stringContaining(no)])
})
