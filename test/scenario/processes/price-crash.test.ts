import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { priceReview } from '#areas/price/price.facade.ts'
import { type Acted, tasksIn } from '#test/helpers/company/actor.ts'
import { INDIA, TERM } from '#test/helpers/company/fixtures.ts'
import { brokenChains } from '#test/helpers/laws/invariants.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type Caller, callerOf, insist, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'

const REVIEWS = 12
const CLIENTS = 4
/** A classification that the demonstration gives no prices. */
const CLASSIFICATION = 'PC-IN-04'
const [FIRST, LAST] = [testDay(2), testDay(20)]

const content = (skuCode: string) => ({
  title: `Crash ${skuCode}`,
  ...INDIA,
  classificationCode: CLASSIFICATION,
  tradeTermCode: TERM,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom: FIRST,
  retro: 'no',
  reason: 'The market moved',
  lines: [{ skuCode, price: '20000.00' }],
})

/** What the database says of each price review of this test: its state, and how often each step of its life was written. */
const LIVES = `
  select l.sku_code as sku, d.state,
    (select count(*)::int from approval_act a where a.document_id = d.id and a.act = 'submit') as submits,
    (select count(*)::int from document_act a where a.document_id = d.id) as acts,
    (select string_agg(c.act, ' ' order by c.id) from price_change c where c.document_id = d.id) as changes,
    (select string_agg(r.price || ' ' || (r.valid_to is null), ',') from price_row r
      where r.source_no = d.no and r.known_until is null) as rows,
    (select count(*)::int from price_hold h where h.document_id = d.id) as holds
  from price_review d join price_review_line l on l.document_id = d.id and l.round = d.round
  where d.title like 'Crash %' order by l.sku_code`

interface Life {
  readonly sku: string
  readonly state: string
  readonly submits: number
  readonly acts: number
  readonly changes: string
  readonly rows: string
  readonly holds: number
}

let databaseUrl: string
beforeAll(async () => {
  databaseUrl = await demoDatabase()
})

describe('kill -9 during the life of price reviews', () => {
  it('kill -9 of the server between submit, approvals and an early end of price reviews loses and doubles nothing', async () => {
    const pool = createPool({ databaseUrl, max: 6, name: 'price crash' })
    const query = async <T>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as T[]
    const port = await freePort()
    const start = () => startServerProcess(databaseUrl, port, 'all')
    let server = await start()
    const kills: Promise<void>[] = []
    try {
      const tasks = tasksIn(query)
      const callers = new Map<string, Promise<Caller>>()
      const callerFor = (account: string) => {
        const known = callers.get(account) ?? callerOf(pool, account)
        callers.set(account, known)
        return known
      }
      const answers = new Map<string, Acted>()
      // The server dies twice: while reviews are submitted and approved, and while their prices are ended.
      const deaths = [REVIEWS, REVIEWS * 3]
      const note = (key: string, answer: { status: number; body: { data: Acted } }): Acted => {
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        answers.set(key, answer.body.data)
        if (answers.size >= (deaths[0] ?? Infinity)) {
          deaths.shift()
          kills.push(
            server.kill().then(async () => {
              server = await start()
            }),
          )
        }
        return answer.body.data
      }
      const call = async (account: string, path: string, body: object) => {
        const [caller, key] = [await callerFor(account), randomUUID()]
        return note(key, await insist(() => caller.post<Acted>(server.origin, path, body, key)))
      }
      const live = async (sku: string) => {
        let acted = await call('in.channel', '/aps/gs/price/bpm/template-code', content(sku))
        while (acted.state === 'underApproval') {
          const task = await tasks.open(priceReview, acted.formInstanceId)
          if (!task) throw new Error(`nobody is asked to decide on ${acted.no}`)
          const { account, taskId, contentHash } = task
          const decision = { formInstanceId: acted.formInstanceId, taskId, contentHash, opinion: 'Read and weighed' }
          acted = await call(account, '/aps/price/review/approve', decision)
        }
        const { id, version } = acted
        await call('in.finance', '/aps/price/review/endEarly', {
          id,
          version,
          input: { day: LAST, reason: 'The model ends' },
        })
      }
      const products = await query<{ code: string }>('select code from sku where enabled order by code')
      const waiting = products.slice(0, REVIEWS).map(({ code }) => code)
      const used = [...waiting]
      const client = async () => {
        for (let sku = waiting.shift(); sku !== undefined; sku = waiting.shift()) await live(sku)
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      await Promise.all(kills)
      expect(kills.length, 'the server died at both moments').toBe(2)

      // The end cuts the row by a change of its own.
      const once = { state: 'approved', submits: 1, acts: 1, changes: 'put end cut', rows: '20000.00 false', holds: 0 }
      expect(await query<Life>(LIVES)).toEqual(used.map((sku) => ({ sku, ...once })))
      const kept = await query<{ key: string; answer: Acted }>(
        'select key, answer from idempotency where key = any($1)',
        [[...answers.keys()]],
      )
      expect(new Map(kept.map(({ key, answer }) => [key, answer]))).toEqual(answers)
      expect(await brokenChains(query)).toEqual([])
    } finally {
      await server.kill()
      await pool.end()
    }
  }, 120_000)
})
