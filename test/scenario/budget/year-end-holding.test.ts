import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// The year-end cockpit's account of documents that it does not know, and what blocks the close.

const IN = '/gs/IN/oversea/aps/budget'
const YEAR = 2026

let spending: SpendingWorld
let server: DemoServer

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  spending = await spendingWorld(databaseUrl, ['1000.00'])
  server = await demoServer(databaseUrl)
})

afterAll(async () => {
  await server?.close()
  await spending?.close()
})

interface Cockpit {
  readonly holding: {
    readonly count: number
    readonly documents: readonly { readonly no: string; readonly address: string | null }[]
    readonly carryOver: readonly string[]
  }
  readonly running: readonly { readonly no: string; readonly address: string | null }[]
  readonly obstacles: readonly string[]
}
const cockpit = async (account: string) =>
  (await server.call<Cockpit>(account, `${IN}/yearEnd/cockpit`, { year: YEAR })).data

const close = () => server.call(`in.finance`, `${IN}/period/move`, { year: YEAR, months: [11], to: 'closed' })

it('the year-end cockpit names schemes with open amounts, their blocking documents and the carry-over to use', async () => {
  const asked = await spending.spend([[spending.codes[0]!, '300']])
  await spending.decide('scheme', asked)
  await spending.claimed(asked.id, [['accrue', 1, '100']])
  await spending.books(YEAR, 'closing')
  const child = await spending.lock(asked.id, ['execute', 1, '40'])

  const { holding, running } = await cockpit('in.finance')
  expect(holding).toMatchObject({
    count: 1,
    documents: [
      {
        documentType: 'testScheme',
        no: asked.no,
        address: `/sample/pc?formInstanceId=${asked.formInstanceId}`,
        lineCount: 1,
        committed: '200.00',
        accrued: '100.00',
        childCount: 1,
      },
    ],
  })
  // A document that only keeps a part of a scheme is in the way of closing too, though it has no word of a year.
  expect(running).toMatchObject([{ no: child.no, address: `/sample/pc?formInstanceId=${child.formInstanceId}` }])
  expect((await close()).error?.key).toBe('budget.stillInApproval')
  await spending.decide('claim', child)

  // A person who may not raise a carry-over gets no link to it.
  expect(holding.carryOver).toEqual([])
  expect((await cockpit('in.channel')).holding.carryOver).toEqual([`/sample/apply?type=new&idcCode=IN&year=${YEAR}`])

  expect((await close()).error?.key).toBe('budget.stillReserved')
  await spending.decide(
    'carry',
    await spending.carry([asked.id, 1, 'cmt', 'withBudget'], [asked.id, 1, 'acr', 'accrual']),
  )
  const after = await cockpit('in.finance')
  expect(after).toMatchObject({ holding: { count: 0, documents: [] }, running: [], obstacles: [] })
  expect(await spending.broken()).toEqual([])
})
