import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { type Answer, demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import {
  schemeDocuments,
  type SchemeDocuments,
  schemeStory,
  type SchemeStory,
} from '#test/helpers/scheme/scheme-story.ts'
import { brokenSchemes } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'

// A colleague closes the month while a document of a scheme is on its way: who comes second knows of the first.

let server: DemoServer
let story: SchemeStory
let its: SchemeDocuments
let colleague: pg.Client

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  its = schemeDocuments(server, story, url)
  colleague = new pg.Client({ connectionString: url })
  await colleague.connect()
})

afterEach(() => its.books('open'))

afterAll(async () => {
  await colleague?.end()
  await server?.close()
})

/** Sessions that wait for the month which the colleague holds. */
const WAITING = `select count(*)::int as n from pg_locks w join pg_locks h on h.locktype = 'advisory' and h.granted and h.pid = pg_backend_pid()
  and (h.classid, h.objid) = (w.classid, w.objid) where w.locktype = 'advisory' and not w.granted`

/**
 * A colleague's transaction locks the months of the year as closing them does, and has set them to a state that is not
 * committed yet. They report when the document waits for the lock, or is answered, which means that it did not wait.
 */
async function whileClosing(state: 'closing' | 'closed', act: () => Promise<Answer<Acted>>): Promise<Answer<Acted>> {
  const { area, year } = story.budget
  await colleague.query('begin')
  await colleague.query('select pg_advisory_xact_lock($1::int, $2::int * 12 + m) from generate_series(1, 12) m', [
    area,
    year,
  ])
  await colleague.query('delete from budget_period where area_id = $1 and year = $2', [area, year])
  await colleague.query(
    `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
     select a.organisation_id, a.id, $2, m, $3, product_now(), 1 from area a, generate_series(1, 12) m where a.id = $1`,
    [area, year, state],
  )
  let isAnswered = false
  const answer = act().finally(() => {
    isAnswered = true
  })
  while (!isAnswered && (await colleague.query<{ n: number }>(WAITING)).rows[0]!.n === 0);
  await colleague.query('commit')
  return answer
}

const sound = async (scheme: Acted) =>
  expect(await brokenSchemes((text, values) => server.query(text, values), scheme.no)).toEqual([])

it('an adjustment that adds money is refused when the budget month begins to close at the same moment', async () => {
  const scheme = await story.scheme([{ amount: '1000.00' }])
  const before = await story.buckets()
  const lines = [{ kind: 'up', fundingNo: 1, amount: '10.00', newBudgetCode: story.budget.code }]
  const asked = await whileClosing('closing', () => its.hand('adjust', scheme.no, { lines }))
  expect([asked.status, asked.error?.key]).toEqual([400, 'budget.periodClosed'])
  expect(await story.buckets()).toEqual(before)
  await sound(scheme)
})

it('an application is refused when the budget month begins to close at the same moment', async () => {
  const before = await story.buckets()
  const asked = await whileClosing('closing', () => story.apply([{ amount: '10.00' }]))
  expect([asked.status, asked.error?.key]).toEqual([400, 'budget.periodClosed'])
  expect(await story.buckets()).toEqual(before)
})

it('a claim is refused at submit and at its last approval when the month closes at the same moment', async () => {
  const scheme = await story.scheme([{ amount: '1000.00' }])
  await its.done('withhold', scheme.no, { lines: [{ fundingNo: 1, amount: '700.00' }] })
  const before = await story.buckets()
  const period = story.day(1).slice(0, 7)
  const content = { claimPeriod: period, lines: [{ fundingNo: 1, amount: '100.00', remark: 'As reported' }] }
  const late = await whileClosing('closed', () => its.hand('execute', scheme.no, content))
  expect([late.status, late.error?.key?.split('.')[1]]).toEqual([400, 'periodClosed'])
  expect(await story.buckets()).toEqual(before)
  await its.books('open')

  const { data } = await its.hand('execute', scheme.no, content)
  const steps: string[] = []
  for (;;) {
    await its.books('open')
    const { status, error } = await whileClosing('closed', () =>
      story.decide(schemeExecute, data.formInstanceId, 'approve'),
    )
    steps.push(error?.key ?? String(status))
    if (status !== 200) break
  }
  // Steps before the last move no money.
  expect(steps.slice(0, -1).every((step) => step === '200')).toBe(true)
  expect([steps.length > 1, steps.at(-1)]).toEqual([true, 'budget.periodClosed'])
  expect(await story.buckets()).toEqual(before)
  await sound(scheme)
})

it('a claim without an accrual is refused when the month begins to close at the same moment', async () => {
  const scheme = await story.scheme([{ amount: '1000.00' }])
  const before = await story.buckets()
  const period = story.day(1).slice(0, 7)
  const content = { claimPeriod: period, lines: [{ fundingNo: 1, amount: '100.00', remark: 'As reported' }] }
  const asked = await whileClosing('closing', () => its.hand('execute', scheme.no, content))
  expect([asked.status, asked.error?.key]).toEqual([400, 'budget.periodClosed'])
  expect(await story.buckets()).toEqual(before)
  await sound(scheme)
})

it('a withhold is refused when the month begins to close at the same moment', async () => {
  const scheme = await story.scheme([{ amount: '1000.00' }])
  const lines = [{ fundingNo: 1, amount: '100.00' }]
  const asked = await whileClosing('closing', () => its.hand('withhold', scheme.no, { lines }))
  expect([asked.status, asked.error?.key]).toEqual([400, 'budget.periodClosed'])
  await sound(scheme)
})
