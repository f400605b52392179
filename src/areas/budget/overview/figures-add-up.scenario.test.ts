import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { figureAddress, linesAddress } from '../explain/posting-addresses.web.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Every figure of a page leads to rows that add up to exactly this figure; for a company with a year of data.

type Row = Readonly<Record<string, string>>
type Totals = Readonly<Record<string, string | number>>

/** The call of the totals of each list, by its page. */
const SUMS: Readonly<Record<string, { readonly call: string; readonly fixed: object }>> = {
  '/budget/pc/country/list': { call: 'country/sum', fixed: {} },
  '/budget/pc/project/list': { call: 'country/sum', fixed: { level: 'project' } },
  '/budget/pc/pool/list': { call: 'pool/sum', fixed: {} },
}

/** The totals under the list that a link opens; it has one currency, or nothing. */
async function totalsAt(account: string, address: string): Promise<Totals> {
  const { pathname, searchParams } = new URL(address, 'http://page')
  const { idcCode = '', view: _view, ...texts } = Object.fromEntries(searchParams)
  const filters = Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, ['year', 'month'].includes(name) ? Number(value) : value]),
  )
  const { call, fixed } = SUMS[pathname]!
  const { data, status, msg } = await server.call<Totals[]>(account, api(idcCode, call), { ...filters, ...fixed })
  expect([status, msg], address).toEqual([200, expect.anything()])
  expect(data.length, address).toBeLessThan(2)
  return data[0] ?? {}
}

const api = (idc: string, call: string) => `/gs/${idc}/oversea/aps/budget/${call}`
const total = (amounts: readonly string[]) => amountText(sumAmounts(amounts.map((each) => amount(each))))

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(async () => {
  await server?.close()
})

interface Shown {
  readonly decisionFacts: {
    readonly pool: { readonly held: string } | null
    readonly projects: { readonly held: string } | null
    readonly ownHeld: string
    readonly pending: readonly { readonly amount: string; readonly kind: string }[]
  }
}

describe('the requests beside an application', () => {
  it('requests that hold money of the same pool add up to what approvals hold of it', async () => {
    const running = await server.query<{ id: string; round: number; apply_type: string }>(
      `select id, round, apply_type from country_budget where state = 'underApproval' order by id`,
    )
    expect(running.length).toBeGreaterThan(5)
    const kinds = new Set<string>()
    let shared = 0
    for (const { id, round, apply_type: type } of running) {
      const body = { formInstanceId: formInstanceId({ documentId: id, round }) }
      const { data, status, msg } = await server.call<Shown>('admin', '/aps/budget/country/detail', body)
      expect([status, msg]).toEqual([200, expect.anything()])
      const { pool, projects, ownHeld, pending } = data.decisionFacts
      expect(total([ownHeld, ...pending.map((other) => other.amount)]), `${id} ${type}`).toBe(
        (projects ?? pool)?.held ?? '0.00',
      )
      expect(ownHeld === '0.00', `${id} ${type}`).toBe(type !== 'grant')
      for (const { kind } of pending) kinds.add(kind)
      if (pending.length > 0) shared += 1
    }
    expect(shared).toBeGreaterThan(2)
    // Initial loads and supplements hold nothing.
    expect([...kinds].filter((kind) => /load|supplement|revoke/i.test(kind))).toEqual([])
    expect(kinds).toContain('Budget grant')
  })
})

interface Figure {
  readonly currency: string
  readonly bucket: string
  readonly level: string
  readonly count: number
  readonly amount: string
}
interface Cockpit {
  readonly currency: string
  readonly figures: readonly Figure[]
  readonly neverUsed: readonly { readonly level: string; readonly month: number; readonly amount: string }[]
}

describe('the figures of the year end', () => {
  it.each(['IN', 'ID', 'EU', 'CN'])('each figure of the cockpit of %s opens rows that add up to it', async (idc) => {
    for (const year of [2025, 2026]) {
      const { data } = await server.call<Cockpit>('hq.finance', api(idc, 'yearEnd/cockpit'), { year })
      if (idc === 'IN') expect(new Set(data.figures.map(({ level }) => level)).size).toBe(year === 2025 ? 2 : 3)
      for (const figure of data.figures) {
        const totals = await totalsAt('hq.finance', figureAddress(figure, idc, year))
        expect(totals[figure.bucket], JSON.stringify(figure)).toBe(figure.amount)
        if (figure.level !== 'pool') expect(totals['lineCount'], JSON.stringify(figure)).toBe(figure.count)
      }
      for (const { level, month, amount: unused } of data.neverUsed) {
        const filters = { idcCode: idc, year: String(year), month: String(month), currency: data.currency, level }
        const totals = await totalsAt('hq.finance', linesAddress({ ...filters, stage: 'unused' }))
        expect(totals['available'], `${level} ${month}`).toBe(unused)
      }
    }
  })
})

interface Overview {
  readonly currency: string
  readonly totals: Row
  readonly months: readonly (Row & { readonly month: number })[]
  readonly course: readonly { readonly month: number; readonly used: string | null }[]
  readonly cells: readonly (Row & { readonly month: number; readonly countryCode: string })[]
}
const USES = ['current', 'committed', 'accrued', 'executed'] as const

describe('the figures of the overview', () => {
  it.each([
    ['IN', 'country'],
    ['IN', 'project'],
    ['ID', 'country'],
  ])('each mark of the overview of %s for budgets of level %s opens rows that add up to it', async (idc, level) => {
    const { data } = await server.call<Overview>('hq.finance', api(idc, 'overview'), { year: 2026, level })
    const filters = { idcCode: idc, year: '2026', currency: data.currency, level }
    expect(await totalsAt('hq.finance', linesAddress(filters))).toMatchObject(data.totals)
    const marks = [
      ...data.months.map((use) => ({ use, more: {} })),
      ...data.cells.map((use) => ({ use, more: use.countryCode ? { countryCode: use.countryCode } : {} })),
    ]
    for (const { use, more } of marks) {
      const totals = await totalsAt('hq.finance', linesAddress({ ...filters, month: String(use.month), ...more }))
      for (const name of USES) expect(totals[name] ?? '0.00', `${use.month} ${name}`).toBe(use[name])
    }
  })
})

interface AreaUse {
  readonly idcCode: string
  readonly sums: readonly (Row & { readonly currency: string })[]
}

describe('the figures of the home page', () => {
  it('the use of each area leads to budgets with the same totals', async () => {
    const { data } = await server.call<AreaUse[]>('hq.finance', '/aps/budget/country/use', { year: 2026 })
    expect(data.length).toBeGreaterThan(5)
    for (const { idcCode, sums } of data)
      for (const { lineCount: _count, ...sum } of sums) {
        const address = linesAddress({ idcCode, year: '2026', currency: sum.currency })
        expect(await totalsAt('hq.finance', address)).toMatchObject(sum)
      }
  })
})

describe('the figures of pools', () => {
  it('the amounts left below a pool lead to budgets of each level with the same totals', async () => {
    const { data } = await server.call<{ records: readonly Row[] }>('hq.finance', api('IN', 'pool/page'), {
      year: 2026,
    })
    expect(data.records.length).toBeGreaterThan(3)
    for (const pool of data.records) {
      const { projectPoolCode = '', currency = '' } = pool
      const filters = { idcCode: 'IN', projectPoolCode, year: '2026', currency }
      for (const [level, left] of [
        ['country', pool['belowAvailable']],
        ['project', pool['belowProjectsAvailable']],
      ] as const)
        expect(
          (await totalsAt('hq.finance', linesAddress({ ...filters, level })))['available'] ?? '0.00',
          `${projectPoolCode} ${level}`,
        ).toBe(left)
    }
    expect(data.records.some((pool) => pool['belowProjectsAvailable'] !== '0.00')).toBe(true)
  })
})
