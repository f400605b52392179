import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParameterRow } from '#areas/setting/setting-wire.ts'
import type { ParameterContent } from '#kernel/platform/parameter/parameter.ts'
import type { DraftView } from '#kernel/engine/setting/setting-wire.ts'
import { CUSTOMER, INDIA, PHONE } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { schemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { paysElsewhere } from './scheme-parameters.server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const path = (call: string) => `/aps/setting/parameter/${call}`
const save = (account: string, key: string, value: unknown) =>
  server.call<DraftView<ParameterContent>>(account, path('draft/save'), {
    key,
    draftVersion: 0,
    content: { value },
    note: 'As agreed with finance',
  })
const publish = (account: string, key: string) => server.call(account, path('publish'), { key, draftVersion: 1 })
const list = async (language: 'zh' | 'en' = 'en') =>
  (await server.call<ParameterRow[]>('hq.it', path('list'), {}, language)).data

describe('the parameters of schemes', () => {
  it('the parameters of schemes have bounds and initial values', async () => {
    const rows = await list()
    const of = (key: string) => rows.find((row) => row.key === `scheme.${key}`)
    expect(of('specialPriceDays')).toMatchObject({ kind: 'integer', unit: 'days', max: 1096, value: 184 })
    expect(of('differencePercent')).toMatchObject({ unit: 'percent', min: 0, max: 50, value: 10 })
    expect(of('smallBalancePercent')).toMatchObject({ unit: 'percent', max: 10, value: 1 })
    expect(of('taxRates')).toMatchObject({
      kind: 'choices',
      value: ['ID-11', 'ID-12', 'IN-5', 'IN-12', 'IN-18', 'IN-28', 'IN-40'],
    })
    expect((await list('zh')).find(({ key }) => key === 'scheme.taxRates')?.label).toBe('兑付税率')
    const above = await save('hq.it', 'scheme.differencePercent', 51)
    expect(above.data.problems.map(({ msg }) => msg)).toEqual([expect.stringContaining('50')])
    const unknown = await save('hq.it', 'scheme.taxRates', ['IN-19'])
    expect(unknown.data.problems).toHaveLength(1)
  })

  it('a changed parameter of schemes applies to the next document: a too long special price is refused', async () => {
    const ask = () =>
      server.call<{ refusals: readonly { key: string; params?: object }[] }>(
        'in.channel',
        '/aps/scheme/specialPriceApprovalForm/check',
        {
          idcCode: 'IN',
          areaId: INDIA.areaId,
          customerCode: CUSTOMER,
          tradeTermCode: 'DAP',
          currency: 'INR',
          validFrom: '2027-01-01',
          validTo: '2027-01-31',
          funding: 'margin',
          settlement: 'onInvoice',
          stackable: 'no',
          reason: 'A tender',
          lines: [{ skuCode: PHONE, specialPrice: '1.00', quantityCap: 1 }],
        },
      )
    const keys = async () => {
      const { data, msg } = await ask()
      if (!data) throw new Error(msg)
      return data.refusals.map(({ key }) => key)
    }
    expect(await keys()).not.toContain('scheme.validTooLong')
    await save('hq.it', 'scheme.specialPriceDays', 30)
    expect((await publish('hq.it2', 'scheme.specialPriceDays')).status).toBe(200)
    await expect.poll(keys).toContain('scheme.validTooLong')
  })

  it('a budget of another country may pay once two people have said so, and the approvers are told', async () => {
    const story = await schemeStory(server)
    const [other] = await server.query<{ code: string }>(
      `select min(c.code) as code from customer c join country y on y.code = c.country_code
       where y.area_id = $1 and c.country_code <> 'BD' and c.kind = 'distributor' and c.state = 'enabled'`,
      [story.budget.area],
    )
    const line = { amount: '10.00', customerCode: other!.code }
    const refused = await story.apply([line])
    expect([refused.status, refused.error?.key]).toEqual([400, 'scheme.budgetOfOtherCountry'])
    expect(refused.error).toMatchObject({ field: 'budgetCode', row: 0 })

    await save('hq.it', 'scheme.budgetsElsewhere', 'told')
    expect((await publish('hq.it', 'scheme.budgetsElsewhere')).status).not.toBe(200)
    expect((await publish('hq.it2', 'scheme.budgetsElsewhere')).status).toBe(200)
    await expect.poll(paysElsewhere).toBe(true)
    const { data } = await story.apply([line])
    const { data: page } = await server.call<{ readonly decisionFacts: { readonly remarks: readonly string[] } }>(
      'in.channel',
      '/aps/scheme/application/detail',
      { formInstanceId: data.formInstanceId },
    )
    expect(page.decisionFacts.remarks).toEqual([expect.stringContaining(`${story.budget.code} is of BD`)])
  })
})
