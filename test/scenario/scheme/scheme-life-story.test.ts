import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { stockStory, type StockStory } from '#test/helpers/scheme/stock-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import {
  schemeDocuments,
  type SchemeDocuments,
  schemeStory,
  type SchemeStory,
} from '#test/helpers/scheme/scheme-story.ts'
import { brokenSchemes } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'

// One price-protection scheme from its application to its end, by the people of the demonstration through the calls of their pages. After each
// document: the scheme's page, the budget's buckets, the customer's rebate, and every invariant of domain.md sections 3 and 4.

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let stock: StockStory
let its: SchemeDocuments
let scheme: Acted

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  claims = await claimStory(server, story)
  stock = await stockStory(server, story)
  its = schemeDocuments(server, story, url)
})

afterAll(async () => {
  await its?.books('open')
  await server?.close()
})

type Money = Readonly<Record<'committed' | 'accrued' | 'executed' | 'released', string>>
interface Page {
  readonly scheme: Money & { readonly state: string; readonly approved: string }
  readonly parts: readonly (Money & { readonly fundingNo: number; readonly locked: string })[]
}

const page = async () => (await server.call<Page>('in.channel', '/aps/scheme/detail', { schemeNo: scheme.no })).data

const MONEY = ['committed', 'accrued', 'executed', 'released'] as const
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + Number(amount), 0)

/** The scheme's amounts in each stage; its page, its parts and every book must agree. */
async function stands(committed: number, accrued: number, executed: number, released: number, state: string) {
  const { scheme: head, parts } = await page()
  const whole = { committed, accrued, executed, released }
  expect(Object.fromEntries(MONEY.map((name) => [name, sum(parts.map((part) => part[name]))]))).toEqual(whole)
  expect(Object.fromEntries(MONEY.map((name) => [name, Number(head[name])]))).toEqual(whole)
  expect(committed + accrued + executed + released).toBe(1000)
  expect([head.state, sum(parts.map(({ locked }) => locked))]).toEqual([state, 0])
  expect(await claims.broken()).toEqual([])
  expect(await brokenSchemes((text, values) => server.query(text, values), scheme.no)).toEqual([])
}

type Buckets = Awaited<ReturnType<SchemeStory['buckets']>>
const since = (before: Buckets, after: Buckets) =>
  (['avl', 'occ', 'cmt', 'acr', 'exe'] as const).map((bucket) => Number(after[bucket]) - Number(before[bucket]))

const monthOf = (period: string) => ({ year: Number(period.slice(0, 4)), month: Number(period.slice(5)) })
const withhold = (of: 0 | 1 | 2, amount: string) =>
  its.done('withhold', scheme.no, { ...monthOf(stock.periods[of]), lines: [{ fundingNo: 1, amount }] })
const execute = (of: 0 | 1 | 2, amount: string, more: object = {}, fundingNo = 1) =>
  its.done('execute', scheme.no, { claimPeriod: stock.periods[of], lines: [{ fundingNo, amount }], ...more })

it('a price protection scheme goes from its application to its end, and every cent of it is accounted for', async () => {
  for (let unit = 0; unit < 10; unit += 1) await stock.unit()
  const [before, rebate] = [await story.buckets(), await claims.rebate()]
  const asked = await story.apply([stock.line('100.00', 10)], stock.header)
  scheme = asked.data
  expect(since(before, await story.buckets())).toEqual([-1000, 1000, 0, 0, 0])
  await story.agree(schemeApplication, scheme.formInstanceId)
  await stands(1000, 0, 0, 0, 'effective')

  await withhold(0, '300.00')
  await stands(700, 300, 0, 0, 'effective')
  await withhold(1, '300.00')
  await stands(400, 600, 0, 0, 'effective')
  const third = await withhold(2, '200.00')
  await stands(200, 800, 0, 0, 'effective')
  expect(
    (await its.hand('withhold', scheme.no, { ...monthOf(stock.periods[2]), lines: [{ fundingNo: 1, amount: '1.00' }] }))
      .error?.key,
  ).toBe('scheme.accruedBefore')

  const first = await execute(0, '400.00')
  await stands(200, 400, 400, 0, 'partialExecution')
  const units = await stock.claimed(first.id)
  expect(units).toHaveLength(4)
  await its.done('reversal', scheme.no, { withholdNo: third.no, lines: [{ fundingNo: 1, amount: '100.00' }] })
  await stands(300, 300, 400, 0, 'partialExecution')
  await execute(1, '200.00')
  await stands(300, 100, 600, 0, 'partialExecution')
  expect((await claims.rebate()) - rebate).toBe(600)

  // One unit came back.
  const returned = { settledLine: `${first.no}/1`, amount: '100.00', recoveryReason: 'returned', imeis: units[0]!.imei }
  await its.done('negativeRedemption', scheme.no, { lines: [returned] })
  await stands(400, 100, 500, 0, 'partialExecution')
  expect((await claims.rebate()) - rebate).toBe(500)
  expect((await stock.claimed(first.id))[0]).toMatchObject({ imei: units[0]!.imei, state: 'recovered' })
  expect(since(before, await story.buckets())).toEqual([-1000, 0, 400, 100, 500])

  // It is claimed beyond the year: the open amount is carried over its end.
  const next = story.budget.year + 1
  await its.done('adjust', scheme.no, { newClaimDeadline: `${next}-06-30` })
  await stands(400, 100, 500, 0, 'partialExecution')
  await its.books('closing')
  await its.done('annualCarryover', scheme.no, {
    lines: ['C1', 'A'].map((option) => ({ part: `${scheme.no}/1`, option })),
  })
  await stands(400, 100, 500, 0, 'partialExecution')
  expect(since(before, await story.buckets())).toEqual([-1000, 0, 0, 0, 500])
  await its.books('closed')

  // The accrual of the old year pays in the new one; a unit that was taken back is paid for again.
  await execute(2, '100.00', { postingDate: `${next}-01-20` }, 3)
  await stands(400, 0, 600, 0, 'partialExecution')
  expect((await claims.rebate()) - rebate).toBe(600)

  await its.expire(`${next}-06-30`)
  await stands(400, 0, 600, 0, 'partialExecution')
  await its.expire(`${next}-07-01`)
  await stands(0, 0, 600, 400, 'expired')
  const late = await its.hand('execute', scheme.no, {
    claimPeriod: stock.periods[2],
    lines: [{ fundingNo: 2, amount: '1.00' }],
  })
  expect(late.error?.key).toBe('scheme.schemeNotRunning')
  expect(since(before, await story.buckets())).toEqual([-1000, 0, 0, 0, 500])
})
