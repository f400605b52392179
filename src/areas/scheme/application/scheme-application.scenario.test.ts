import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { CUSTOMER, TERM_SHARER } from '#test/helpers/company/fixtures.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
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

const minus = (amount: string, less: number) => (Number(amount) - less).toFixed(2)

describe('a policy application', () => {
  it('a policy application reserves its budget at the submit, commits it at the last approval and becomes a scheme', async () => {
    const before = await story.buckets()
    const applied = await story.apply([{ amount: '1000.00' }])
    expect(applied.data.state).toBe('underApproval')
    expect(await story.buckets()).toMatchObject({ avl: minus(before.avl, 1000), occ: minus(before.occ, -1000) })

    const agreed = await story.agree(schemeApplication, applied.data.formInstanceId)
    expect(agreed.data.state).toBe('approved')
    expect(await story.buckets()).toMatchObject({
      avl: minus(before.avl, 1000),
      occ: before.occ,
      cmt: minus(before.cmt, -1000),
    })
    expect(await story.state(applied.data.no)).toBe('effective')
    expect(await story.parts(applied.data.no)).toMatchObject([
      { fundingNo: 1, committed: '1000.00', freeCommitted: '1000.00', accrued: '0.00', executed: '0.00' },
    ])
    expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
  })

  it('a rejected policy application releases its budget', async () => {
    const before = await story.buckets()
    const { data } = await story.apply([{ amount: '700.00' }])
    expect((await story.decide(schemeApplication, data.formInstanceId, 'reject')).data.state).toBe('rejected')
    expect(await story.buckets()).toEqual(before)
    expect(await story.state(data.no)).toBe('none')
  })

  it.each([
    ['budget.exceedsLine', [{ amount: '99999999999.00' }], {}],
    [
      'scheme.datesReversed',
      [{ amount: '10.00' }],
      { startDate: '2030-02-01', endDate: '2030-01-01', claimDeadline: '2030-03-01' },
    ],
    ['scheme.deadlineTooEarly', [{ amount: '10.00' }], { claimDeadline: '2020-01-01' }],
    ['scheme.productRequired', [{ amount: '10.00', skuCode: null }], {}],
    ['scheme.productOfOtherClass', [{ amount: '10.00', skuCode: null, spuCode: 'CSCLEAR' }], {}],
    ['scheme.basisNotOfType', [{ amount: '10.00', basis: 'stock' }], {}],
    ['scheme.calculationMissing', [{ amount: '10.00', ratePercent: null }], {}],
    ['scheme.calculationTwice', [{ amount: '10.00', unitAmount: '5.00', plannedQuantity: 2 }], {}],
    ['scheme.customerUnknown', [{ amount: '10.00', customerCode: 'nobody' }], {}],
    ['scheme.currencyIncomplete', [{ amount: '10.00', lineCurrency: 'INR' }, { amount: '10.00' }], {}],
    [
      'scheme.unitPriceIncomplete',
      [{ amount: '10.00', ratePercent: null, unitAmount: '5.00', plannedQuantity: 2 }, { amount: '10.00' }],
      {},
    ],
    ['scheme.snapshotDayMissing', [{ amount: '10.00', basis: 'stock' }], { schemeType: 'priceProtection' }],
  ])('a policy application is refused: %s', async (key, lines, header) => {
    const before = await story.buckets()
    const { status, error } = await story.apply(lines, header)
    expect({ status, key: error?.key }).toEqual({ status: 400, key })
    expect(await story.buckets()).toEqual(before)
  })

  it('the PDF of a policy application shows type, days and every amount with its currency', async () => {
    const days = { startDate: '2035-01-01', endDate: '2035-01-31', claimDeadline: '2035-02-28' }
    const { data } = await server.call<{ no: string }>(
      'in.channel',
      '/aps/scheme/application/save',
      story.content([{ amount: '10.00' }], { ...days, expectedSales: '41400.00' }),
    )
    const path = `/aps/document/schemeApplication/pdf?no=${data.no}`
    const { bytes } = await server.fetch('in.channel', path, 'en')
    const paper = (await pdfPages(bytes)).map(({ text }) => text).join('')
    for (const says of ['Sell-inrebate', '2035-01-01–2035-01-31', `41,400.00${story.budget.currency}`])
      expect(paper).toContain(says)
  })

  it('a ladder that does not cover infinity has that one refusal', async () => {
    const line = { amount: '10.00', ratePercent: null, ladderKind: 'percent', ladder: '0-100:2.00' }
    const { data } = await server.call<{ readonly refusals: readonly { readonly key: string }[] }>(
      'in.channel',
      '/aps/scheme/application/check',
      story.content([line]),
    )
    expect(data.refusals.map(({ key }) => key)).toEqual(['document.ladderInfinity'])
  })

  it('a project budget pays customers of the country of its project alone', async () => {
    const [project] = await server.query<{ code: string }>(
      `select min(code) as code from budget_line where area_id = 2 and level = 'project' and state = 'open' and project_code = 'PJ-BD-01'`,
    )
    const paying = async (customerCode: string) => {
      const { data } = await server.call<{
        readonly refusals: readonly { readonly key: string; readonly params: object }[]
      }>(
        'in.channel',
        '/aps/scheme/application/check',
        story.content([{ amount: '10.00', customerCode, budgetCode: project?.code }]),
      )
      return data.refusals.map(({ key, params }) => ({ key, params }))
    }
    expect(await paying(CUSTOMER)).toEqual([])
    expect(await paying(TERM_SHARER)).toEqual([
      {
        key: 'scheme.budgetOfOtherCountry',
        params: { budgetCode: project?.code, country: 'BD', expected: 'IN' },
      },
    ])
  })

  it('a policy application from another region cannot name its customers or budgets', async () => {
    const { status } = await server.call(
      'id.channel',
      '/aps/scheme/application/submit',
      story.content([{ amount: '10.00' }]),
    )
    expect(status).toBe(404)
  })

  it('the soft check of a policy application reports what a submit would refuse and compute', async () => {
    const { data } = await server.call<{
      readonly refusals: readonly { readonly key: string }[]
      readonly warnings: readonly { readonly key: string }[]
      readonly header: Readonly<Record<string, unknown>>
      readonly lines: readonly { readonly values: Readonly<Record<string, unknown>> }[]
    }>('in.channel', '/aps/scheme/application/check', story.content([{ amount: '10.00', basis: 'stock' }]))
    expect(data.refusals.map(({ key }) => key)).toEqual(['scheme.basisNotOfType'])
    expect(data.header).toMatchObject({ totalAmount: '10.00' })
    expect(data.lines[0]?.values).toMatchObject({ availableAmount: (await story.buckets()).avl })
  })
})
