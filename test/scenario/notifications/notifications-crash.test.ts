import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type NotifyWorld, notifyWorld } from '#test/helpers/notify-world.ts'
import { startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

let databaseUrl: string
let all: NotifyWorld

beforeAll(async () => {
  databaseUrl = await testDatabase()
  all = await notifyWorld(databaseUrl)
})
afterAll(() => all?.close())

it('a mail that the server took without its answer reaching the killed worker is sent again under the same id', async () => {
  const environment = { SMTP_URL: all.mail.url, MAIL_FROM: 'office@example.test', NOTIFY_GROUP_SECONDS: '0' }
  const release = all.mail.hold()
  const worker = await startServerProcess(databaseUrl, await freePort(), 'all', environment)
  try {
    all.world.now = productNow()
    const { no } = await all.world.submit('in.channel', [{ amount: '10.00' }])
    // A digest that is due at this hour is about all that waits.
    const told = () => all.mail.to('in.manager').filter(({ subject }) => subject?.includes(no))
    await until(() => told().length === 1, 'no mail was handed over')
    await worker.kill()
    release()
    const left = () => all.deliveries('in.manager').then((rows) => rows.filter(({ kind }) => kind === 'notices'))
    expect(await left()).toMatchObject([{ channel: 'mail', state: 'sending', attempts: 1 }])

    // While the dead one could still be alive, no other touches its work.
    all.world.now = productNow()
    await all.notifier.runOnce()
    expect(told()).toHaveLength(1)
    await all.after(3)
    const [first, second, ...more] = told()
    expect(more).toEqual([])
    expect(second?.subject).toContain(no)
    expect(second?.messageId).toBe(first?.messageId)
    expect(await left()).toMatchObject([{ channel: 'mail', state: 'sent', attempts: 2 }])
    await all.after(60)
    expect(told()).toHaveLength(2)
  } finally {
    release()
    await worker.kill()
  }
}, 90_000)
