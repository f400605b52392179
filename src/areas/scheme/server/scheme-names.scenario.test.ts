import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'
import { type Acted, schemeStory, type SchemeStory } from '#test/helpers/scheme-story.ts'

let server: DemoServer
let story: SchemeStory

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
})

afterAll(async () => {
  await server?.close()
})

/** What a draft says of the scheme whose number was typed. */
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

it('names a scheme to its reader, and nothing of it to who only typed the number of one that he does not see', async () => {
  const [foreign] = await server.query<{ no: string }>(`select no from scheme where idc_code = 'ID' limit 1`)
  expect(await namedBy(foreign!.no)).toEqual({ schemes: {}, fundings: {} })
  const own = await story.scheme([{ amount: '100.00' }])
  expect((await namedBy(own.no)).schemes).toEqual({ [own.no]: 'Festival sell-in' })
})
