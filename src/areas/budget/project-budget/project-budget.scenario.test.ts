import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

interface Page<T> {
  readonly records: readonly T[]
  readonly recordTotal: number
}
type Row = Readonly<Record<string, string>> & { readonly lineCount: number }

const year = productNow().getUTCFullYear()
const projects = (account: string, body: object = {}) =>
  server.call<Page<Row>>(account, '/gs/IN/oversea/aps/budget/project/page', { year, limit: 500, ...body })

it('the list of project budgets shows each project with the filtered sum of its lines of the year', async () => {
  const { data } = await projects('in.finance')
  expect(data.records.length).toBeGreaterThan(5)
  const used = data.records.filter(({ lineCount }) => lineCount > 0)
  for (const filters of [{}, { productClass: 'iot' }, { budgetDeptCode: 'BD06' }]) {
    const [project] = (await projects('in.finance', filters)).data.records.filter(({ lineCount }) => lineCount > 0)
    const { projectCode } = project ?? used[0]!
    const lines = await server.call<Page<Row>>('in.finance', '/gs/IN/oversea/aps/budget/country/page', {
      year,
      projectCode,
      level: 'all',
      limit: 500,
      ...filters,
    })
    expect(lines.data.records).toHaveLength(project?.lineCount ?? 0)
    for (const name of ['current', 'available', 'transferredOut', 'held'] as const)
      expect(project?.[name], name).toBe(amountText(sumAmounts(lines.data.records.map((line) => amount(line[name]!)))))
    // An amount that a project budget passes on to its countries is granted once.
    const of = (name: string) => amount(project?.[name] ?? '0.00')
    const given = of('granted').minus(of('revoked')).plus(of('transferredIn')).minus(of('transferredOut'))
    const carried = of('carriedIn').minus(of('carriedOut')).minus(of('lapsed'))
    expect(project?.['current'] ?? '0.00').toBe(amountText(given.plus(carried)))
  }
})

it('the list of project budgets is counted, found by name and limited to the area', async () => {
  const { data } = await projects('in.finance')
  const counted = await server.call<{ recordTotal: number }>(
    'in.finance',
    '/gs/IN/oversea/aps/budget/project/page/count',
    { year },
  )
  expect(counted.data.recordTotal).toBe(data.records.length)
  const [first] = data.records
  const found = await projects('in.finance', { keyword: first!['projectName'] })
  expect(found.data.records.map((row) => row['projectCode'])).toContain(first!['projectCode'])
  expect((await projects('id.finance')).status).toBe(404)
})
