import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemeReversal } from '#areas/scheme/reversal/scheme-reversal.doc.ts'
import { schemeTermination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { OTHER_MODEL } from '#test/helpers/company/fixtures.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

// The domain model's 'never' rules (domain.md 2.4 to 2.12) without a test elsewhere: test/arch/nevers.test.ts knows where each is.

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  claims = await claimStory(server, story)
})

afterAll(async () => {
  await server?.close()
})

const withhold = async (schemeNo: string, lines: readonly object[]) => {
  const { data, msg } = await story.hand(schemeWithhold, 'in.finance', schemeNo, {
    kind: 'regular',
    year: story.budget.year,
    month: story.budget.month,
    postingDate: story.day(28),
    lines,
  })
  if (!data) throw new Error(msg)
  await story.agree(schemeWithhold, data.formInstanceId)
  return data
}
const reverse = (schemeNo: string, withholdNo: string, amount: string) =>
  story.hand(schemeReversal, 'in.finance', schemeNo, {
    withholdNo,
    scope: 'part',
    mode: 'reopen',
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount }],
  })

it('a scheme never exists without funding', async () => {
  expect((await story.apply([])).error?.key).toBe('document.noLines')
  expect((await story.apply([{ amount: '10.00', budgetCode: '' }])).error).toMatchObject({
    key: 'document.required',
    field: 'budgetCode',
  })
})

it('an approved application changes by nothing but an adjustment', async () => {
  const { no, formInstanceId, id } = await story.scheme([{ amount: '100.00' }])
  const detail = async () =>
    (await server.call<{ document: { version: number } }>('in.channel', '/aps/scheme/application/detail', { no })).data
      .document
  const before = await detail()
  const content = { ...story.content([{ amount: '999.00' }]), id, version: before.version }
  for (const action of ['save', 'submit', 'delete', 'withdraw']) {
    const { status } = await server.call('in.channel', `/aps/scheme/application/${action}`, {
      ...content,
      formInstanceId,
    })
    expect([action, status]).toEqual([action, expect.toSatisfy((code: number) => code >= 400 && code < 500)])
  }
  expect(await detail()).toEqual(before)
  expect(await story.parts(no)).toMatchObject([{ committed: '100.00' }])
})

it('a reversal neither deletes nor re-dates its original, and takes back nothing that was executed', async () => {
  const scheme = await claims.scheme([{ amount: '1000.00' }])
  const original = await withhold(scheme.no, [{ fundingNo: 1, amount: '400.00' }])
  const stored = () =>
    server.query(
      `select d.*, l.* from scheme_withhold d join scheme_withhold_line l on l.document_id = d.id and l.round = d.round where d.id = $1`,
      [original.id],
    )
  const before = await stored()
  await claims.paid(scheme, '300.00')
  expect((await reverse(scheme.no, original.no, '100.01')).error?.key).toBe('scheme.exceedsOpenAccrual')
  const { data } = await reverse(scheme.no, original.no, '100.00')
  await story.agree(schemeReversal, data.formInstanceId)
  expect(await story.parts(scheme.no)).toMatchObject([{ accrued: '0.00', executed: '300.00' }])
  expect(await stored()).toEqual(before)
})

it('a termination takes back nothing that was executed, and releases no line into another', async () => {
  const other = story.otherBudget
  const scheme = await claims.scheme([
    { amount: '1000.00' },
    { amount: '500.00', budgetCode: other, skuCode: null, spuCode: OTHER_MODEL.spu },
  ])
  await claims.paid(scheme, '300.00')
  const available = async () =>
    server.query<{ code: string; avl: string; exe: string }>(
      'select l.code, a.avl, a.exe from budget_account a join budget_line l on l.id = a.id where l.code = any ($1) order by 1',
      [[story.budget.code, other]],
    )
  const before = await available()
  const { data, msg } = await story.hand(schemeTermination, 'in.channel', scheme.no, {
    terminationDate: `${story.budget.year}-12-30`,
    postingDate: story.day(28),
    disposition: 'releaseAll',
    lines: [],
    files: [(await story.evidence('in.channel')).key],
  })
  expect(data?.state ?? msg).toBe('underApproval')
  await story.agree(schemeTermination, data.formInstanceId)
  const freed = { [story.budget.code]: 700, [other]: 500 }
  expect(await available()).toEqual(
    before.map(({ code, avl, exe }) => ({ code, avl: (Number(avl) + freed[code]!).toFixed(2), exe })),
  )
  expect(await story.parts(scheme.no)).toMatchObject([{ committed: '0.00', executed: '300.00' }, { committed: '0.00' }])
})

it('what comes back is never entered as a negative execution', async () => {
  const scheme = await claims.scheme([{ amount: '100.00' }])
  for (const amount of ['-5.00', '0.00'])
    expect((await claims.claim(scheme, amount)).error).toMatchObject({ field: 'amount' })
})
