import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'

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

async function hold(role: string, at: string, rights: readonly string[]): Promise<void> {
  await server.query(`insert into role (code, name_zh, name_en) values ($1, $1, $1)`, [role])
  await server.query(`insert into role_right (role_code, right_code) select $1, unnest($2::text[])`, [role, rights])
  await server.query(
    `insert into user_role (user_id, role_code, organisation_id)
     select u.id, $1, o.id from app_user u, organisation o where u.account = $2 and o.code = $3`,
    [role, WHO, at],
  )
}

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

describe('a right that is held for one place', () => {
  it('shows the rows of its own place only', async () => {
    const stores = await counted(
      `select count(*) as n from store t ${OF} where 'IN' in (o.code, p.code) or 'ID' in (o.code, p.code)`,
    )
    expect((await list('/aps/store/queryPage')).records).toHaveLength(Math.min(stores, 500))
    const budgets = await server.query<{ no: string }>(
      `select d.no from country_budget d join organisation o on o.id = d.scope_id join organisation p on p.id = o.parent_id
       where d.state <> 'draft' and 'ID' in (o.code, p.code) limit 1`,
    )
    expect(budgets).toHaveLength(1)
    const { no } = budgets[0]!
    const seen = await server.call<{ records: { no: string }[] }>(WHO, '/aps/budget/country/queryByPage', {
      limit: 500,
    })
    expect(seen.data.records.length).toBeGreaterThan(0)
    expect(seen.data.records.map((row) => row.no)).not.toContain(no)
    expect((await server.call(WHO, '/aps/budget/country/detail', { no })).status).toBe(404)
    expect((await server.call<unknown[]>(WHO, '/aps/document/find', { keyword: no })).data).toEqual([])
  })

  it('edits there, and where it only reads is told which right is missing', async () => {
    const [here, there] = [await one('/aps/store/queryPage', 'IN'), await one('/aps/store/queryPage', 'ID')]
    const save = (row: Row) =>
      server.call(WHO, '/aps/store/update', {
        id: row.id,
        version: row.version,
        values: { ...row.values, openingHours: '9:00-20:00' },
      })
    expect((await save(here)).status).toBe(200)
    const refused = await save(there)
    expect([refused.status, refused.error?.key]).toEqual([403, 'http.forbidden'])
    expect((await save({ ...there, id: '987654321' })).status).toBe(404)
  })

  it('reads a secret field there and sees it in part elsewhere, in the list, on the page, in its history', async () => {
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

  it('exports there', async () => {
    const started = await server.call<{ taskId: string }>(WHO, '/aps/store/export', { offlineExport: 1 })
    const [task] = await server.query<{ rows_total: number }>('select rows_total from download_task where id = $1', [
      started.data.taskId,
    ])
    expect(task?.rows_total).toBe(
      await counted(`select count(*) as n from store t ${OF} where 'IN' in (o.code, p.code)`),
    )
  })

  it('makes nobody super administrator of a part of the company', async () => {
    await expect(
      server.query(`insert into user_role (user_id, role_code, organisation_id)
        select u.id, 'superAdmin', o.id from app_user u, organisation o where u.account = 'nomenu' and o.code = 'IN'`),
    ).rejects.toThrow(/superAdmin is held at the root/)
  })
})
