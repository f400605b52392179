import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createCursorPool, snapshot } from '#kernel/platform/db/snapshot.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { FOREIGN_CUSTOMER, oldestNo } from '#test/helpers/company/fixtures.ts'
import { server as schemes } from '../scheme.server.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let cursorPool: TransactionPool & { end(): Promise<void> }
let story: SchemeStory

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  cursorPool = createCursorPool({ databaseUrl, max: 1, name: 'test names' })
  story = await schemeStory(server)
})

afterAll(async () => {
  await server?.close()
  await cursorPool?.end()
})

/** The name that a draft shows for a typed scheme number. */
async function namedBy(schemeNo: string) {
  const { data } = await server.call<Acted>('in.finance', '/aps/scheme/receivablesAdjustment/save', {
    idcCode: 'IN',
    areaId: story.budget.area,
    schemeNo,
    lines: [{ itemNo: 'X', direction: 'decrease', amount: '1.00', fundingNo: 1 }],
  })
  const detail = await server.call<{ names: Record<'schemes' | 'fundings', object> }>(
    'in.finance',
    '/aps/scheme/receivablesAdjustment/detail',
    { id: data.id },
  )
  const { schemes, fundings } = detail.data.names
  return { schemes, fundings }
}

it('a scheme is named to its readers and not to a person who only typed its number', async () => {
  expect(await namedBy(await oldestNo(server, 'scheme', 'ID'))).toEqual({ schemes: {}, fundings: {} })
  const own = await story.scheme([{ amount: '100.00' }])
  expect((await namedBy(own.no)).schemes).toEqual({ [own.no]: 'Festival sell-in' })
})

/** The names that a draft shows for typed customer and owner codes. */
async function namedInDraft(route: string, content: object) {
  const header = { idcCode: 'IN', areaId: story.budget.area }
  const path = `/aps/scheme/${route}`
  const { data, msg } = await server.call<Acted>('in.finance', `${path}/save`, { ...header, ...content })
  const detail = await server.call<{ names: Record<'customers' | 'people' | 'locations', object> }>(
    'in.finance',
    `${path}/detail`,
    { id: data?.id ?? msg },
  )
  return detail.data.names
}

it('customers, people and stores are named to their readers and not to a person who only typed their codes', async () => {
  const [own] = await server.query<{ en: string }>(`select name_en as en from customer where code = $1`, [
    story.customer,
  ])
  const mine = await namedInDraft('receivablesAdjustment', { customerCode: story.customer, lines: [] })
  expect(mine.customers).toEqual({ [story.customer]: own!.en })
  const other = await namedInDraft('receivablesAdjustment', { customerCode: FOREIGN_CUSTOMER, lines: [] })
  expect(other.customers).toEqual({})
  const scheme = await story.scheme([{ amount: '100.00' }])
  const withhold = { schemeNo: scheme.no, currency: story.budget.currency, lines: [{ fundingNo: 1, amount: '1.00' }] }
  const people = await namedInDraft('withhold', { ...withhold, ownerAccount: 'id.channel' })
  expect(people.people).toEqual({})
  const colleague = await namedInDraft('withhold', { ...withhold, ownerAccount: 'in.channel' })
  expect(Object.keys(colleague.people)).toEqual(['in.channel'])
})

it('the PDF and the title of a draft name no customer of another region to a person who only typed the code', async () => {
  const saidOf = async (customerCode: string) => {
    const path = '/aps/scheme/receivablesAdjustment/save'
    const { data } = await server.call<Acted>('in.finance', path, {
      idcCode: 'IN',
      areaId: story.budget.area,
      customerCode,
      lines: [],
    })
    const { bytes } = await server.fetch(
      'in.finance',
      `/aps/document/schemeReceivablesAdjustment/pdf?no=${data.no}`,
      'en',
    )
    const paper = (await pdfPages(bytes)).map(({ text }) => text).join('')
    const asked = { documentType: 'schemeReceivablesAdjustment', keyword: data.no }
    const [picked] = (await server.call<{ title: string }[]>('in.finance', '/aps/document/pick', asked)).data
    return { paper, title: picked!.title }
  }
  const [own] = await server.query<{ en: string }>(`select name_en as en from customer where code = $1`, [
    story.customer,
  ])
  const [foreign] = await server.query<{ code: string; en: string }>(
    'select code, name_en as en from customer where code = $1',
    [FOREIGN_CUSTOMER],
  )
  const printed = (text: string) => text.replaceAll(/\s/g, '')
  const mine = await saidOf(story.customer)
  expect(mine.paper).toContain(printed(own!.en))
  expect(mine.title).toContain(own!.en)
  const theirs = await saidOf(FOREIGN_CUSTOMER)
  for (const said of [theirs.paper, theirs.title]) expect(said).toContain(FOREIGN_CUSTOMER)
  expect(theirs.paper).not.toContain(printed(foreign!.en))
  expect(theirs.title).not.toContain(foreign!.en)
})

interface Listed {
  readonly no: string
  readonly customerCode: string
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The rows of a list with a customer, with their names. */
async function listed(account: string, filters: object): Promise<readonly Listed[]> {
  const request = { page: 1, limit: 500, ...filters }
  const path = '/aps/scheme/receivablesAdjustment/queryByPage'
  return (await server.call<{ records: readonly Listed[] }>(account, path, request)).data.records
}

it("lists name customers in the reader's language, and none whose code was only typed", async () => {
  const [own] = await server.query<{ en: string; zh: string }>(
    `select name_en as en, name_zh as zh from customer where code = $1`,
    [story.customer],
  )
  const drafts = new Map<string, string>()
  for (const customerCode of [story.customer, FOREIGN_CUSTOMER]) {
    const header = { idcCode: 'IN', areaId: story.budget.area, operatingUnitCode: 'OU-IN', lines: [] }
    const path = '/aps/scheme/receivablesAdjustment/save'
    const { data } = await server.call<Acted>('in.finance', path, { ...header, customerCode })
    drafts.set(data.no, customerCode)
  }
  const rows = (await listed('in.finance', { state: 'draft' })).filter(({ no }) => drafts.has(no))
  expect(rows.map(({ names }) => names['customers'] ?? {})).toEqual(
    rows.map(({ no }) => (drafts.get(no) === story.customer ? { [story.customer]: own!.en } : {})),
  )
  expect(rows).toHaveLength(2)
})

/** The content of a column in the list's file. */
async function written(account: string, name: string, column: string): Promise<readonly unknown[]> {
  const [person] = await server.query<{ id: number }>('select id from app_user where account = $1', [account])
  const list = schemes.exports?.find((each) => each.name === name)
  const said = list?.columns.find(({ key }) => key === column)
  return snapshot(cursorPool, async (tx, reading) => {
    const principal = await principalOfUser(tx, person!.id, 'en')
    const reader = { principal: principal!, language: 'en' as const, now: productNow() }
    const { rows, rowsOf } = await list!.query(tx, reader, { params: {}, filters: {}, sort: [] })
    const values: unknown[] = []
    for await (const batch of reading.cursor(rows, 1000))
      values.push(...(await rowsOf!(batch as never)).map((row) => said?.value?.(row)))
    return values
  })
}

it.each(['schemeExecute', 'schemeReceivablesAdjustment', 'schemeSpecialPrice'])(
  'the file of %s has customers by code and name',
  async (name) => {
    const customers = await written('hq.auditor', name, 'customerCode')
    expect(customers.length).toBeGreaterThan(0)
    for (const customer of customers) expect(customer).toMatch(/^\S+ \/ \S/)
  },
)

it('a form says which right its submit takes, and whether the reader holds it', async () => {
  const button = 'scheme.execute.submit'
  const of = async (account: string, asked: object) =>
    (await server.call(account, '/api/v1/admin/menu/link', { url: '/scheme/execute/pc?type=new', ...asked })).data
  expect(await of('in.channel', { button })).toMatchObject({ permitted: true, rights: ['Draft: Execute'] })
  expect(await of('hq.auditor', { button })).toMatchObject({ permitted: false, rights: ['Draft: Execute'] })
  expect(await of('hq.auditor', {})).toMatchObject({ permitted: true })
  expect(await of('hq.auditor', { button: 'scheme.execute.fly' })).toMatchObject({ permitted: false, rights: [] })
})
