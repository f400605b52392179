import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookOf } from '#test/helpers/import-world.ts'
import { type Answer, demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Every call of the spec's section 7 'Budget', main API and form-data API, one by one: the fields that the spec names, its limits,
// the area of the path (B23), and who may not.

interface Sample {
  readonly line: Readonly<Record<string, string | number>>
  readonly grant: string
  readonly transfer: string
}

interface SpecCall {
  readonly path: string
  readonly body?: (sample: Sample) => object
  /** Fields of each record of a list, or of the answer itself. */
  readonly fields: readonly string[]
  /** Where the answer is not a list with `records`. */
  readonly answers?: 'data' | 'array'
  /** The most that one request may ask for. */
  readonly limit?: number
}

const FORM = '/gs/{idc}/oversea/aps/'
const AMOUNTS = ['current', 'available', 'granted', 'revoked', 'held', 'occupied', 'committed', 'accrued', 'executed']
const HEAD = ['id', 'no', 'state', 'totalAmount', 'currency', 'year', 'month', 'budgetDeptCode', 'projectPoolCode']

const contentOf = ({ line }: Sample) => ({
  areaId: 2,
  idcCode: 'IN',
  year: line['year'],
  month: line['month'],
  budgetDeptCode: line['budget_dept_code'],
  projectPoolCode: line['project_pool_code'],
  productClass: line['product_class'],
  currency: 'INR',
  reason: 'Asked by the call itself',
})
const keyOf = ({ line }: Sample) => ({
  countryCode: line['country_code'],
  projectCode: line['project_code'],
  fscId: line['fsc_id'],
  subBusiCode: line['sub_busi_code'],
  productLineCode: line['product_line_code'],
  amount: '1.00',
})

const CALLS: readonly SpecCall[] = [
  { path: '/aps/budget/country/queryByPage', fields: [...HEAD, 'applyType'] },
  {
    path: '/aps/budget/country/detail',
    body: ({ grant }) => ({ no: grant }),
    fields: ['document', 'names', 'approval'],
    answers: 'data',
  },
  { path: '/aps/budget/country/export', body: () => ({ idcCode: 'IN' }), fields: [], answers: 'data' },
  { path: '/aps/budget/country/transfer/queryByPage', fields: [...HEAD, 'level'] },
  {
    path: '/aps/budget/country/transfer/detail',
    body: ({ transfer }) => ({ no: transfer }),
    fields: ['document', 'names', 'approval'],
    answers: 'data',
  },
  { path: '/aps/budget/country/transfer/export', body: () => ({ idcCode: 'IN' }), fields: [], answers: 'data' },
  { path: '/aps/budget/region/list', limit: 1000, fields: ['budgetRegionCode', 'budgetRegionName'] },
  {
    path: `${FORM}budget/channel/list`,
    body: () => ({ channelStatus: 1 }),
    limit: 1000,
    fields: ['channelCode', 'channelName', 'channelStatus'],
  },
  { path: `${FORM}budget/business/list`, limit: 1000, fields: ['businessCode', 'businessName'] },
  { path: `${FORM}coa/product/tree`, fields: ['code', 'name', 'child'], answers: 'array' },
  {
    path: `${FORM}fsc/business/type/list`,
    limit: 1000,
    fields: [
      'fscId',
      'subBusiCode',
      'mainBusiName',
      'midBusiName',
      'subBusiName',
      'mainBusiNameEn',
      'midBusiNameEn',
      'subBusiNameEn',
    ],
  },
  { path: `${FORM}fsc/country`, limit: 200, fields: ['countryCode', 'countryName'] },
  {
    path: `${FORM}budget/area/department`,
    body: () => ({ topAreaIdList: ['2'] }),
    limit: 200,
    fields: ['budgetDeptCode', 'budgetDeptName'],
  },
  { path: `${FORM}budget/project/list`, limit: 200, fields: ['projectCode', 'projectName'] },
  { path: `${FORM}budget/pool/project/list`, limit: 200, fields: ['id', 'projectPoolCode', 'projectPoolName'] },
  { path: `${FORM}fsc/area`, limit: 1000, fields: ['areaCode', 'areaName'] },
  {
    path: `${FORM}budget/country/page`,
    fields: ['budgetCode', 'year', 'month', 'countryCode', 'countryName', 'projectCode', 'currency', ...AMOUNTS],
  },
  { path: `${FORM}budget/country/sum`, fields: ['currency', 'lineCount', ...AMOUNTS], answers: 'array' },
  {
    path: `${FORM}budget/country/check`,
    body: (sample) => ({ applyType: 'grant', ...contentOf(sample), lines: [keyOf(sample)] }),
    fields: ['refusals', 'warnings', 'totalAmount', 'poolAvailable', 'lines'],
    answers: 'data',
  },
  {
    path: `${FORM}budget/country/project/transfer/check`,
    body: (sample) => ({
      level: 'country',
      ...contentOf(sample),
      toAreaId: 2,
      toIdcCode: 'IN',
      lines: [{ fromBudgetCode: sample.line['code'], ...keyOf(sample) }],
    }),
    fields: ['refusals', 'warnings', 'totalAmount', 'lines'],
    answers: 'data',
  },
]
/** These two take a file. */
const PARSES = [`${FORM}budget/country/edit/parse`, `${FORM}budget/country/transfer/parse`]

let server: DemoServer
let sample: Sample

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  const [line] = await server.query<Sample['line']>(
    `select * from budget_line where code = (select min(code) from budget_line join budget_account using (id)
       where area_id = 2 and state = 'open' and level = 'country' and avl > 10)`,
  )
  const numberOf = async (table: string) =>
    (
      await server.query<{ no: string }>(`select min(no) as no from ${table} where area_id = 2 and state = 'approved'`)
    )[0]
  const [grant, transfer] = await Promise.all([numberOf('country_budget'), numberOf('budget_transfer')])
  sample = { line: line!, grant: grant?.no ?? '', transfer: transfer?.no ?? '' }
})

afterAll(async () => server?.close())

const inRegion = (path: string, idc: string) => path.replace('{idc}', idc)

function first(answer: Answer<unknown>, { answers }: SpecCall): unknown {
  if (answers === 'data') return answer.data
  return answers === 'array' ? (answer.data as unknown[])[0] : (answer.data as { records: unknown[] }).records[0]
}

it('the budget calls tested here are all budget calls of the specification', () => {
  const file = readFileSync(join(import.meta.dirname, '../../conformance/endpoints.json'), 'utf8')
  const wanted = (JSON.parse(file) as { group: string; path: string }[]).filter(({ group }) =>
    group.startsWith('budget'),
  )
  const paths = [...CALLS.map(({ path }) => path), ...PARSES]
  expect(paths.toSorted()).toEqual(wanted.map(({ path }) => path).toSorted())
  const served = new Set(server.routes.map(({ method, path }) => `${method} ${path.replace(':idc', '{idc}')}`))
  const others = ['bpm/template-code', 'transfer/bpm/template-code'].map((name) => `/aps/budget/country/${name}`)
  expect([...paths, ...others, '/aps/common/flow/retry'].filter((path) => !served.has(`POST ${path}`))).toEqual([])
})

describe.each(CALLS)('$path', (call) => {
  const { path, body, fields } = call
  const ask = (account: string, idc: string, more: object = {}) =>
    server.call(account, inRegion(path, idc), { ...body?.(sample), ...more })

  it('the call answers the fields of the specification in one envelope', async () => {
    const answer = await ask('in.channel', 'IN')
    expect(answer).toMatchObject({ status: 200, code: 200 })
    expect(typeof answer.msg).toBe('string')
    const found = first(answer, call)
    expect(Object.keys((found ?? {}) as object)).toEqual(expect.arrayContaining([...fields]))
  })

  it('the call needs its right and an area of the caller', async () => {
    expect((await ask('nomenu', 'IN')).status).toBe(403)
    if (!path.includes('{idc}')) return
    const [foreign, unknown] = [await ask('id.channel', 'IN'), await ask('id.channel', 'XX')]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.error).toEqual(unknown.error)
    expect((await ask('id.channel', 'ID')).status).toBe(200)
  })
})

describe.each(CALLS.flatMap(({ path, limit }) => (limit === undefined ? [] : [{ path, limit }])))(
  '$path',
  ({ path, limit }) => {
    it('the call returns at most as many rows as the specification allows', async () => {
      const ask = (asked: object) => server.call('in.channel', inRegion(path, 'IN'), asked)
      expect((await ask({ page: 1, limit })).status).toBe(200)
      expect(await ask({ limit: limit + 1 })).toMatchObject({ status: 400, error: { field: 'limit' } })
    })
  },
)

describe('filters of budget lists', () => {
  const noOf = async (path: string, filters: object) =>
    (await server.call<{ records: { no: string }[] }>('in.channel', path, { ...filters, limit: 500 })).data.records.map(
      ({ no }) => no,
    )

  it('budget applications and transfers are filtered by number and type', async () => {
    expect(await noOf('/aps/budget/country/queryByPage', { no: sample.grant })).toEqual([sample.grant])
    expect(await noOf('/aps/budget/country/transfer/queryByPage', { no: sample.transfer })).toEqual([sample.transfer])
    const revokes = await noOf('/aps/budget/country/queryByPage', { applyType: 'revoke' })
    expect(revokes.length).toBeGreaterThan(0)
    expect(revokes).not.toContain(sample.grant)
  })

  it('transfers are filtered by the budgets they take from', async () => {
    const giving = `select min(x.from_budget_code) as code from budget_transfer_line x join budget_transfer d on d.id = x.document_id and d.round = x.round
      where d.no = $1`
    const [giver] = await server.query<{ code: string }>(giving, [sample.transfer])
    const path = '/aps/budget/country/transfer/queryByPage'
    expect(await noOf(path, { fromBudgetCode: giver?.code })).toContain(sample.transfer)
    expect(await noOf(path, { fromBudgetCode: [giver?.code, 'BL000000000'] })).toContain(sample.transfer)
    expect(await noOf(path, { fromBudgetCode: 'BL000000000' })).toEqual([])
  })

  it('budget lines are filtered by several codes', async () => {
    const codes = (
      await server.query<{ code: string }>(
        `select code from budget_line where area_id = 2 and state = 'open' order by id limit 3`,
      )
    ).map(({ code }) => code)
    const { data } = await server.call<{ records: { budgetCode: string }[] }>(
      'in.channel',
      inRegion(`${FORM}budget/country/page`, 'IN'),
      {
        budgetCode: codes,
        limit: 10,
      },
    )
    expect(data.records.map(({ budgetCode }) => budgetCode).toSorted()).toEqual(codes.toSorted())
    // There are none of another area.
    const elsewhere = await server.call<{ records: unknown[] }>(
      'hq.budget',
      inRegion(`${FORM}budget/country/page`, 'ID'),
      { budgetCode: codes },
    )
    expect(elsewhere.data.records).toEqual([])
  })
})

describe('budget lines from a file', () => {
  const header = { applyType: 'grant', level: 'country', year: 2026, month: 11 }
  const key = ['country', 'project', 'business type', 'sub business', 'product line']
  const HEADS = {
    edit: [...key.map((title) => title[0]!.toUpperCase() + title.slice(1)), 'Application amount'],
    transfer: ['From budget', 'Transfer amount', ...key.map((title) => `To ${title}`)],
  }
  const send = (account: string, path: string, rows: readonly (readonly string[])[]) =>
    server.upload<{ goodCount: number; badCount: number; lines: unknown[]; errors: { msg: string }[] }>(account, path, {
      name: 'lines.xlsx',
      bytes: bookOf(rows),
      fields: { header: JSON.stringify(header) },
    })

  it.each(PARSES)('%s reads the rows of a file and reports what is wrong with each', async (path) => {
    const head = HEADS[path.includes('transfer') ? 'transfer' : 'edit']
    const rows = [head, head.map(() => 'XX')]
    const { status, data } = await send('in.channel', inRegion(path, 'IN'), rows)
    expect(status).toBe(200)
    expect(data).toMatchObject({ goodCount: 0, badCount: 1, errors: [] })
    expect((await send('id.channel', inRegion(path, 'IN'), rows)).status).toBe(404)
    expect((await send('nomenu', inRegion(path, 'IN'), rows)).status).toBe(403)
  })
})
