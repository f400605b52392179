import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { claimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { schemeExpiryWork } from './scheme-expiry.work.ts'

let server: DemoServer
let story: SchemeStory
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  pool = createPool({ databaseUrl: url, max: 2, name: 'expiry test' })
})

afterAll(async () => {
  await pool?.end()
  await server?.close()
})

/** Claimed by the end of its budget's month. */
const short = () => ({ endDate: story.day(28), claimDeadline: story.day(28) })
const dayAfter = (day: string) => new Date(`${day}T23:59:59Z`)
const workOn = (at: Date) =>
  schemeExpiryWork.run(
    workServices(pool, () => at),
    new AbortController().signal,
  )
const withhold = (schemeNo: string, month: number, amount: string) =>
  story.hand(schemeWithhold, 'in.finance', schemeNo, {
    kind: 'regular',
    year: story.budget.year,
    month,
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount }],
  })

it('an expired scheme releases what nobody claimed by the deadline, once', async () => {
  const before = await story.buckets()
  const scheme = await story.scheme([{ amount: '1000.00' }], short())
  const accrued = await withhold(scheme.no, story.budget.month, '400.00')
  await story.agree(schemeWithhold, accrued.data.formInstanceId)

  await workOn(new Date(`${story.day(28)}T00:00:00Z`))
  expect(await story.state(scheme.no)).toBe('effective')

  await workOn(dayAfter(story.day(29)))
  expect(await story.state(scheme.no)).toBe('expired')
  expect(await story.buckets()).toEqual(before)
  expect(await story.parts(scheme.no)).toEqual([expect.objectContaining({ committed: '0.00', accrued: '0.00' })])
  const { data } = await server.call<{ records: readonly object[] }>('in.manager', '/aps/scheme/postings', {
    schemeNo: scheme.no,
  })
  expect(data.records[0]).toMatchObject({
    action: 'expire',
    documentNo: scheme.no,
    formInstanceId: scheme.formInstanceId,
  })
  await workOn(dayAfter(story.day(30)))
  expect(await story.buckets()).toEqual(before)
  // Nothing of it is open any more.
  expect(await story.state(scheme.no)).toBe('closed')
  expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
})

it('a scheme does not expire while a document of it is in approval', async () => {
  const scheme = await story.scheme([{ amount: '500.00' }], short())
  const running = await withhold(scheme.no, story.budget.month, '100.00')
  await workOn(dayAfter(story.day(29)))
  expect(await story.state(scheme.no)).toBe('effective')
  await story.decide(schemeWithhold, running.data.formInstanceId, 'reject')
  await workOn(dayAfter(story.day(29)))
  expect(await story.state(scheme.no)).toBe('expired')
})

it('a scheme does not expire while an adjustment adds money, and releases the addition afterwards', async () => {
  const before = await story.buckets()
  const scheme = await story.scheme([{ amount: '500.00' }], short())
  const lines = [{ kind: 'up' as const, fundingNo: 1, amount: '200.00', newBudgetCode: story.budget.code }]
  const more = await story.hand(schemeAdjust, 'in.channel', scheme.no, { lines })
  await workOn(dayAfter(story.day(29)))
  expect(await story.state(scheme.no)).toBe('effective')
  await story.agree(schemeAdjust, more.data.formInstanceId)
  await workOn(dayAfter(story.day(29)))
  expect(await story.state(scheme.no)).toBe('expired')
  expect(await story.buckets()).toEqual(before)
})

it('a fully paid scheme is closed after its deadline, and can be extended until then', async () => {
  const claims = await claimStory(server, story)
  const scheme = await claims.scheme([{ amount: '100.00' }])
  const lastDay = `${story.budget.year}-12-31`
  await claims.paid(scheme, '100.00')
  expect(await story.state(scheme.no)).toBe('fullExecution')
  const lines = [{ kind: 'up' as const, fundingNo: 1, amount: '50.00', newBudgetCode: story.budget.code }]
  const more = await story.hand(schemeAdjust, 'in.channel', scheme.no, { lines })
  await story.agree(schemeAdjust, more.data.formInstanceId)
  expect(await story.state(scheme.no)).toBe('partialExecution')
  const rest = await story.hand(schemeAdjust, 'in.channel', scheme.no, {
    lines: [{ kind: 'down', fundingNo: 2, amount: '50.00' }],
  })
  await story.agree(schemeAdjust, rest.data.formInstanceId)
  expect(await story.state(scheme.no)).toBe('fullExecution')

  await workOn(new Date(`${lastDay}T00:00:00Z`))
  expect(await story.state(scheme.no)).toBe('fullExecution')
  await workOn(dayAfter(`${story.budget.year + 1}-01-01`))
  expect(await story.state(scheme.no)).toBe('closed')
  expect((await story.hand(schemeAdjust, 'in.channel', scheme.no, { lines })).error?.key).toBe(
    'scheme.schemeNotRunning',
  )
  expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
})
