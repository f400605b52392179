import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { customer as customerRecord } from '#areas/customer/records/customer.record.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { writeRecord } from '#kernel/engine/record/write/write-records.ts'
import { inputOf } from '#test/helpers/record-world.ts'
import { ADMINISTRATOR, type SyncWorld, syncWorld } from '#test/scenario/sync/sync-world.ts'

// A bank account is sent to another system only if a person who may read it whole configured that, and does not block
// fields that do not name it.

interface Body {
  readonly type: string
  readonly data: { readonly values: Readonly<Record<string, unknown>> | null }
}

let world: SyncWorld
let customer: { readonly code: string; readonly bank_account: string }

beforeAll(async () => {
  world = await syncWorld()
  await world.system('BNK')
  const [found] = await world.server.query<typeof customer>(
    `select code, bank_account from customer where code = 'C-AE-0001'`,
  )
  customer = found!
})
afterAll(() => world?.close())

const CUSTOMERS = { systemCode: 'BNK', recordCode: 'customer' }
const bodies = (): readonly Body[] => world.receiver.messages.map(({ body }) => JSON.parse(body) as Body)
const started = async (id: string) => {
  expect((await world.server.call(ADMINISTRATOR, '/aps/sync/run/start', { id, kind: 'run' })).status).toBe(200)
  await world.run()
}

describe('a bank account in synchronization', () => {
  it('a bank account is pushed only where the mapping names it, and only a person with the right may name it', async () => {
    const plain = await world.setting('BNK-ALL', { ...CUSTOMERS, organisationCode: 'IN-IN' })
    expect(plain.status).toBe(200)
    await started(plain.data.record.id)
    await world.tell()
    expect(bodies().length).toBeGreaterThan(0)
    expect(bodies().every(({ data }) => data.values && !('bankAccount' in data.values))).toBe(true)
    expect(bodies().every(({ data }) => data.values && 'bankName' in data.values)).toBe(true)

    const mapping = 'code = no\nbankAccount = account'
    const refused = await world.setting('BNK-ACC', { ...CUSTOMERS, mapping })
    expect([refused.status, refused.error?.key, refused.error?.field]).toEqual([400, 'sync.mappingSecret', 'mapping'])
  })

  it('a customer is pushed when it is approved, and drafts and their deletion are not pushed', async () => {
    const draft = async (code: string) => {
      const values = inputOf(customerRecord, { code, nameEn: code, nameZh: code, taxNo: '' })
      const { data } = await world.server.call<{ record: { id: string } }>('in.channel', '/aps/customer/create', {
        values,
      })
      return data.record.id
    }
    const [id, other] = [await draft('C-IN-APPROVED'), await draft('C-IN-NEVER')]
    const principal = await transaction(world.pool, (tx) => principalOfUser(tx, 1, 'en'))
    const writer = { principal: principal!, language: 'en', requestId: 'story', now: productNow() } as const
    const asked = { no: 'MC-1', documentId: '1', round: 1, userId: 1 }
    await transaction(world.pool, (tx) =>
      writeRecord(tx, writer, customerRecord, { act: 'approve', id, asked }, 'change'),
    )
    await world.server.call('in.channel', '/aps/customer/delete', { id: other, version: 1 })
    await world.relay()
    await world.tell()
    expect(await world.pushes('BNK-ALL', 'C-IN-NEVER')).toEqual([])
    expect(await world.pushes('BNK-ALL', 'C-IN-APPROVED')).toMatchObject([{ state: 'succeededPushed' }])
    expect(bodies().at(-1)?.type).toBe('customer.approved')
  })

  it('a bank account of a customer stays as it is when a pulled row does not map it', async () => {
    const mapping = 'code = no\nbusinessCode = short'
    const more = { ...CUSTOMERS, direction: 'inbound', paging: 'cursor', path: '/customers', mapping }
    const { data, status } = await world.setting('BNK-IN', more)
    expect(status).toBe(200)
    world.receiver.answer = () => ({ records: [{ no: customer.code, short: 'B-SYNC' }], hasMore: false })
    await started(data.record.id)
    const [run] = await world.server.query(
      `select rows_written as written, rows_refused as refused from sync_run where setting_code = 'BNK-IN'`,
    )
    expect(run).toEqual({ written: 1, refused: 0 })
    const [row] = await world.server.query('select business_code, bank_account from customer where code = $1', [
      customer.code,
    ])
    expect(row).toEqual({ business_code: 'B-SYNC', bank_account: customer.bank_account })
  })

  it('a bank account in a refused row is shown to readers with the right to it', async () => {
    const mapping = 'code = no\nbusinessCode = short\nbankAccount = account'
    const more = { ...CUSTOMERS, direction: 'inbound', paging: 'cursor', path: '/customers', mapping }
    const { data } = await world.setting('BNK-OTHER', more)
    world.receiver.answer = () => ({ records: [{ no: customer.code, account: '999999000001' }], hasMore: false })
    await started(data.record.id)
    const [run] = await world.server.query<{ id: string }>(
      `select id::text as id from sync_run where setting_code = 'BNK-OTHER' and rows_refused = 1`,
    )
    const rowsFor = async (account: string) => {
      const path = '/aps/sync/run/detail'
      const answer = await world.server.call<{ rows: { row: string | null }[] }>(account, path, { id: run!.id })
      return answer.data.rows.map(({ row }) => row)
    }
    await world.server
      .query(`insert into role_right (role_code, right_code) values ('itAdmin', 'customer.customer.view')
      on conflict do nothing`)
    expect(await rowsFor('admin')).toEqual([expect.stringContaining('999999000001')])
    expect(await rowsFor(ADMINISTRATOR)).toEqual([null])
  })
})
