import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { type OwnClaim, ownClaims } from './own-claims.list.ts'
import { type OwnScheme, ownSchemes, RUNS } from './own-schemes.list.ts'

// A distributor's own people see the schemes that are for their customer and its claims, and nothing of the others in the same schemes.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const OWN = 'C-IN-0001'
const SCHEMES = '/aps/scheme/own'
const CLAIMS = '/aps/scheme/own/claim'

interface PageOf<Row> {
  readonly records: readonly Row[]
}

const read = async <Row>(account: string, path: string, asked: object = {}): Promise<readonly Row[]> =>
  (await server.call<PageOf<Row>>(account, `${path}/queryByPage`, { limit: 500, ...asked })).data.records

describe('schemes of a distributor', () => {
  it('a distributor sees the running lines that are for them, by themselves, by their channel and by their store', async () => {
    const rows = await read<OwnScheme>('in.dist', SCHEMES, RUNS)
    const lines = await server.query<{ id: string }>(
      `select s.no || '/' || l.line_no as id from scheme s join scheme_line l on l.scheme_id = s.id
       where s.state in ('effective', 'partialExecution') and (l.customer_code = $1 or l.channel_code = (select channel_code from customer where code = $1))`,
      [OWN],
    )
    expect(lines.length).toBeGreaterThan(2)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(lines.map(({ id }) => id).toSorted())
    const { data } = await server.call<{ recordTotal: number }>('in.dist', `${SCHEMES}/count`, RUNS)
    expect(data.recordTotal).toBe(lines.length)
  })

  it('the running and the ended schemes of a distributor are together all that their unfiltered list shows', async () => {
    const [{ schemeNo }] = (await read<OwnScheme>('in.dist', SCHEMES, RUNS)) as [OwnScheme]
    const [before] = await server.query<{ state: string }>(`select state from scheme where no = $1`, [schemeNo])
    await server.query(`update scheme set state = 'closed' where no = $1`, [schemeNo])
    const [all, runs, over] = await Promise.all(
      [{}, RUNS, { shown: 'ended' }].map((asked) => read<OwnScheme>('in.dist', SCHEMES, asked)),
    )
    await server.query(`update scheme set state = $2 where no = $1`, [schemeNo, before!.state])
    expect(over?.map((row) => row.schemeNo)).toContain(schemeNo)
    expect(all?.map(({ id }) => id).toSorted()).toEqual([...runs!, ...over!].map(({ id }) => id).toSorted())
    expect((await server.call('in.dist', `${SCHEMES}/queryByPage`, { shown: 'all' })).status).toBe(400)
    const { data } = await server.get<readonly HomeCard[]>('in.dist', '/aps/home/cards?group=runsOut')
    expect(data.find(({ key }) => key === 'ownSchemes')?.link?.url).toBe('/scheme/own?shown=running')
  })

  it('a line says what it pays and what was paid to the reader, and no amount of a budget', async () => {
    const rows = await read<OwnScheme>('in.dist', SCHEMES)
    const [paid] = rows.filter((row) => row.paid !== '0.00')
    const [settled] = await server.query<{ amount: string }>(
      `select (sum(t.amount) - coalesce((select sum(h.total_amount) from scheme_clawback h where h.customer_code = $1 and h.state = 'approved'), 0))::text as amount
       from scheme_settlement t where t.customer_code = $1`,
      [OWN],
    )
    expect(paid?.paid).toBe(settled?.amount)
    const sums = await server.call<readonly { paid: string; rowCount: number }[]>('in.dist', `${SCHEMES}/sum`, {})
    expect(sums.data).toMatchObject([{ currency: 'INR', paid: settled?.amount, rowCount: rows.length }])
    for (const name of [
      'amount',
      'budgetCode',
      'committed',
      'accrued',
      'executed',
      'approved',
      'customerCode',
      'owner',
    ])
      expect([name, rows.some((row) => name in row)]).toEqual([name, false])
  })

  it('the amount paid to a customer for a scheme line links to claims whose payments, less recoveries, add up to it', async () => {
    const { address } = ownSchemes.columns.find(({ key }) => key === 'paid')!
    const rows = await read<OwnScheme>('in.dist', SCHEMES)
    const paid = rows.filter((row) => row.paid !== '0.00')
    expect(paid.length).toBeGreaterThan(0)
    for (const row of paid) {
      const { pathname, searchParams } = new URL(address!(row)!, 'http://localhost')
      expect(pathname).toBe('/scheme/own/claim')
      const asked = { schemeNo: searchParams.get('schemeNo'), schemeLine: Number(searchParams.get('schemeLine')) }
      const claims = await read<OwnClaim>('in.dist', CLAIMS, asked)
      expect(claims.length).toBeGreaterThan(0)
      for (const claim of claims)
        expect(ownClaims.columns[1]!.address!(claim)).toBe(`/scheme/own?schemeNo=${row.schemeNo}`)
      const sums = await server.call<readonly { paid: string; recovered: string; agreed: string }[]>(
        'in.dist',
        `${CLAIMS}/sum`,
        asked,
      )
      expect([row.id, sums.data.map((each) => each.paid)]).toEqual([row.id, [row.paid]])
      expect(sums.data.map((each) => amountText(amount(each.paid).plus(each.recovered)))).toEqual(
        sums.data.map(({ agreed }) => agreed),
      )
      expect(await read('in.dist', CLAIMS, { ...asked, schemeLine: 999 })).toEqual([])
    }
    for (const row of rows.filter((each) => each.paid === '0.00')) expect(address!(row)).toBeNull()
  })

  it('a distributor sees their claims from the submit on, each with what was asked and agreed to', async () => {
    const rows = await read<OwnClaim>('in.dist', CLAIMS)
    const own = await server.query<{ no: string }>(
      `select no from scheme_execute where customer_code = $1 and state <> 'draft'`,
      [OWN],
    )
    expect(own.length).toBeGreaterThan(0)
    expect(rows.map(({ no }) => no)).toEqual(own.map(({ no }) => no))
    expect(rows[0]).toMatchObject({ state: 'approved', settlement: 'settled', asked: '225000.00', agreed: '225000.00' })
    await server.query(`update scheme_execute set state = 'draft' where no = $1`, [rows[0]!.no])
    expect(await read<OwnClaim>('in.dist', CLAIMS)).toEqual([])
    await server.query(`update scheme_execute set state = 'approved' where no = $1`, [rows[0]!.no])
  })

  it('the schemes, lines and claims of another customer are in no answer, whatever is asked for', async () => {
    const others = await server.query<{ no: string }>(`select no from scheme_execute where customer_code <> $1`, [OWN])
    const foreign = await server.query<{ no: string }>(
      `select s.no from scheme s where not exists (select from scheme_line l where l.scheme_id = s.id
        and (l.customer_code = $1 or l.channel_code = (select channel_code from customer where code = $1)))`,
      [OWN],
    )
    for (const { no } of others) expect([no, await read('in.dist', CLAIMS, { no })]).toEqual([no, []])
    for (const { no } of foreign) {
      expect([no, await read('in.dist', SCHEMES, { schemeNo: no })]).toEqual([no, []])
      expect([no, await read('in.dist', CLAIMS, { schemeNo: no })]).toEqual([no, []])
    }
    const whole = JSON.stringify([await read('in.dist', SCHEMES), await read('in.dist', CLAIMS)])
    expect(whole).not.toMatch(/C-IN-000[2-9]/)
    const names = await server.query<{ name: string }>(
      `select name_en as name from customer where code in ('C-IN-0002', 'C-IN-0003', 'C-IN-0004')`,
    )
    for (const { name } of names) expect([name, whole.includes(name)]).toEqual([name, false])
  })

  it('a distributor opens no page of a scheme, its documents, postings, settlements or claims, not even of their own', async () => {
    const [scheme] = await read<OwnScheme>('in.dist', SCHEMES)
    const [claim] = await read<OwnClaim>('in.dist', CLAIMS)
    const { schemeNo } = scheme!
    const asked: readonly (readonly [string, object])[] = [
      ['/aps/scheme/queryByPage', {}],
      ['/aps/scheme/count', {}],
      ['/aps/scheme/sum', {}],
      ['/aps/scheme/export', {}],
      ['/aps/scheme/detail', { schemeNo }],
      ['/aps/scheme/documents', { schemeNo }],
      ['/aps/scheme/postings', { schemeNo }],
      ['/aps/scheme/settlement/list', { schemeNo }],
      ['/aps/scheme/execute/queryByPage', {}],
      ['/aps/scheme/execute/export', {}],
      ['/aps/scheme/execute/detail', { no: claim!.no }],
    ]
    for (const [path, body] of asked)
      expect([path, (await server.call('in.dist', path, body)).status]).toEqual([path, 403])
    expect((await server.fetch('in.dist', `/aps/scheme/detail/pdf?schemeNo=${schemeNo}`)).status).toBe(403)
  })

  it('a person who is limited to no customer reads no own schemes, even with every right', async () => {
    expect(await read('admin', SCHEMES)).toEqual([])
    expect(await read('admin', CLAIMS)).toEqual([])
    expect((await server.call('in.store', `${SCHEMES}/queryByPage`, {})).status).toBe(403)
    const menus = async (account: string) => JSON.stringify((await server.get(account, '/aps/v1/admin/init')).data)
    expect(await menus('in.dist')).toContain('scheme_own_claim')
    expect(await menus('admin')).not.toContain('scheme_own')
  })

  it('the home page of a distributor shows their running schemes, their claims and what is overdue', async () => {
    const cards = async (group: string) =>
      (await server.get<readonly HomeCard[]>('in.dist', `/aps/home/cards?group=${group}`)).data
    const told = JSON.stringify([await cards('runsOut'), await cards('moved')])
    for (const key of ['ownSchemes', 'ownClaims', 'overdue'])
      expect([key, told.includes(`"${key}"`)]).toEqual([key, true])
    expect(told).not.toMatch(/C-IN-000[2-9]/)
    // The row of a decided claim shows its day, not how long it waits.
    const { rows } = (await cards('moved')).find(({ key }) => key === 'ownClaims')!
    const decided = await server.query<{ no: string }>(`select no from scheme_execute where state <> 'underApproval'`)
    const nos = new Set(decided.map(({ no }) => no))
    expect(rows.filter(({ key }) => nos.has(key)).length).toBeGreaterThan(0)
    for (const { key, atIs } of rows) expect([key, atIs]).toEqual([key, nos.has(key) ? 'done' : 'since'])
  })
})
