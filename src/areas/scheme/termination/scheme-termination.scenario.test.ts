import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { schemeTermination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

let server: DemoServer
let story: SchemeStory
let scheme: Acted

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
})

beforeEach(async () => {
  scheme = await story.scheme([{ amount: '1005.00' }])
})

afterAll(async () => {
  await server?.close()
})

const moved = (before: string, after: string) => (Number(after) - Number(before)).toFixed(2)

const terminate = async (more: object = {}) =>
  story.hand(schemeTermination, 'in.channel', scheme.no, {
    terminationDate: story.day(20),
    postingDate: story.day(28),
    disposition: 'keepEarned',
    lines: [],
    files: [(await story.evidence('in.channel')).key],
    ...more,
  })

async function withhold(amount: string): Promise<void> {
  const { data } = await story.hand(schemeWithhold, 'in.finance', scheme.no, {
    kind: 'regular',
    year: story.budget.year,
    month: story.budget.month,
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount }],
  })
  await story.agree(schemeWithhold, data.formInstanceId)
}

/** Header and first line as they are stored: what approvers are shown as released and as kept. */
const shown = async (id: string) =>
  (
    await server.query(
      'select d.total_amount, d.kept_amount, l.amount from scheme_termination d join scheme_termination_line l on l.document_id = d.id where d.id = $1',
      [id],
    )
  )[0]

it('a termination shows as released what its postings release, less what was earned and is kept', async () => {
  await withhold('305.00')
  const lines = [{ fundingNo: 1, keepAmount: '120.00' }]
  const { data } = await terminate({ lines })
  const before = await story.buckets()
  await story.agree(schemeTermination, data.formInstanceId)
  expect(moved(before.avl, (await story.buckets()).avl)).toBe('885.00')
  expect(await shown(data.id)).toEqual({ total_amount: '885.00', kept_amount: '120.00', amount: '885.00' })
})
