import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemeReversal } from '#areas/scheme/reversal/scheme-reversal.doc.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import {
  schemeDocuments,
  type SchemeDocuments,
  schemeStory,
  type SchemeStory,
} from '#test/helpers/scheme/scheme-story.ts'

// Reversals of accruals in a closed year.

let server: DemoServer
let story: SchemeStory
let its: SchemeDocuments

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  its = schemeDocuments(server, story, url)
})

afterAll(async () => {
  await server?.close()
})

it('an accrual that was carried over is reversed in its new year, up to its amount', async () => {
  const scheme = await story.scheme([{ amount: '1000.00' }])
  const first = await its.done('withhold', scheme.no, { lines: [{ fundingNo: 1, amount: '400.00' }] })
  await its.books('closing')
  await its.done('annualCarryover', scheme.no, { lines: [{ part: `${scheme.no}/1`, option: 'A' }] })
  const reverse = (fundingNo: number, amount: string, more: object = {}) =>
    its.hand('reversal', scheme.no, {
      withholdNo: first.no,
      postingDate: `${story.budget.year + 1}-01-15`,
      lines: [{ fundingNo, amount }],
      ...more,
    })
  const refusal = async (...asked: Parameters<typeof reverse>) => (await reverse(...asked)).error?.key

  expect(await refusal(1, '1.00')).toBe('scheme.exceedsOpenAccrual')
  const { data } = await reverse(2, '150.00')
  expect(data.state).toBe('underApproval')
  expect(await refusal(2, '250.01')).toBe('scheme.exceedsOpenAccrual')
  await story.decide(schemeReversal, data.formInstanceId, 'reject')

  const all = await reverse(2, '0.00', { scope: 'full', lines: [] })
  await story.agree(schemeReversal, all.data.formInstanceId)
  expect(await story.parts(scheme.no)).toMatchObject([
    { fundingNo: 1, committed: '600.00', accrued: '0.00' },
    { fundingNo: 2, committed: '400.00', accrued: '0.00' },
  ])
  expect(await refusal(2, '1.00')).toBe('scheme.exceedsOpenAccrual')
  expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
})

it('an accrual made after a carry-over is reversed in its own year only', async () => {
  await its.books('open')
  const scheme = await story.scheme([{ amount: '1000.00' }])
  const first = await its.done('withhold', scheme.no, { lines: [{ fundingNo: 1, amount: '100.00' }] })
  await its.books('closing')
  await its.done('annualCarryover', scheme.no, { lines: [{ part: `${scheme.no}/1`, option: 'A' }] })
  await its.books('open')
  const later = await its.done('withhold', scheme.no, { kind: 'delta', lines: [{ fundingNo: 1, amount: '50.00' }] })
  const reverse = (withholdNo: string, more: object) =>
    its.hand('reversal', scheme.no, { withholdNo, postingDate: story.day(28), ...more })

  const typed = await reverse(later.no, { lines: [{ fundingNo: 2, amount: '50.00' }] })
  expect(typed.error?.key).toBe('scheme.notWithheldBy')
  const whole = { scope: 'full', lines: [] }
  await story.agree(schemeReversal, (await reverse(later.no, whole)).data.formInstanceId)
  expect(await story.parts(scheme.no)).toMatchObject([
    { fundingNo: 1, committed: '900.00', accrued: '0.00' },
    { fundingNo: 2, committed: '0.00', accrued: '100.00' },
  ])
  const carried = { ...whole, postingDate: `${story.budget.year + 1}-01-15` }
  await story.agree(schemeReversal, (await reverse(first.no, carried)).data.formInstanceId)
  expect(await story.parts(scheme.no)).toMatchObject([{ accrued: '0.00' }, { committed: '100.00', accrued: '0.00' }])
  expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
})

it('the withholds to reverse are offered with their month, whom they are for, and what no reversal has taken back', async () => {
  await its.books('open')
  const scheme = await story.scheme([{ amount: '1000.00' }])
  const first = await its.done('withhold', scheme.no, { lines: [{ fundingNo: 1, amount: '300.00' }] })
  await its.hand('reversal', scheme.no, {
    withholdNo: first.no,
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount: '120.00' }],
  })
  const offered = async (account: string) =>
    await server.call<{ records: readonly object[] }>(account, '/aps/scheme/withholds', { schemeNo: scheme.no })
  const { data } = await offered('in.finance')
  const { year, month, currency } = story.budget
  expect(data.records).toEqual([
    {
      withholdNo: first.no,
      period: `${year}-${String(month).padStart(2, '0')}`,
      kind: 'regular',
      currency,
      amount: '300.00',
      open: '180.00',
      beneficiaries: expect.stringMatching(/\S/),
    },
  ])
  expect((await offered('id.finance')).status).toBe(404)
})
