import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Every figure of a page leads to rows that add up to exactly this figure; for a company with a year of data.

type Row = Readonly<Record<string, string>>

const api = (idc: string, call: string) => `/gs/${idc}/oversea/aps/budget/${call}`
const total = (amounts: readonly string[]) => amountText(sumAmounts(amounts.map((each) => amount(each))))

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(async () => {
  await server?.close()
})

interface Shown {
  readonly decisionFacts: {
    readonly pool: { readonly held: string } | null
    readonly projects: { readonly held: string } | null
    readonly ownHeld: string
    readonly pending: readonly { readonly amount: string; readonly kind: string }[]
  }
}

describe('the requests beside an application', () => {
  it('requests that hold money of the same pool add up to what approvals hold of it', async () => {
    const running = await server.query<{ id: string; round: number; apply_type: string }>(
      `select id, round, apply_type from country_budget where state = 'underApproval' order by id`,
    )
    expect(running.length).toBeGreaterThan(5)
    const kinds = new Set<string>()
    let shared = 0
    for (const { id, round, apply_type: type } of running) {
      const body = { formInstanceId: formInstanceId({ documentId: id, round }) }
      const { data, status, msg } = await server.call<Shown>('admin', '/aps/budget/country/detail', body)
      expect([status, msg]).toEqual([200, expect.anything()])
      const { pool, projects, ownHeld, pending } = data.decisionFacts
      expect(total([ownHeld, ...pending.map((other) => other.amount)]), `${id} ${type}`).toBe(
        (projects ?? pool)?.held ?? '0.00',
      )
      expect(ownHeld === '0.00', `${id} ${type}`).toBe(type !== 'grant')
      for (const { kind } of pending) kinds.add(kind)
      if (pending.length > 0) shared += 1
    }
    expect(shared).toBeGreaterThan(2)
    // Initial loads and supplements hold nothing.
    expect([...kinds].filter((kind) => /load|supplement|revoke/i.test(kind))).toEqual([])
    expect(kinds).toContain('Budget grant')
  })
})
