import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let story: SchemeStory

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
})

afterAll(async () => {
  await server?.close()
})

interface Owed {
  readonly records: readonly { readonly itemNo: string; readonly open: string }[]
  readonly recordTotal: number | null
  readonly capped: boolean
}

it('the selector of receivables offers open items first and says that there are more without counting', async () => {
  const list = async (asked: object) => {
    const body = { customerCode: story.customer, ...asked }
    return (await server.call<Owed>('in.finance', '/aps/scheme/receivable/list', body)).data
  }
  const [settled] = await server.query<{ no: string }>(
    `select min(no) as no from receivable_item where customer_code = $1 and kind = 'invoice' and open = 0`,
    [story.customer],
  )
  const first = await list({ limit: 2 })
  expect(first.records.map(({ open }) => Number(open) > 0)).toEqual([true, true])
  expect([first.recordTotal, first.capped]).toEqual([2, true])
  const found = await list({ keyword: settled!.no })
  expect(found).toMatchObject({ records: [{ itemNo: settled!.no, open: '0.00' }], recordTotal: 1, capped: false })
})
