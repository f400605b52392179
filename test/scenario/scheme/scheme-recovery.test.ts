import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { runDueEffects, soleTarget } from '#kernel/services/effect-delivery/run-effects.ts'
import { schemeExecuteDocument } from '#areas/scheme/execution/scheme-execute.document.ts'
import { schemeClawback } from '#areas/scheme/clawback/scheme-clawback.doc.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { type FinanceSystem, financeSystem } from '#test/helpers/budget/reserve-world.ts'
import {
  schemeDocuments,
  type SchemeDocuments,
  schemeStory,
  type SchemeStory,
} from '#test/helpers/scheme/scheme-story.ts'
import { brokenSchemes } from '#test/helpers/laws/invariants.ts'

// Payments and their recovery: once, and in the year in which the money comes back (domain.md 2.7 and 2.12).

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let its: SchemeDocuments
let finance: FinanceSystem
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  claims = await claimStory(server, story)
  its = schemeDocuments(server, story, url)
  finance = await financeSystem()
  pool = createPool({ databaseUrl: url, max: 2, name: 'finance test' })
})

afterAll(async () => {
  await its?.books('open')
  await pool?.end()
  await finance?.close()
  await server?.close()
})

const sound = async (no: string) => {
  expect(await claims.broken()).toEqual([])
  expect(await brokenSchemes((text, values) => server.query(text, values), no)).toEqual([])
}

it('an amount recovered for a closed year goes to headquarters, and the closed year does not change', async () => {
  const next = story.budget.year + 1
  const recovered = async () => {
    const [row] = await server.query<{ avl: string }>(
      `select coalesce(sum(a.avl), 0)::text as avl from budget_source s join budget_account a using (id) where s.kind = 'recovery' and s.year = $1`,
      [next],
    )
    return Number(row!.avl)
  }
  const scheme = await claims.scheme([{ amount: '1000.00' }])
  const paid = await claims.paid(scheme, '600.00')
  await its.books('closed')
  const [before, rebate, headquarters] = [await story.buckets(), await claims.rebate(), await recovered()]
  const recover = (amount: string, postingDate = `${next}-01-20`) =>
    its.hand('negativeRedemption', scheme.no, {
      postingDate,
      lines: [{ settledLine: `${paid.no}/1`, amount, recoveryReason: 'falseClaim' }],
    })
  const asked = await recover('250.00')
  expect(asked.data?.state ?? asked.msg).toBe('underApproval')
  expect((await recover('350.01')).error?.key).toBe('scheme.exceedsExecuted')
  const [document] = await server.query<{ closed: string }>(
    'select closed_period as closed from scheme_clawback where id = $1',
    [asked.data.id],
  )
  expect(document).toEqual({ closed: 'yes' })
  expect((await story.agree(schemeClawback, asked.data.formInstanceId)).data.state).toBe('approved')
  expect(await story.buckets()).toEqual(before)
  expect(await recovered()).toBeGreaterThan(headquarters)
  expect((await claims.rebate()) - rebate).toBe(-250)
  expect((await recover('350.01')).error?.key).toBe('scheme.exceedsExecuted')
  // The approver of the next one reads what is still left of it.
  const more = await recover('100.00')
  const read = await server.call<{ decisionFacts: object }>('in.channel', '/aps/scheme/negativeRedemption/detail', {
    formInstanceId: more.data.formInstanceId,
  })
  expect(read.data.decisionFacts).toMatchObject({ lines: [{ available: '350.00', after: '250.00' }] })
  await story.decide(schemeClawback, more.data.formInstanceId, 'reject')
  await its.books('open')
  await sound(scheme.no)
})

it('a payment that finance refused is requested again under the same key and paid once', async () => {
  const scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType: 'payment' })
  await server.query(
    `update document_effect set state = 'nonPush', next_attempt_at = null where next_attempt_at is not null`,
  )
  const paid = await claims.paid(scheme, '300.00', { payoutType: 'payment' })
  const services = {
    pool,
    documents: [schemeExecuteDocument],
    targets: {
      finance: soleTarget({ url: finance.url, secret: 'known-to-both-sides', timeoutSeconds: 5 }),
      dataCentre: new Map(),
    },
    now: () => new Date(productNow().getTime() + 120_000),
  }
  const settled = async () =>
    (await server.call<{ payment: { state: string } }>('in.channel', '/aps/scheme/settlement/list', { no: paid.no }))
      .data.payment.state
  finance.answers({ status: 422, text: '{}' })
  await runDueEffects(services)
  expect(await settled()).toBe('settledFailure')
  finance.answers({ status: 200, text: '{"reference":"FIN-7"}' })
  const again = () =>
    server.call('in.finance', '/aps/scheme/execute/retry', {
      formInstanceId: paid.formInstanceId,
      opinion: 'Once more',
    })
  expect((await again()).status).toBe(200)
  await runDueEffects(services)
  expect(await settled()).toBe('settled')
  // A settled amount is not sent once more, whoever asks.
  expect((await again()).status).toBe(409)
  await runDueEffects(services)
  const asked = finance.received.map(({ key, body }) => ({ key, ...(JSON.parse(body) as { payment: object }) }))
  expect(asked).toHaveLength(2)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  expect(asked[0]).toEqual(asked[1])
  expect(asked[0]).toMatchObject({ payment: { customerCode: story.customer, amount: '300.00' } })
  expect(await server.query('select count(*)::int as n from scheme_payment where document_id = $1', [paid.id])).toEqual(
    [{ n: 1 }],
  )
  await sound(scheme.no)
})
