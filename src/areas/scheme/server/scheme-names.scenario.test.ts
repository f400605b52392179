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

/** What a draft says of the customer and the owner whose codes were typed. */
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

it('names customers, people and places of his own, and those of another region to nobody who only typed their codes', async () => {
  const [own] = await server.query<{ en: string }>(`select name_en as en from customer where code = $1`, [
    story.customer,
  ])
  const [foreign] = await server.query<{ code: string }>(
    `select c.code from customer c join country y on y.code = c.country_code join area a on a.id = y.area_id where a.idc_code = 'ID' limit 1`,
  )
  const mine = await namedInDraft('receivablesAdjustment', { customerCode: story.customer, lines: [] })
  expect(mine.customers).toEqual({ [story.customer]: own!.en })
  const other = await namedInDraft('receivablesAdjustment', { customerCode: foreign!.code, lines: [] })
  expect(other.customers).toEqual({})
  const scheme = await story.scheme([{ amount: '100.00' }])
  const withhold = { schemeNo: scheme.no, currency: story.budget.currency, lines: [{ fundingNo: 1, amount: '1.00' }] }
  const people = await namedInDraft('withhold', { ...withhold, ownerAccount: 'id.channel' })
  expect(people.people).toEqual({})
  const colleague = await namedInDraft('withhold', { ...withhold, ownerAccount: 'in.channel' })
  expect(Object.keys(colleague.people)).toEqual(['in.channel'])
})
