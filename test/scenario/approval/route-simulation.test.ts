import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulation, TemplateContent } from '#areas/approval-routes/approval-routes-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { routeInForce, saveRoute, templatePath } from './route-drafts.ts'

// The approvers that a route would ask, before anything happens.

const CODE = 'budget_country'
let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const save = (account: string, content: TemplateContent, draftVersion: number, code = CODE) =>
  saveRoute(server, account, code, content, draftVersion)
const inForce = (code = CODE) => routeInForce(server, code)

describe('the simulation of a route', () => {
  const simulate = (account: string, body: object) =>
    server.call<Simulation>(account, templatePath('simulate'), { code: CODE, ...body })
  const anApproved = async () => {
    const [row] = await server.query<{ no: string }>(
      `select max(d.no) as no from country_budget d join organisation o on o.id = d.scope_id join approval_instance i on i.document_id = d.id and i.round = d.round
       where d.state = 'approved' and d.apply_type = 'grant' and o.code = 'IN'`,
    )
    return row?.no ?? ''
  }

  it('a draft route is compared with the course of a past document, and amounts are hidden without the right', async () => {
    const no = await anApproved()
    const content = await inForce()
    const [manager, finance, rsd, hq] = content.steps
    // The RSD is left out, a step is new, HQ decides on revokes only, and the manager's step asks another person.
    const steps = [
      { ...manager!, who: { account: 'in.rsm' } },
      finance!,
      { ...hq!, when: 'applyType = "revoke"' },
      { ...rsd!, key: 'countryFinance', who: { role: 'countryFinance' } },
    ]
    const { data: draft } = await save('hq.it', { ...content, steps }, 0)
    expect(draft.problems).toEqual([])
    await server.query(
      `update approval_instance i set variables = i.variables || '{"priceCutPercent": 12.5, "belowFloor": true}'
       from country_budget d where d.id = i.document_id and d.no = $1`,
      [no],
    )
    const { data } = await simulate('hq.it', { version: 0, no })
    expect(data.steps.map(({ key, change }) => [key, change])).toEqual([
      ['manager', 'people'],
      ['regionalFinance', 'same'],
      ['hqBudget', 'notNeeded'],
      ['countryFinance', 'added'],
      ['rsd', 'removed'],
    ])
    expect(data.steps[0]?.people).toMatchObject([{ account: 'in.rsm' }])
    expect(data.steps[0]?.real?.people).toMatchObject([{ account: 'in.manager' }])
    const value = (name: string) => data.variables.find((one) => one.name === name)
    const shown = ['amount', 'amountUsd', 'rate', 'priceCutPercent', 'belowFloor'].map(
      (name) => value(name)?.value ?? null,
    )
    expect(shown).toEqual([null, null, null, null, null])
    expect(value('priceCutPercent')).toBeDefined()
    expect([value('amount'), value('amountUsd'), value('applyType')]).toMatchObject([
      { value: null },
      { value: null },
      { value: 'grant' },
    ])
    const admin = await simulate('admin', { version: 0, no })
    expect(admin.data.variables.find(({ name }) => name === 'amount')?.value).toMatch(/^\d/)
    await server.call('hq.it', templatePath('draft/discard'), { key: CODE, draftVersion: 1 })
    expect((await simulate('hq.it', { version: 0, no })).error?.key).toBe('twoPeople.noDraft')
    expect((await simulate('hq.it', { version: 3, no: 'CB20261199999' })).error?.key).toBe(
      'approval-routes.documentUnknown',
    )
  })

  it('a route is simulated on an example of a type without documents', async () => {
    const example = { organisation: 'EU', drafter: 'hq.budget', currency: 'EUR', year: 2026, values: { retro: false } }
    const ask = (amount: string) =>
      server.call<Simulation>('hq.it', templatePath('simulate'), {
        code: 'scheme_application',
        version: 2,
        example: { ...example, amount },
      })
    const small = (await ask('100')).data
    const needed = ({ steps }: Simulation) =>
      steps.filter(({ skipReason }) => skipReason === null).map(({ key }) => key)
    // hq.budget drafts and holds the RSM's step and marketing's in Europe: they move up.
    expect(needed(small)).toEqual(['firstLevel', 'countryFinance'])
    const large = (await ask('900000')).data
    // Needed now; in Europe, where headquarters acts, the same person decided as first level already.
    const reason = ({ steps }: Simulation) => steps.find(({ key }) => key === 'hqOwner')?.skipReason
    expect([reason(small), reason(large)]).toEqual(['condition', 'acted'])
    expect(large.variables).toContainEqual({ name: 'band', value: 'T4' })
  })

  it("a route is described by type or code, with its steps in the reader's language", async () => {
    const byType = await server.call<TemplateAnswer>(
      'in.sales',
      '/aps/bpm/template-code',
      { documentType: 'countryBudget' },
      'zh',
    )
    expect(byType.data).toMatchObject({ templateCode: CODE, templateName: '国家预算申请', preview: null })
    expect(byType.data.steps[0]).toMatchObject({ name: '国家经理', who: '经理', condition: null })
    const price = await server.call<TemplateAnswer>('in.channel', '/aps/bpm/template-code', {
      documentType: 'priceReview',
    })
    expect(price.data).toMatchObject({ templateCode: 'template_gs_price_adj', templateName: 'Price review' })
    const transfer = await server.call<TemplateAnswer>('in.channel', '/aps/bpm/template-code', {
      documentType: 'budgetTransfer',
    })
    expect(transfer.data.steps.map(({ key }) => key)).toContain('receiverManager')
    const nothing = await server.call('in.channel', '/aps/bpm/template-code', { documentType: 'noSuchType' })
    expect(nothing.error?.key).toBe('approval-routes.unknownTemplate')
    const [area] = (await server.call<{ areaId: string }[]>('in.channel', '/aps/area', { templateCode: CODE })).data
    const content = { applyType: 'revoke', idcCode: 'IN', areaId: area?.areaId, year: 2026, month: 12, lines: [] }
    const asked = { templateCode: CODE, content }
    const preview = await server.call<TemplateAnswer>('in.channel', '/aps/bpm/template-code', asked)
    expect(preview.data.preview?.steps.map(({ key, skipReason }) => [key, skipReason])).toEqual([
      ['manager', null],
      ['regionalFinance', null],
      ['rsd', null],
      ['hqBudget', 'condition'],
    ])
    expect((await server.call('in.sales', '/aps/bpm/template-code', asked)).status).toBe(403)
  })
})

interface TemplateAnswer {
  readonly templateCode: string
  readonly steps: readonly { readonly key: string; readonly name: string; readonly who: string }[]
  readonly preview: { readonly steps: readonly { readonly key: string; readonly skipReason: string | null }[] } | null
}
