import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CUSTOMER, oldestIn, oldestNo } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { holdRole } from '#test/helpers/permission-world.ts'

// A right counts where its role is held: one person who reads in Indonesia and works in India, and does neither elsewhere.

interface Row {
  readonly id: string
  readonly version: number
  readonly values: Readonly<Record<string, string | null>>
}
interface Page {
  readonly records: readonly Row[]
}

let server: DemoServer
const WHO = 'nomenu'
const READS = ['store.store.view', 'customer.customer.view', 'approval.task.view']
const WORKS = [...READS, 'store.store.edit', 'store.store.export', 'customer.bank.view', 'budget.country.view']

const hold = (role: string, at: string, rights: readonly string[]) => holdRole(server, WHO, role, at, rights)

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  await hold('readsThere', 'ID', READS)
  await hold('worksHere', 'IN', WORKS)
})

afterAll(() => server?.close())

const list = async (path: string, body: object = {}) =>
  (await server.call<Page>(WHO, path, { limit: 500, ...body })).data
const one = async (path: string, country: string): Promise<Row> => {
  const [row] = (await list(path, { countryCode: [country] })).records
  if (!row) throw new Error(`nothing of ${country}`)
  return row
}
const counted = async (text: string) => Number((await server.query<{ n: string }>(text))[0]?.n)
const OF = `join organisation o on o.id = t.scope_id join organisation p on p.id = o.parent_id`

describe('a right at one place', () => {
  it('a right at one place shows the rows of that place only', async () => {
    const stores = await counted(
      `select count(*) as n from store t ${OF} where 'IN' in (o.code, p.code) or 'ID' in (o.code, p.code)`,
    )
    expect((await list('/aps/store/queryPage')).records).toHaveLength(Math.min(stores, 500))
    const no = await oldestNo(server, 'country_budget', 'ID')
    const seen = await server.call<{ records: { no: string }[] }>(WHO, '/aps/budget/country/queryByPage', {
      limit: 500,
    })
    expect(seen.data.records.length).toBeGreaterThan(0)
    expect(seen.data.records.map((row) => row.no)).not.toContain(no)
    expect((await server.call(WHO, '/aps/budget/country/detail', { no })).status).toBe(404)
    expect((await server.call<unknown[]>(WHO, '/aps/find', { keyword: no })).data).toEqual([])
  })

  it('a right to edit at one place edits there, and elsewhere the missing right is named', async () => {
    const [here, there] = [await one('/aps/store/queryPage', 'IN'), await one('/aps/store/queryPage', 'ID')]
    const save = (row: Row) =>
      server.call(WHO, '/aps/store/update', {
        id: row.id,
        version: row.version,
        values: { ...row.values, openingHours: '9:00-20:00' },
      })
    // A page offers the rights that are held for the row's organisation, and does not mention rights that are held nowhere.
    const elsewhere = async ({ id }: Row) =>
      (await server.call<{ elsewhere: string[] }>(WHO, '/aps/store/detail', { id })).data.elsewhere
    expect(await elsewhere(here)).toEqual([])
    expect(await elsewhere(there)).toEqual(WORKS.filter((right) => !READS.includes(right)).toSorted())
    expect((await save(here)).status).toBe(200)
    const refused = await save(there)
    expect([refused.status, refused.error?.key]).toEqual([403, 'http.forbidden'])
    expect((await save({ ...there, id: '987654321' })).status).toBe(404)
  })

  it('a right to a secret field at one place shows it there and masks it elsewhere, in list, page and history', async () => {
    const account = async (country: string) => {
      const rows = (await list('/aps/customer/queryPage', { countryCode: [country] })).records
      const row = rows.find(({ values }) => values['bankAccount'])
      if (!row) throw new Error(`no account in ${country}`)
      const page = await server.call<{ record: Row }>(WHO, '/aps/customer/detail', { id: row.id })
      return [row.values['bankAccount'], page.data.record.values['bankAccount']]
    }
    for (const shown of await account('IN')) expect(shown).toMatch(/^\d{6,18}$/)
    for (const shown of await account('ID')) expect(shown).toMatch(/^••••/)
  })

  it('a right to export at one place exports the rows of that place', async () => {
    const started = await server.call<{ taskId: string }>(WHO, '/aps/store/export', { offlineExport: 1 })
    const [task] = await server.query<{ rows_total: number }>('select rows_total from download_task where id = $1', [
      started.data.taskId,
    ])
    expect(task?.rows_total).toBe(
      await counted(`select count(*) as n from store t ${OF} where 'IN' in (o.code, p.code)`),
    )
  })

  it('the super administrator role cannot be granted for a part of the company', async () => {
    await expect(
      server.query(`insert into user_role (user_id, role_code, organisation_id)
        select u.id, 'superAdmin', o.id from app_user u, organisation o where u.account = 'nomenu' and o.code = 'IN'`),
    ).rejects.toThrow(/superAdmin is held at the root/)
  })
})

describe('a person limited to one customer', () => {
  const total = async (path: string) => (await server.call<{ recordTotal: number }>(WHO, path, {})).data.recordTotal
  const limit = (table: 'user_customer' | 'user_store', code: string) =>
    server.query(`insert into ${table} select id, $2 from app_user where account = $1`, [WHO, code])
  const mine = CUSTOMER
  let other: Row

  beforeAll(async () => {
    const rows = (await list('/aps/customer/queryPage', { countryCode: ['IN'] })).records
    other = rows.find(({ values }) => values['code'] !== mine)!
    await limit('user_customer', mine)
  })
  afterAll(() =>
    server.query('delete from user_store where user_id = (select id from app_user where account = $1)', [WHO]),
  )
  afterAll(() =>
    server.query('delete from user_customer where user_id = (select id from app_user where account = $1)', [WHO]),
  )

  it('a person limited to one customer sees, counts and finds that customer only', async () => {
    const seen = (await list('/aps/customer/queryPage')).records.map(({ values }) => values['code'])
    expect([seen, await total('/aps/customer/count')]).toEqual([[mine], 1])
    const [found, unknown] = [
      await server.call(WHO, '/aps/customer/detail', { id: other.id }),
      await server.call(WHO, '/aps/customer/detail', { id: '987654321' }),
    ]
    expect([found.status, found]).toEqual([404, unknown])
  })

  it('a person limited to one customer sees its stores, is offered it alone, and exports no more', async () => {
    const stores = (await list('/aps/store/queryPage')).records
    const own = await counted(`select count(*) as n from store where customer_code = '${mine}'`)
    expect(stores.map(({ values }) => values['customerCode'])).toEqual(Array.from({ length: own }, () => mine))
    expect(await total('/aps/store/count')).toBe(own)
    const choices = await server.call<{ records: { code: string }[] }>(WHO, '/aps/store/choices', {
      field: 'customerCode',
    })
    expect(choices.data.records.map(({ code }) => code)).toEqual([mine])
    // The earlier request is another export, which ends with the rights of that time.
    await server.query('update download_task set status = 3 where status = 1')
    const started = await server.call<{ taskId: string }>(WHO, '/aps/store/export', { offlineExport: 1 })
    const [task] = await server.query<{ rows_total: number }>('select rows_total from download_task where id = $1', [
      started.data.taskId,
    ])
    expect(task?.rows_total).toBe(own)
  })

  it('a person limited to one customer sees its new stores at once, and only permitted ones when limited to stores', async () => {
    const before = await total('/aps/store/count')
    await server.query(
      `insert into store (code, name_zh, name_en, type, customer_code, country_code, city, address, scope_id)
       select 'ST-LIMIT', 'x', 'x', type, customer_code, country_code, city, address, scope_id from store where code = (select min(code) from store where customer_code = $1)`,
      [mine],
    )
    expect((await list('/aps/store/queryPage')).records).toHaveLength(before + 1)
    await limit('user_store', 'ST-LIMIT')
    const seen = (await list('/aps/store/queryPage')).records.map(({ values }) => values['code'])
    expect(seen).toEqual(['ST-LIMIT'])
  })

  it('a person limited to one customer cannot fetch a file that holds more than they may see now', async () => {
    const file = async (limits: object, rights: readonly unknown[]) => {
      const [task] = await server.query<{ id: string }>(
        `update download_task set status = 2, file_key = 'downloads/' || id || '-9.xlsx', file_size = 1, expires_at = product_now() + interval '1 day',
           file_scope = '[]', file_limits = $1, file_rights = $2
         where id = (select max(id) from download_task where user_id = (select id from app_user where account = $3)) returning id`,
        [JSON.stringify(limits), JSON.stringify(rights), WHO],
      )
      const { status, bytes } = await server.fetch(WHO, `/aps/file/${task!.id}-9.xlsx`)
      return status === 200 ? 'here' : (JSON.parse(bytes.toString()) as { error: { key: string } }).error.key
    }
    const now = { customer_code: [mine], store_code: ['ST-LIMIT'] }
    expect(await file({}, [])).toBe('downloads.scopeShrunk')
    expect(await file(now, [['customer.bank.view', 'all']])).toBe('downloads.scopeShrunk')
    expect(await file(now, [['system.nothing', []]])).toBe('http.forbidden')
    expect(await file(now, [['customer.bank.view', []]])).not.toMatch(/scopeShrunk|forbidden/)
  })
})

/** The state of a document, in its table and in the registry. */
async function setState(table: string, id: unknown, state: unknown): Promise<void> {
  await server.query(`update ${table} set state = $2 where id = $1`, [id, state])
  await server.query('update document set state = $2 where document_id = $1', [id, state])
}

describe('a draft of another person', () => {
  it('a draft of another person is refused naming its drafter within the organisation, and does not exist elsewhere', async () => {
    let types = 0
    for (const { documents } of await loadAreaServers(areas)) {
      for (const { definition } of documents) {
        const { table, initial, api, name } = definition
        const others = `t.drafter_id <> (select id from app_user where account = 'admin')`
        const row = await oldestIn(server, table, 'IN', `t.round > 0 and ${others}`)
        if (!row) continue
        types += 1
        await setState(table, row.id, initial)
        const page = await server.call('admin', `${api}/detail`, { id: row.id })
        expect([name, page.status, page.error?.key]).toEqual([name, 403, 'document.notYours'])
        expect(page.msg).toBe('No permission to view, contact the drafter')
        expect((await server.call('admin', `${api}/detail`, { id: row.id }, 'zh')).msg).toBe('无权查看，请联系起草人')
        expect((await server.fetch('admin', `/aps/document/${name}/pdf?id=${row.id}`)).status).toBe(403)
        const found = await server.call<{ kind: string }[]>('admin', '/aps/find', { keyword: row['no'] })
        expect(found.data.filter(({ kind }) => kind === 'documents')).toEqual([])
        const outside = await server.call('id.rsd', `${api}/detail`, { id: row.id })
        const unknown = await server.call('id.rsd', `${api}/detail`, { id: '987654321' })
        expect([404, 403]).toContain(outside.status)
        expect([name, outside]).toEqual([name, unknown])
        await setState(table, row.id, row['state'])
      }
    }
    expect(types).toBeGreaterThan(0)
  })
})
