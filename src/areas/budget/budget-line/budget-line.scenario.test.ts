import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

type Line = Readonly<Record<string, string>> & { readonly year: number; readonly month: number }
interface Page<T> {
  readonly records: readonly T[]
  readonly recordTotal: number | null
  readonly capped: boolean
}
type Sums = Readonly<Record<string, string>> & { readonly lineCount: number }
type Posting = Readonly<Record<string, string>>

const lines = (idc: string, call = 'page') => `/gs/${idc}/oversea/aps/budget/country/${call}`
const BUCKETS = ['available', 'held', 'occupied', 'committed', 'accrued', 'executed']

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

/** All matching lines, page by page. */
async function allLines(idc: string, filters: object): Promise<Line[]> {
  const found: Line[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await server.call<Page<Line>>('hq.budget', lines(idc), { ...filters, page, limit: 500 })
    found.push(...data.records)
    if (data.records.length < 500) return found
  }
}

describe('the list of budget lines', () => {
  it('the list of budget lines shows the lines of the region, newest first, with amounts that add up', async () => {
    const { status, data } = await server.call<Page<Line>>('in.channel', lines('IN'), { page: 1, limit: 20 })
    expect(status).toBe(200)
    expect(data.records).toHaveLength(20)
    const codes = data.records.map((line) => line['budgetCode'] ?? '')
    expect(codes).toEqual(codes.toSorted().toReversed())
    for (const line of data.records) {
      expect(line).toMatchObject({ areaId: '2', idcCode: 'IN', currency: 'INR' })
      expect(amountText(sumAmounts(BUCKETS.map((bucket) => amount(line[bucket] ?? ''))))).toBe(line['current'])
      expect(line['current']).toBe(
        amountText(
          amount(line['granted'] ?? '')
            .minus(line['revoked'] ?? '')
            .plus(line['transferredIn'] ?? '')
            .minus(line['transferredOut'] ?? ''),
        ),
      )
    }
    expect(data.records.find((line) => line['countryCode'] === 'LK')?.['countryName'] ?? 'Sri Lanka').toBe('Sri Lanka')
    const chinese = await server.call<Page<Line>>('in.channel', lines('IN'), { countryCode: 'LK', limit: 10 }, 'zh')
    expect(chinese.data.records[0]).toMatchObject({ countryName: '斯里兰卡', projectName: '斯里兰卡渠道激励计划' })
  })

  it('the list of budget lines shows the country of a project budget’s project, on the page and in the file', async () => {
    const [project] = await server.query<{ code: string }>(
      `select min(code) as code from budget_line where area_id = 2 and level = 'project' and state = 'open' and project_code = 'PJ-BD-01'`,
    )
    const { data } = await server.call<Page<Line>>('in.channel', lines('IN'), { budgetCode: project?.code })
    expect(data.records[0]).toMatchObject({
      countryCode: '',
      projectCountryCode: 'BD',
      projectCountryName: 'Bangladesh',
    })
    const [country] = (await server.call<Page<Line>>('in.channel', lines('IN'), { limit: 10 })).data.records
    expect(country).toMatchObject({ projectCountryCode: null, projectCountryName: null })
  })

  it('the list of budget lines hides lines that wait for their first grant', async () => {
    const [planned] = await server.query<{ code: string }>(
      `select min(code) as code from budget_line where area_id = 2 and state = 'planned'`,
    )
    expect(planned?.code).toBeTruthy()
    const { data } = await server.call<Page<Line>>('in.channel', lines('IN'), { budgetCode: planned?.code })
    expect(data.records).toEqual([])
  })

  it('the list of budget lines filters by every declared column with one or several values', async () => {
    const [sample] = (await server.call<Page<Line>>('in.channel', lines('IN'), { limit: 10 })).data.records
    const names = [
      'budgetCode',
      'year',
      'month',
      'countryCode',
      'projectCode',
      'projectPoolCode',
      'budgetDeptCode',
      'productClass',
      'productLineCode',
      'currency',
      'fscId',
    ]
    for (const name of names) {
      const found = await allLines('IN', { [name]: sample?.[name] })
      expect(found.length, name).toBeGreaterThan(0)
      expect(
        found.every((line) => line[name] === sample?.[name]),
        name,
      ).toBe(true)
    }
    const several = await allLines('IN', { countryCode: ['NP', 'LK'], productClass: '' })
    expect(new Set(several.map((line) => line['countryCode']))).toEqual(new Set(['NP', 'LK']))
  })

  it('the list of budget lines sorts by declared columns only and refuses unknown filters and sizes', async () => {
    const byMonth = await server.call<Page<Line>>('in.channel', lines('IN'), { sort: ['month'], limit: 50 })
    const periods = byMonth.data.records.map((line) => line.year * 100 + line.month)
    expect(periods).toEqual(periods.toSorted((a, b) => a - b))
    const refused = [
      { sort: ['-x;drop'] },
      { colour: 'red' },
      { limit: 7 },
      { page: 0 },
      { year: 'last' },
      { month: 13 },
    ]
    for (const body of refused) {
      expect((await server.call('in.channel', lines('IN'), body)).status, JSON.stringify(body)).toBe(400)
    }
  })

  it('the list of budget lines sorts by each amount, today and as of a day, and breaks ties by the code', async () => {
    const day = productNow().toISOString().slice(0, 10)
    for (const [name, more] of [
      ['available', {}],
      ['held', {}],
      ['current', {}],
      ['available', { asOf: day }],
    ] as const) {
      const sorted = await allLines('IN', { sort: [`-${name}`], year: productNow().getUTCFullYear(), ...more })
      expect(sorted.length, name).toBeGreaterThan(20)
      const expected = sorted.toSorted(
        (a, b) =>
          amount(b[name] ?? '').cmp(a[name] ?? '') || ((b['budgetCode'] ?? '') < (a['budgetCode'] ?? '') ? -1 : 1),
      )
      expect(
        sorted.map((line) => line['budgetCode']),
        name,
      ).toEqual(expected.map((line) => line['budgetCode']))
    }
  })

  it('the list of budget lines refuses to sort more lines by an amount than it sorts without an index', async () => {
    const filters = { projectPoolCode: 'PP01' }
    const sorted = () => server.call('in.channel', lines('IN'), { ...filters, sort: ['-available'] })
    expect((await sorted()).status).toBe(200)
    await server.query('update list_total set total = 100001')
    const refused = await sorted()
    expect([refused.status, refused.error?.key]).toEqual([400, 'request.tooManyToSort'])
    expect(refused.msg).toBe('This column sorts 100,000 rows at most: narrow the list by its filters first')
    expect((await server.call('in.channel', lines('IN'), { ...filters, sort: ['-month'] })).status).toBe(200)
    await server.query('delete from list_total')
  })

  it('the list of budget lines is counted by a separate call', async () => {
    const filters = { projectPoolCode: 'PP01', productClass: 'phone' }
    const first = await server.call<Page<Line>>('in.channel', lines('IN'), { ...filters, limit: 10 })
    expect(first.data.recordTotal).toBeNull()
    const counted = await server.call<{ recordTotal: number; capped: boolean }>(
      'in.channel',
      lines('IN', 'page/count'),
      filters,
    )
    expect(counted.data).toMatchObject({ recordTotal: (await allLines('IN', filters)).length, capped: false })
    const again = await server.call<Page<Line>>('in.channel', lines('IN'), {
      ...filters,
      limit: 10,
      page: 2,
      sort: ['month'],
    })
    expect(again.data.recordTotal).toBe(counted.data.recordTotal)
  })

  it('every call of the list of budget lines answers a foreign region like an unknown one', async () => {
    for (const call of ['page', 'page/count', 'sum']) {
      const foreign = await server.call('id.channel', lines('IN', call))
      const unknown = await server.call('id.channel', lines('XX', call))
      expect([foreign.status, foreign.error], call).toEqual([404, unknown.error])
      expect((await server.call('nomenu', lines('IN', call))).status, call).toBe(403)
    }
  })
})

describe('the area of a budget line', () => {
  it('a budget line is told with the area it is of, and one of another region as one that there is not', async () => {
    const [line] = await allLines('IN', { productClass: 'phone' })
    const path = `/aps/budget/country/line/idc?budgetCode=${line!['budgetCode']}`
    const idcFor = async (account: string) => (await server.get<{ idcCode: string | null }>(account, path)).data
    expect(await idcFor('hq.finance')).toEqual({ idcCode: 'IN' })
    expect(await idcFor('id.channel')).toEqual({ idcCode: null })
  })

  it('the PDF of a budget line without a code is refused before lines are read', async () => {
    const refused = await server.get('in.channel', '/aps/budget/country/line/pdf?idcCode=IN&budgetCode=')
    expect(refused.status).toBe(400)
  })
})

describe('the sum of budget lines', () => {
  it('the sum of budget lines is that of all matching lines, one row per currency', async () => {
    const filters = { year: productNow().getUTCFullYear(), productClass: 'phone' }
    const { data } = await server.call<Sums[]>('in.channel', lines('IN', 'sum'), filters)
    const found = await allLines('IN', filters)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ currency: 'INR', lineCount: found.length })
    for (const name of ['granted', 'revoked', 'current', ...BUCKETS]) {
      expect(data[0]?.[name], name).toBe(amountText(sumAmounts(found.map((line) => amount(line[name] ?? '')))))
    }
  })

  it('the sum of budget lines is empty where nothing matches', async () => {
    expect((await server.call<Sums[]>('in.channel', lines('IN', 'sum'), { projectCode: 'none' })).data).toEqual([])
  })
})

describe('postings of a budget line', () => {
  const postings = async (body: object, account = 'in.channel', language: 'zh' | 'en' = 'en') =>
    (
      await server.call<Page<Posting>>(
        account,
        '/aps/budget/country/postings',
        { page: 1, limit: 50, ...body },
        language,
      )
    ).data

  it('every amount of a budget line is the sum of its postings', async () => {
    const found = await allLines('IN', {})
    for (const bucket of ['granted', 'revoked', 'transferredIn', 'transferredOut', 'current', 'available', 'held']) {
      const line = found.find((each) => amount(each[bucket] ?? '').gt(0))
      expect(line, bucket).toBeDefined()
      const { records } = await postings({ budgetCode: line?.['budgetCode'], bucket })
      expect(amountText(sumAmounts(records.map((record) => amount(record['amount'] ?? '')))), bucket).toBe(
        line?.[bucket],
      )
      expect(records[0]?.['balanceAfter'], bucket).toBe(line?.[bucket])
      const times = records.map((record) => record['at'] ?? '')
      expect(times, bucket).toEqual(times.toSorted().toReversed())
    }
  })

  it("postings of a budget line name document, approval and actor in the reader's language", async () => {
    const found = await allLines('IN', {})
    const line = found.find((each) => amount(each['revoked'] ?? '').gt(0))
    const { records } = await postings({ budgetCode: line?.['budgetCode'], bucket: 'revoked' }, 'in.channel', 'zh')
    expect(records[0]).toMatchObject({
      documentType: 'countryBudget',
      action: 'approve',
      bucket: 'held',
      currency: 'INR',
    })
    expect(records[0]?.['documentNo']).toMatch(/^CB\d{11}$/)
    expect(records[0]?.['formInstanceId']).toMatch(/^\d+-\d+$/)
    expect(records[0]?.['actor']).toContain('印度')
  })

  it('postings of a budget line are paged, and unknown buckets and foreign lines are refused', async () => {
    const [line] = await allLines('IN', {})
    const budgetCode = line?.['budgetCode']
    const all = await postings({ budgetCode })
    expect(all.recordTotal).toBe(all.records.length)
    expect((await postings({ budgetCode, limit: 10, page: 9 })).records).toEqual([])
    expect(
      (await server.call('in.channel', '/aps/budget/country/postings', { budgetCode, bucket: 'avl' })).status,
    ).toBe(400)
    expect(
      (await server.call('in.channel', '/aps/budget/country/postings', { budgetCode: 'BL999999999' })).status,
    ).toBe(404)
    expect((await server.call('id.channel', '/aps/budget/country/postings', { budgetCode })).status).toBe(404)
    expect((await server.call('nomenu', '/aps/budget/country/postings', { budgetCode })).status).toBe(403)
  })
})
