import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { replayDifferences } from '#kernel/engine/ledger/replay.ts'
import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { addVolume } from '#areas/budget/demo/volume.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { loadDemo } from './demo.ts'

let databaseUrl: string
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  pool = createPool({ databaseUrl, max: 2, name: 'test' })
})

afterAll(async () => {
  await pool?.end()
})

const rows = async <T extends object>(text: string) => (await pool.query<T>(text)).rows
const differences = () => reading(pool, (tx) => tx.rows(replayDifferences(budgetLedger)))

describe('the demonstration company', () => {
  it('the demonstration company has a headquarters, eight regions and about forty countries', async () => {
    const types = await rows<{ type: string; count: string }>(
      'select type, count(*) from organisation group by type order by type',
    )
    expect(types).toEqual([
      { type: 'country', count: '44' },
      { type: 'headquarters', count: '1' },
      { type: 'region', count: '8' },
    ])
  })

  it('the demonstration company has applications in every state over more than a year', async () => {
    const states = await rows<{ state: string }>('select distinct state from country_budget order by state')
    expect(states.map((row) => row.state)).toEqual(['approved', 'draft', 'rejected', 'underApproval'])
    const [months] = await rows<{ count: string }>(
      `select count(distinct to_char(created_at, 'YYYY-MM')) from country_budget`,
    )
    expect(Number(months?.count)).toBeGreaterThanOrEqual(12)
    const future = await rows("select no from country_budget where updated_at > product_now() + interval '1 minute'")
    expect(future).toEqual([])
  })

  it('the notifications of the demonstration company arrived in the order of their times', async () => {
    const behind = await rows(
      `select * from (select id, at < lag(at) over (order by id) as is_behind from notification) n where is_behind limit 3`,
    )
    expect(behind).toEqual([])
    expect(await rows('select from notification')).not.toEqual([])
  })

  it('the demonstration company has approvals waiting at every step in India and Indonesia', async () => {
    const waiting = await rows<{ org: string; step: number; accounts: string[] }>(
      `select o.code as org, t.step, array_agg(distinct u.account) as accounts
       from approval_task t join approval_instance i using (document_id, round) join organisation o on o.id = i.scope_id
       join app_user u on u.id = t.user_id where t.state = 'open' and i.document_type = 'countryBudget' and o.code in ('IN', 'ID') group by 1, 2 order by 1, 2`,
    )
    expect(waiting.map((row) => [row.org, row.step, row.accounts])).toEqual([
      ['ID', 0, ['id.manager']],
      ['ID', 1, ['id.regfinance']],
      ['ID', 2, ['id.rsd']],
      ['ID', 3, ['hq.budget']],
      ['IN', 0, ['in.manager']],
      ['IN', 1, ['in.regfinance']],
      ['IN', 2, ['in.rsd']],
      ['IN', 3, ['hq.budget']],
    ])
  })

  it('the demonstration company has mostly recent approvals and a few old ones', async () => {
    const [waiting] = await rows<{ fresh: number; old: number }>(
      `select count(*) filter (where created_at > product_now() - interval '66 hours')::int as fresh,
         count(*) filter (where created_at < product_now() - interval '90 hours')::int as old
       from approval_task t join approval_instance i using (document_id, round) where t.state = 'open' and i.state = 'running'`,
    )
    expect(waiting!.old).toBeGreaterThan(2)
    expect(waiting!.fresh).toBeGreaterThan(waiting!.old * 3)
  })

  it('the demonstration company has pushed everything approved, with a push that finance refused and one that a data centre refused', async () => {
    const pushes = await rows<{ state: string; count: number }>(
      'select state, count(*)::int as count from document_effect group by state order by state',
    )
    expect(pushes.map(({ state }) => state)).toEqual(['failedPushed', 'succeededPushed'])
    expect(pushes[0]?.count).toBe(2)
    const [title] = await rows<{ no: string }>(
      `select d.no from document_effect e join country_budget d on d.id = e.document_id where e.state = 'failedPushed' and e.last_error ->> 'key' = 'effects.refused'`,
    )
    expect(title?.no).toMatch(/^CB/)
  })

  it('the demonstration company has prices of twelve currencies over all areas since last year, expired and announced ones', async () => {
    const [prices] = await rows(
      `select count(distinct k.currency)::int as currencies, count(distinct k.area_id)::int as areas,
         min(r.valid_from) < product_now() - interval '1 year' as "isSinceLastYear", bool_or(r.valid_to <= product_now()) as "hasExpired",
         bool_or(r.valid_from > product_now()) as "hasAnnounced"
       from price_row r join price_key k on k.id = r.key_id where r.known_until is null`,
    )
    const has = { isSinceLastYear: true, hasExpired: true, hasAnnounced: true }
    expect(prices).toEqual({ currencies: 12, areas: 8, ...has })
  })

  it('the demonstration company has balances that equal the sums of their postings', async () => {
    expect(await differences()).toEqual([])
  })

  it('the demonstration company is loaded once', async () => {
    const count = 'select count(*) from country_budget'
    const before = await rows(count)
    await loadDemo(databaseUrl, {
      demo: { load: true, scale: 1 },
      filesDir: join(tmpdir(), 'demo-loaded-once'),
      bucket: null,
    })
    expect(await rows(count)).toEqual(before)
  })
})

describe('a larger demonstration', () => {
  it('a larger demonstration adds lines that were funded by their pools', async () => {
    const lines = async () => Number((await rows<{ count: string }>('select count(*) from budget_line'))[0]?.count)
    const before = await lines()
    const year = productNow().getUTCFullYear()
    await transaction(pool, (tx) => addVolume(tx, { lines: 3000, years: [year - 1, year], at: productNow() }))
    expect((await lines()) - before).toBeGreaterThan(2900)
    expect(await differences()).toEqual([])
  })
})
