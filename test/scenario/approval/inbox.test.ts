import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '#app/demo-provider/demo-accounts.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import type { BoxCounts } from '#kernel/services/tasks/inbox-wire.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Every box of the inbox, for every account, compared row by row with the tables.

let world: World
let server: DemoServer
const nos: Record<string, string> = {}

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '100000.00', 4)
  const at = (day: number) => (world.now = new Date(Date.UTC(2026, 10, day, 8)))
  at(1)
  const granted = await world.submit('in.channel', [{ amount: '100.00' }])
  at(2)
  await world.approveAll(granted.formInstanceId ?? '')
  at(3)
  const rejected = await world.submit('in.channel', [{ amount: '9.00' }])
  await world.decide('in.manager', 'reject', rejected.formInstanceId ?? '')
  at(4)
  const half = await world.submit('in.channel', [{ amount: '55000.00' }])
  await world.decide('in.manager', 'approve', half.formInstanceId ?? '')
  at(5)
  const fresh = await world.submit('in.channel', [{ amount: '7.00' }, { projectCode: 'PR-2', amount: '3.00' }])
  const fresher = await world.submit('in.channel', [{ amount: '8.00' }], { projectPoolCode: 'POOL-B' })
  const indonesian = await world.submit('id.channel', [{ countryCode: 'ID', projectCode: 'PR-ID', amount: '3.00' }], {
    idcCode: 'ID',
    areaId: 3,
    currency: 'IDR',
    projectPoolCode: 'POOL-X',
  })
  // The server's clock is the real one: by it every limit of these days is long over.
  await world.query('update approval_task set remind_at = null, escalate_at = null')
  for (const [name, { no }] of Object.entries({ granted, rejected, half, fresh, fresher, indonesian })) nos[name] = no
  await world.query(
    `insert into role_right (role_code, right_code) values ('itAdmin', 'approval.administer') on conflict do nothing`,
  )
  // Copies: one that was read, one that was not.
  await world.query(
    `insert into approval_copy (document_id, round, user_id, sender_id, message, created_at, read_at)
     select d.id, 1, u.id, s.id, 'Please read', $1::timestamptz, case when d.no = $2 then $1::timestamptz end
     from country_budget d, app_user u, app_user s
     where d.no = any ($3) and u.account in ('id.manager', 'in.rsm') and s.account = 'in.channel'`,
    [world.now, granted.no, [granted.no, half.no]],
  )
  server = await demoServer(databaseUrl)
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

interface Page {
  readonly records: readonly InboxRow[]
  readonly recordTotal: number | null
}

async function page(account: string, question: Readonly<Record<string, string>>) {
  return await server.get<Page>(account, `/aps/task/queryPage?${new URLSearchParams(question)}`)
}
const numbers = async (account: string, question: Readonly<Record<string, string>>) =>
  (await page(account, question)).data.records.map((row) => row.documentNo)

/** From the tables alone: which documents a box of an account holds, in its order. */
async function truth(box: string, account: string): Promise<readonly string[]> {
  const rows = async (text: string) => (await world.query<{ no: string }>(text, [account])).map(({ no }) => no)
  const join = 'join country_budget d on d.id = x.document_id join app_user u on u.id'
  switch (box) {
    case 'open':
      return rows(
        `select d.no from approval_task x ${join} = x.user_id where u.account = $1 and x.state = 'open' order by x.id`,
      )
    case 'done':
      return rows(
        `select d.no from approval_task x ${join} = x.user_id where u.account = $1 and x.state = 'done' order by x.ended_at desc, x.id desc`,
      )
    case 'mine':
      return rows(
        `select d.no from approval_instance x ${join} = x.drafter_id where u.account = $1 order by x.started_at desc, x.document_id desc`,
      )
    case 'copies':
      return rows(`select d.no from approval_copy x ${join} = x.user_id where u.account = $1 order by x.id desc`)
    default:
      return (
        await world.query<{ no: string }>(
          'select d.no from approval_instance x join country_budget d on d.id = x.document_id order by x.started_at desc, d.id desc',
        )
      ).map(({ no }) => no)
  }
}

describe('the boxes of the task list', () => {
  it('each box of the task list shows and counts exactly its tasks for every account', async () => {
    let rows = 0
    for (const { account } of demoAccounts.filter(({ roles }) => roles.length > 0)) {
      for (const box of ['open', 'done', 'mine', 'copies']) {
        const expected = await truth(box, account)
        const { status, data } = await page(account, { box, limit: '500' })
        expect([account, box, status]).toEqual([account, box, 200])
        expect([account, box, data.records.map((row) => row.documentNo)]).toEqual([account, box, expected])
        expect([account, box, data.recordTotal]).toEqual([account, box, expected.length])
        rows += expected.length
      }
      const { data: counts } = await server.get<BoxCounts>(account, '/aps/task/boxes')
      expect([account, counts.open]).toEqual([account, (await truth('open', account)).length])
    }
    expect(rows).toBeGreaterThan(15)
  })

  it('the box of all approvals is open to administrators and auditors and hides amounts from those who may not read them', async () => {
    const all = await truth('all', '')
    for (const { account, roles } of demoAccounts.filter((each) => each.roles.length > 0)) {
      const may = roles.some(({ role }) => ['itAdmin', 'superAdmin', 'auditor'].includes(role))
      const { status, data } = await page(account, { box: 'all', limit: '500' })
      expect([account, status]).toEqual([account, may ? 200 : 403])
      if (!may) continue
      expect([account, data.records.map((row) => row.documentNo)]).toEqual([account, all])
      const sees = account === 'admin' || account === 'hq.auditor'
      for (const row of data.records) {
        expect([account, row.amount !== null, row.mayOpen]).toEqual([account, sees, sees])
        if (!sees) expect(row.facts).toEqual([])
      }
    }
    // Nor by a filter: a match on an amount would reveal it.
    expect(await numbers('hq.it', { box: 'all', currency: 'INR', amountFrom: '1' })).toEqual([])
    expect(await numbers('hq.it', { box: 'all', order: 'amount' })).toEqual([])
    expect(await numbers('admin', { box: 'all', currency: 'INR', amountFrom: '50000' })).toEqual([nos['half']])
    const count = await server.get<{ recordTotal: number }>('hq.it', '/aps/task/count?box=all')
    expect(count.data.recordTotal).toBe(all.length)
  })

  it('the boxes of a person hide the amounts of documents that they lost the right to read, also from filters and order', async () => {
    const open = [nos['fresh'], nos['fresher']]
    const byAmount = () =>
      Promise.all(
        ['open', 'done'].flatMap((box) => [
          numbers('in.manager', { box, currency: 'INR', amountFrom: '1' }),
          numbers('in.manager', { box, order: 'amount' }),
        ]),
      )
    expect((await byAmount()).every((found) => found.length > 0)).toBe(true)
    const taken = await world.query<{ role_code: string }>(
      `delete from role_right where right_code = 'budget.country.view'
         and role_code in (select r.role_code from user_role r join app_user u on u.id = r.user_id where u.account = 'in.manager')
       returning role_code`,
    )
    try {
      expect(await byAmount()).toEqual([[], [], [], []])
      expect(await numbers('in.manager', {})).toEqual(open)
    } finally {
      await world.query(
        `insert into role_right (role_code, right_code) select unnest($1::text[]), 'budget.country.view'`,
        [taken.map(({ role_code }) => role_code)],
      )
    }
  })

  it('the task list without a box answers as the specification says', async () => {
    expect(await numbers('in.manager', {})).toEqual([nos['fresh'], nos['fresher']])
    expect(await numbers('in.manager', { order: 'latest' })).toEqual([nos['fresher'], nos['fresh']])
    expect(await numbers('in.manager', { status: 'done' })).toEqual([nos['half'], nos['rejected'], nos['granted']])
    expect(await numbers('in.manager', { documentType: 'countryBudget', page: '2', limit: '1' })).toEqual([
      nos['fresher'],
    ])
    expect(await numbers('in.manager', { documentType: 'no such type' })).toEqual([])
  })
})

describe('a row of the task list', () => {
  it('a row of the task list names holder, waiting time, step and drafter', async () => {
    const { data } = await page('in.channel', { box: 'mine', no: nos['half'] ?? '' })
    const [row] = data.records
    expect(row).toMatchObject({
      state: 'running',
      amount: '55000.00',
      currency: 'INR',
      drafterName: 'Channel Manager, India',
      waitingSince: '2026-11-04T08:00:00.000Z',
      isUrged: false,
      taskId: '',
    })
    expect(row?.currentHolder.map(({ account }) => account)).toEqual(['in.regfinance'])
    expect(row?.url).toMatch(/^\/budgetCountry\/pc\?formInstanceId=\d+-1$/)
    const [task] = (await page('in.regfinance', {})).data.records
    expect(task?.url).toContain(`&taskId=${task?.taskId}`)
    expect(task?.stepName).toBe(row?.stepName)
  })

  it('a row of a finished approval has no holder, and a copy names its sender and whether it was read', async () => {
    const [granted] = (await page('in.channel', { box: 'mine', no: nos['granted'] ?? '' })).data.records
    expect(granted).toMatchObject({ state: 'approved', currentHolder: [], waitingSince: null })
    expect(granted?.endedAt).toBe('2026-11-02T08:00:00.000Z')
    const copies = (await page('id.manager', { box: 'copies' })).data.records
    expect(copies.map((row) => [row.documentNo, row.isRead, row.senderName, row.message])).toEqual([
      [nos['half'], false, 'Channel Manager, India', 'Please read'],
      [nos['granted'], true, 'Channel Manager, India', 'Please read'],
    ])
    expect(await numbers('id.manager', { box: 'copies', unread: 'true' })).toEqual([nos['half']])
    expect((await server.get<BoxCounts>('id.manager', '/aps/task/boxes')).data.copiesUnread).toBe(1)
  })
})

describe('filters of the task list', () => {
  it('a filter of the task list keeps exactly the matching rows', async () => {
    const mine = (question: Readonly<Record<string, string>>) => numbers('in.channel', { box: 'mine', ...question })
    const { granted, rejected, half, fresh, fresher } = nos
    expect(await mine({ state: 'running' })).toEqual([fresher, fresh, half])
    expect(await mine({ state: 'approved' })).toEqual([granted])
    expect(await mine({ no: granted ?? '' })).toEqual([granted])
    expect(await mine({ no: 'CB' })).toHaveLength(5)
    expect(await mine({ no: 'CB%' })).toEqual([])
    expect(await mine({ currency: 'INR', amountFrom: '9', amountTo: '10' })).toEqual([fresh, rejected])
    expect(await mine({ createdFrom: '2026-11-03T00:00:00Z', createdTo: '2026-11-04T07:59:59Z' })).toEqual([rejected])
    expect(await mine({ endedFrom: '2026-11-03T00:00:00Z' })).toEqual([rejected])
    expect(await mine({ text: 'grant' })).toHaveLength(5)
    expect(await mine({ text: 'pool-b' })).toEqual([fresher])
    expect(await mine({ text: 'nothing such' })).toEqual([])
    // The names in the title for the codes behind it.
    const [pool] = await world.query<{ name_en: string }>(`select name_en from project_pool where code = 'POOL-B'`)
    expect(await mine({ text: pool!.name_en })).toEqual([fresher])
    expect(await mine({ text: 'india' })).toHaveLength(5)
    expect(await mine({ text: '2026-11' })).toHaveLength(5)
    expect(await mine({ text: '2026-10' })).toEqual([])
    expect(await mine({ order: 'amount' })).toEqual([half, granted, fresh, rejected, fresher])
    expect(await mine({ order: 'waiting' })).toEqual([half, fresher, fresh])
    expect(await mine({ organisation: 'IN' })).toHaveLength(5)
    expect(await mine({ organisation: 'ID' })).toEqual([])
    expect(await mine({ step: 'finance' })).toEqual([half])
  })

  it('tasks are filtered by waiting time, drafter, overdue, urged and read', async () => {
    const tasks = (question: Readonly<Record<string, string>>) => numbers('in.manager', question)
    const { fresh, fresher } = nos
    expect(await tasks({ drafter: 'in.channel' })).toEqual([fresh, fresher])
    expect(await tasks({ drafter: 'id.channel' })).toEqual([])
    expect(await tasks({ waitingHours: '100000' })).toEqual([])
    await world.query('update approval_task set remind_at = null, escalate_at = null')
    expect(await tasks({ overdue: 'true' })).toEqual([])
    expect(await tasks({ urged: 'true' })).toEqual([])
    expect(await tasks({ unread: 'true' })).toEqual([fresh, fresher])
    await world.query(
      `insert into approval_read_receipt (document_id, user_id, round, content_hash, looked_at)
       select d.id, u.id, 1, '', $1 from country_budget d, app_user u where d.no = $2 and u.account = 'in.manager'`,
      [world.now, fresh],
    )
    expect(await tasks({ unread: 'true' })).toEqual([fresher])
    await world.query(
      `update approval_task set remind_at = $2 where id = (select t.id from approval_task t join app_user u on u.id = t.user_id
         join country_budget d on d.id = t.document_id where d.no = $1 and t.state = 'open' and u.account = 'in.manager')`,
      [fresher, new Date('2026-11-05T09:00:00Z')],
    )
    expect(await tasks({ overdue: 'true' })).toEqual([fresher])
    // Without an order too: what is overdue, then what is due first, then the oldest.
    expect(await tasks({ order: 'due' })).toEqual([fresher, fresh])
    expect(await tasks({})).toEqual([fresher, fresh])
    expect((await server.get<BoxCounts>('in.manager', '/aps/task/boxes')).data.overdue).toBe(1)
  })

  it('a filter of the task list that makes no sense is refused', async () => {
    const senseless: readonly Readonly<Record<string, string>>[] = [
      { amountFrom: '5' },
      { amountFrom: 'x', currency: 'INR' },
      { createdFrom: 'yesterday' },
      { state: 'unheard of' },
      { box: 'everything' },
      { limit: '501' },
    ]
    for (const question of senseless)
      expect([question, (await page('in.manager', question)).status]).toEqual([question, 400])
  })
})

describe('the count of all approvals', () => {
  it('the count of all approvals is cached and correct again after the next action', async () => {
    const total = async () =>
      (await server.get<{ recordTotal: number }>('admin', '/aps/task/count?box=all')).data.recordTotal
    const relayed = async () => {
      while (await relayOnce(world.pool)) continue
    }
    await relayed()
    const before = await total()
    expect((await page('admin', { box: 'all' })).data.recordTotal).toBe(before)
    await world.submit('in.channel', [{ amount: '1.00' }])
    await relayed()
    expect(await total()).toBe(before + 1)
  })
})
