import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type NotifyWorld, notifyWorld, PUBLIC_URL } from '#test/helpers/notify-world.ts'

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
const set = (account: string, values: string) =>
  all.world.query(
    `update notification_setting set ${values} where user_id = (select id from app_user where account = $1)`,
    [account],
  )

describe('a notification mail', () => {
  it('the mail of a task tells number, title, amount and drafter, and links to the decision', async () => {
    const { no, formInstanceId } = await submit('1234.50')
    await all.tell()
    const [mail, ...more] = all.mail.to('in.manager')
    expect(more).toEqual([])
    expect(mail?.subject).toContain(no)
    expect(mail?.subject).toContain('Waits for your decision')
    expect(mail?.from?.address).toBe('office@example.test')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(no)
      expect(part).toContain('1,234.50 INR')
      expect(part).toContain('Raised by Channel Manager, India')
    }
    expect(mail?.text).toContain(`${PUBLIC_URL}/budgetCountry/pc?formInstanceId=${formInstanceId}&taskId=`)
    expect(mail?.text).toContain(`${PUBLIC_URL}/budgetCountry/mobile?formInstanceId=${formInstanceId}&taskId=`)
    expect(mail?.html).toContain('lang="en"')
    // Opening it fetches nothing, and no program answers it.
    expect(mail?.html).not.toMatch(/<img|<script|url\(|src=/)
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('list-unsubscribe')).toContain(`${PUBLIC_URL}/notifications/settings`)
    expect(await all.deliveries('in.manager')).toMatchObject([
      { channel: 'chat', state: 'sent', attempts: 1 },
      { channel: 'mail', state: 'sent', attempts: 1 },
    ])
  })

  it("a notification mail is in its reader's language", async () => {
    await all.world.query(`update app_user set language = 'zh' where account = 'in.manager'`)
    const { no } = await submit()
    await all.tell()
    const [mail] = all.mail.to('in.manager')
    expect(mail?.subject).toContain(`${no} `)
    expect(mail?.subject).toContain('等待您审批')
    expect(mail?.text).toContain('发起人 印度渠道经理')
    expect(mail?.html).toContain('lang="zh-CN"')
    await all.world.query(`update app_user set language = null where account = 'in.manager'`)
  })

  it('the mail of a rejection tells the drafter what the approver wrote', async () => {
    const { formInstanceId } = await submit()
    await all.world.decide('in.manager', 'reject', formInstanceId ?? '', 'The amount is <b>not</b> explained')
    await all.tell()
    const [mail] = all.mail.to('in.channel')
    expect(mail?.subject).toContain('Manager, India rejected what you raised')
    expect(mail?.html).toContain('The amount is &lt;b&gt;not&lt;/b&gt; explained')
    expect(mail?.text).toContain('The amount is <b>not</b> explained')
  })

  it('no mail is sent for a task that was decided before the mail left', async () => {
    const { formInstanceId } = await submit()
    await all.world.decide('in.manager', 'approve', formInstanceId ?? '')
    await all.tell()
    expect(all.mail.to('in.manager')).toEqual([])
    expect(await all.deliveries('in.manager')).toMatchObject([
      { channel: 'chat', state: 'dropped' },
      { channel: 'mail', state: 'dropped' },
    ])
    expect(all.mail.to('in.regfinance')).toHaveLength(1)
  })

  it('notifications within two minutes are sent as one mail', async () => {
    for (let count = 0; count < 25; count += 1) await submit('1.00')
    await all.relay()
    await all.after(1)
    expect(all.mail.to('in.manager')).toEqual([])
    await submit('2.00')
    await all.relay()
    await all.after(1)
    const [mail, ...more] = all.mail.to('in.manager')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('26 messages: 26 wait for you')
    // Twenty are listed, the others counted.
    expect(mail?.text?.match(/Waits for your decision/g)).toHaveLength(20)
    expect(mail?.text).toContain('and 6 more')
    expect(all.chat.calls.filter(({ body }) => body.includes('"in.manager"'))).toHaveLength(1)
  })

  it("a notification mail waits for the end of the reader's quiet hours in their time zone", async () => {
    // Now is some time in the evening of India: 15:00 UTC is 20:30 there.
    await set('in.manager', `quiet = true, quiet_from = '20:00', quiet_until = '08:00'`)
    all.world.now = new Date('2026-11-24T15:00:00Z')
    const { no } = await submit()
    await all.tell()
    expect(all.mail.to('in.manager')).toEqual([])
    all.world.now = new Date('2026-11-25T02:29:00Z')
    expect(await all.after(0)).toBe(0)
    expect(await all.after(1)).toBeGreaterThan(0)
    expect(all.mail.to('in.manager').map(({ subject }) => subject)).toEqual([expect.stringContaining(no)])
  })

  it('a kind of notification that its reader switched off is not mailed', async () => {
    await set('in.manager', `kinds = '{"task": {"mail": false}, "digest": {"mail": false}}'`)
    await submit()
    await all.tell()
    expect(all.mail.to('in.manager')).toEqual([])
    expect(await all.deliveries('in.manager')).toMatchObject([{ channel: 'chat', state: 'sent' }])
  })

  it('texts that people write cannot add a mail header or break a line', async () => {
    const reason = 'Line\r\nBcc: somebody@example.test\r\n\u202egnp'
    const { formInstanceId } = await submit()
    await all.world.decide('in.manager', 'reject', formInstanceId ?? '', reason)
    await all.world.query(`update app_user set name_en = $1 where account = 'in.channel'`, [
      'Channel\r\nBcc: somebody@example.test',
    ])
    await all.tell()
    const [mail] = all.mail.to('in.channel')
    expect(mail?.text).toContain('“Line Bcc: somebody@example.test gnp”')
    expect(mail?.bcc ?? []).toEqual([])
    expect(mail?.to).toHaveLength(1)
    const head = all.mail.raw.find((raw) => raw.includes('in.channel@example.test'))?.split('\r\n\r\n', 1)[0]
    expect(head).not.toMatch(/^bcc:/im)
    await all.world.query(`update app_user set name_en = 'Channel Manager, India' where account = 'in.channel'`)
  })
})

describe('the daily digest', () => {
  it("the daily digest comes at the person's time with open tasks, oldest first, and decisions on their documents", async () => {
    const digestAt = async (account: string, text: string) => {
      all.world.now = new Date(text)
      await set(
        account,
        `kinds = '{"digest": {"mail": true}}', next_digest_at = '2026-12-01T03:00:00Z', last_digest_at = '2026-11-30T03:00:00Z'`,
      )
      return (await all.after(0), all.mail.to(account).filter(({ subject }) => subject?.startsWith('Your day')))
    }
    all.world.now = new Date('2026-11-30T05:00:00Z')
    const first = await submit('11.00')
    all.world.now = new Date('2026-11-30T06:00:00Z')
    const second = await submit('22.00')
    await all.world.decide('in.manager', 'reject', second.formInstanceId ?? '', 'Too much')
    await all.tell()
    expect(await digestAt('in.manager', '2026-12-01T02:59:00Z')).toEqual([])
    const [digest, ...more] = await digestAt('in.manager', '2026-12-01T03:00:00Z')
    expect(more).toEqual([])
    expect(digest?.text).toContain('Waiting for you, the oldest first')
    expect(digest?.text).toMatch(/Waits \d+ d/)
    expect(digest?.text).not.toContain(second.no)
    const [drafters] = await digestAt('in.channel', '2026-12-01T03:00:00Z')
    expect(drafters?.text).toContain('Decided on your documents')
    expect(drafters?.text).toContain(second.no)
    expect(drafters?.text).not.toContain(first.no)
    // Once a day, also when the worker looks again.
    await all.after(5)
    expect(all.mail.to('in.manager').filter(({ subject }) => subject?.startsWith('Your day'))).toHaveLength(1)
  })

  it('the daily digest is not sent without content', async () => {
    await set('id.rsd', `kinds = '{}', next_digest_at = '2026-12-02T01:00:00Z'`)
    all.world.now = new Date('2026-12-02T01:00:00Z')
    await all.after(0)
    expect(all.mail.to('id.rsd')).toEqual([])
    expect(await all.deliveries('id.rsd')).toMatchObject([{ kind: 'digest', state: 'dropped' }])
  })

  it('the daily digest tells a person what a substitute decided for them', async () => {
    const { no, formInstanceId } = await submit('33.00')
    await all.world.decide('in.manager', 'approve', formInstanceId ?? '', 'For him')
    const [id] = (formInstanceId ?? '').split('-')
    await all.world.query(
      `update approval_task set principal_id = (select id from app_user where account = 'in.tl') where document_id = $1 and decision = 'agree'`,
      [id],
    )
    all.world.now = new Date(all.world.now.getTime() + 60_000)
    await set('in.tl', `kinds = '{"digest": {"mail": true}}', next_digest_at = '2026-11-01T00:00:00Z'`)
    await all.after(0)
    const [digest] = all.mail.to('in.tl')
    expect(digest?.subject).toBe('Your day: 1 decided for you')
    expect(digest?.text).toContain(no)
    expect(digest?.text).toContain('Manager, India agreed for you')
  })
})

describe('a reader who lost the right before the message left', () => {
  let taken: readonly { readonly role_code: string }[] = []
  const take = async (account: string) => {
    taken = await all.world.query<{ role_code: string }>(
      `delete from role_right where right_code = 'budget.country.view'
         and role_code in (select r.role_code from user_role r join app_user u on u.id = r.user_id where u.account = $1)
       returning role_code`,
      [account],
    )
    expect(taken.length).toBeGreaterThan(0)
  }
  afterEach(() =>
    all.world.query(`insert into role_right (role_code, right_code) select unnest($1::text[]), 'budget.country.view'`, [
      taken.map(({ role_code }) => role_code),
    ]),
  )

  it.each([
    ['en', 'Country budget'],
    ['zh', '国家预算'],
  ])(
    'a reader who lost the right to a document is told of its task without its content (%s)',
    async (language, label) => {
      await all.world.query(`update app_user set language = $1 where account = 'in.manager'`, [language])
      const { no } = await submit('1234.50')
      await all.relay()
      await take('in.manager')
      await all.tell()
      await all.world.query(`update app_user set language = null where account = 'in.manager'`)
      const [mail] = all.mail.to('in.manager')
      expect(mail?.subject).toContain(no)
      expect(mail?.subject).toContain(label)
      const [told, ...more] = all.chat.calls.filter(({ body }) => body.includes('"in.manager"'))
      expect(more).toEqual([])
      expect(told?.body).toContain(no)
      for (const text of [mail?.subject, mail?.text, mail?.html, told?.body])
        expect(text).not.toMatch(/1,?234\.50|Pool|池/i)
    },
  )

  it('a reader who lost the right to a document gets neither amount nor opinion, at once or in the digest', async () => {
    const { no, formInstanceId } = await submit('1234.50')
    await all.world.decide('in.manager', 'reject', formInstanceId ?? '', 'Far beyond the plan')
    await all.relay()
    await take('in.channel')
    const { now } = all.world
    await set(
      'in.channel',
      `kinds = '{"digest": {"mail": true}}', next_digest_at = '${now.toISOString()}', last_digest_at = '${new Date(now.getTime() - 60_000).toISOString()}'`,
    )
    await all.tell()
    const mails = all.mail.to('in.channel').filter(({ text }) => text?.includes(no ?? ''))
    expect(mails).toHaveLength(2)
    expect(mails.filter(({ subject }) => subject?.startsWith('Your day'))).toHaveLength(1)
    for (const { text, html } of mails)
      for (const part of [text, html]) expect(part).not.toMatch(/1,234\.50|Far beyond the plan/)
  })
})

it('notifications and their deliveries are deleted after 90 days', async () => {
  await submit()
  await all.tell()
  all.world.now = new Date(all.world.now.getTime() + 91 * 86_400_000)
  for (const { text, values } of all.notifier.purge()) await all.world.query(text, [...values])
  const [left] = await all.world.query<{ notices: number; items: number }>(
    `select (select count(*)::int from notification) as notices, (select count(*)::int from notification_delivery_item) as items`,
  )
  expect(left).toEqual({ notices: 0, items: 0 })
})
