import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { type Money, MONEY } from './scheme-wire.ts'

// Every figure of a scheme's page leads to postings that add up to exactly this figure; for all schemes of a company.

interface Life {
  readonly scheme: Money
  readonly parts: readonly (Money & { readonly fundingNo: number; readonly locked: string })[]
  readonly months: readonly { readonly month: string; readonly accrued: string; readonly executed: string }[]
}
interface Postings {
  readonly records: readonly {
    readonly documentNo: string | null
    readonly effect: string | null
    readonly amount: string
    readonly fundingNo: number
  }[]
  readonly next: string | null
  readonly recordTotal: number | null
  readonly sums: Partial<Money> | null
}

const FIGURES = [...MONEY, 'locked'] as const

let server: DemoServer
let numbers: readonly string[]

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  const { data } = await server.call<{ records: readonly { schemeNo: string }[] }>('admin', '/aps/scheme/queryByPage', {
    page: 1,
    limit: 50,
  })
  numbers = data.records.map(({ schemeNo }) => schemeNo)
})
afterAll(async () => {
  await server?.close()
})

const lifeOf = async (schemeNo: string) => (await server.call<Life>('admin', '/aps/scheme/detail', { schemeNo })).data

/** All pages of the postings behind a figure: what they add up to, and what the first page says that they do. */
async function postingsOf(schemeNo: string, filter: object, limit = 100) {
  const rows: Postings['records'][number][] = []
  let first: Postings | null = null
  for (let before: string | null = null; ;) {
    const body: object = { schemeNo, limit, ...filter, ...(before === null ? {} : { before }) }
    const { data, status, msg } = await server.call<Postings>('admin', '/aps/scheme/postings', body)
    expect([status, msg]).toEqual([200, expect.anything()])
    first ??= data
    rows.push(...data.records)
    before = data.next
    if (before === null) break
  }
  expect(first.recordTotal).toBe(rows.length)
  return { rows, sums: first.sums, total: amountText(sumAmounts(rows.map(({ effect }) => amount(effect ?? '0')))) }
}

describe('the figures of a scheme', () => {
  it('each figure of a scheme and of its lines leads to postings that add up to it', async () => {
    expect(numbers.length).toBeGreaterThan(5)
    const moved = new Set<string>()
    for (const schemeNo of numbers) {
      const { scheme, parts } = await lifeOf(schemeNo)
      for (const figure of MONEY) {
        const of = await postingsOf(schemeNo, { figure })
        expect([of.total, of.sums], `${schemeNo} ${figure}`).toEqual([scheme[figure], { [figure]: scheme[figure] }])
        if (of.rows.length > 0) moved.add(figure)
      }
      for (const part of parts)
        for (const figure of FIGURES) {
          const { total, rows } = await postingsOf(schemeNo, { figure, fundingNo: part.fundingNo })
          expect(total, `${schemeNo} ${part.fundingNo} ${figure}`).toBe(part[figure])
          expect(rows.every(({ fundingNo }) => fundingNo === part.fundingNo)).toBe(true)
          if (rows.length > 0) moved.add(figure)
        }
    }
    expect([...moved].toSorted()).toEqual([...FIGURES].toSorted())
  }, 120_000)

  it('each month of a scheme leads to postings that add up to what was accrued and executed in it', async () => {
    let seen = 0
    for (const schemeNo of numbers) {
      for (const { month, accrued, executed } of (await lifeOf(schemeNo)).months) {
        const { sums } = await postingsOf(schemeNo, { month })
        expect(sums, `${schemeNo} ${month}`).toMatchObject({ accrued, executed })
        const ofFigure = [
          { figure: 'accrued', month },
          { figure: 'executed', month },
        ] as const
        const totals = await Promise.all(ofFigure.map(async (filter) => (await postingsOf(schemeNo, filter)).total))
        expect(totals, `${schemeNo} ${month}`).toEqual([accrued, executed])
        seen += 1
      }
    }
    expect(seen).toBeGreaterThan(5)
  }, 120_000)

  it('the documents in approval that hold money of a scheme are read page by page with their numbers', async () => {
    let seen = 0
    for (const schemeNo of numbers) {
      const whole = await postingsOf(schemeNo, { figure: 'locked' })
      expect(await postingsOf(schemeNo, { figure: 'locked' }, 1)).toEqual(whole)
      expect(whole.sums).toEqual({ locked: whole.total })
      expect(whole.rows.every(({ documentNo }) => documentNo)).toBe(true)
      seen = Math.max(seen, whole.rows.length)
    }
    expect(seen).toBeGreaterThan(0)
  })

  it('the postings of a figure are read page by page, each once', async () => {
    const whole = await postingsOf(numbers[0]!, { figure: 'committed' })
    expect(await postingsOf(numbers[0]!, { figure: 'committed' }, 1)).toEqual(whole)
  })

  it('all postings of a scheme say nothing of a figure', async () => {
    const { rows, sums } = await postingsOf(numbers[0]!, {})
    expect(sums).toBeNull()
    expect(new Set(rows.map(({ effect }) => effect))).toEqual(new Set([null]))
  })
})

interface Proposed {
  readonly schemeNo: string
  readonly currency: string
  readonly accrued: string
  readonly withholdable: string
  readonly amount: string
  readonly parts: readonly Pick<Proposed, 'accrued' | 'withholdable' | 'amount'>[]
}

describe('the figures of the month end', () => {
  it('each amount of the month-end proposal is the sum of its lines, and the totals are the sums of its schemes', async () => {
    let seen = 0
    for (const [idcCode, month] of [
      ['IN', 9],
      ['IN', 11],
      ['ID', 11],
      ['EU', 11],
    ] as const) {
      const asked = { idcCode, year: 2026, month }
      const call = <T>(name: string, more: object) =>
        server.call<T>('admin', `/aps/scheme/withholdRun/${name}`, { ...asked, ...more })
      const { data: list } = await call<{ records: readonly Proposed[] }>('queryByPage', { page: 1, limit: 50 })
      const { data: sums } = await call<{ currency: string; schemeCount: number; amount: string }[]>('sum', {})
      for (const row of list.records)
        for (const name of ['accrued', 'withholdable', 'amount'] as const)
          expect(row[name], `${row.schemeNo} ${name}`).toBe(
            amountText(sumAmounts(row.parts.map((part) => amount(part[name])))),
          )
      for (const { currency, schemeCount, amount: total } of sums) {
        const rows = list.records.filter((row) => row.currency === currency)
        expect([rows.length, amountText(sumAmounts(rows.map((row) => amount(row.amount))))]).toEqual([
          schemeCount,
          total,
        ])
        seen += rows.length
      }
    }
    expect(seen).toBeGreaterThan(1)
  })
})
