import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#kernel/base/config/config.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { CLOSING } from '#areas/budget/demo/year-end.ts'
import { loadDemo } from './demo.ts'

// A company started on the evening before the last day of a year by UTC: in India and Indonesia that day has begun, and their documents have
// its date. The first day of a year and the day of a leap year are tried in `test/scenario/processes/other-days.test.ts`.

const NOW = new Date('2026-12-30T20:00:00Z')
const THERE = '2026-12-31'
/** The last day of February, on which the region that closes its year has no budget of last December that nothing used. */
const SHORT_MONTH = new Date('2027-02-28T10:00:00Z')

const dataDir = mkdtempSync(join(tmpdir(), 'demo-days-'))
let pool: ReturnType<typeof createPool>

async function loaded(now: Date, regions: readonly string[]): Promise<string> {
  const databaseUrl = await testDatabase()
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' })
  await loadDemo(databaseUrl, config, now, regions)
  return databaseUrl
}

beforeAll(async () => {
  const databaseUrl = await loaded(NOW, ['IN', 'ID'])
  pool = createPool({ databaseUrl, max: 2, name: 'test' })
})

afterAll(async () => {
  await pool?.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const rows = async <T extends object>(text: string) => (await pool.query<T>(text)).rows

/** The day of an instant for the organisation `o`. */
const there = (instant: string) => `((${instant} at time zone 'UTC') + substr(o.timezone, 4)::interval)::date`

it('schemes of the demonstration begin on a day of their region, after their approval except a few early ones', async () => {
  const schemes = await rows<{ no: string; begins: string; agreed: string }>(
    `select s.no, s.start_date::text as begins, ${there('i.ended_at')}::text as agreed from scheme s
     join approval_instance i on i.document_no = s.no and i.state = 'approved' join organisation o on o.id = s.scope_id order by s.no`,
  )
  const [begun, earlier] = [
    schemes.filter(({ begins }) => begins === THERE),
    schemes.filter(({ begins }) => begins < THERE),
  ]
  expect(begun.length).toBeGreaterThan(3)
  expect(begun.filter(({ begins, agreed }) => begins < agreed)).toEqual([])
  expect(begun.some(({ begins, agreed }) => begins === agreed)).toBe(true)
  expect(begun.length + earlier.length).toBe(schemes.length)
  expect(earlier.map(({ begins }) => begins.slice(8))).toEqual(earlier.map(() => '01'))
})

it.each([
  ['scheme_execute', 'posting_date'],
  ['scheme_reversal', 'posting_date'],
  ['scheme_termination', 'termination_date'],
  ['scheme_clawback', 'posting_date'],
  ['scheme_receivables_adjustment', 'posting_date'],
  ['scheme_adjust_invoice', 'posting_date'],
  ['scheme_special_price', 'valid_from'],
])('documents of the demonstration are dated on the day of their region: %s', async (table, column) => {
  const days = await rows<{ day: string }>(
    `select distinct ${column}::text as day from ${table} where ${column} is not null`,
  )
  expect(days.map(({ day }) => day)).toEqual([THERE])
})

it('a withhold of the demonstration is posted today for this month and on the last day for an earlier one', async () => {
  const days = await rows<{ day: string }>('select distinct posting_date::text as day from scheme_withhold order by 1')
  expect(days.map(({ day }) => day)).toEqual(['2026-10-31', '2026-11-30', THERE])
})

it('rebates of the demonstration are credited on the customer’s day, and devices made on the factory’s', async () => {
  expect(
    await rows(
      `select b.id from rebate_batch b join customer c on c.code = b.customer_code join organisation o on o.id = c.organisation_id
       join rebate_batch_move m on m.id = (select min(id) from rebate_batch_move where batch_id = b.id)
       join ledger_journal j on j.document_id = m.by_document_id and j.round = m.by_round and j.action = m.by_action
       where b.credited_on <> ${there('j.at')}`,
    ),
  ).toEqual([])
  expect(
    await rows(
      `select d.id from device d join device_interval c on c.device_id = d.id and c.seq = 1
       where d.produced_on <> ((c.from_at at time zone 'UTC') + case d.destination_country when 'IN' then interval '5:30'
         when 'ID' then interval '7:00' else interval '8:00' end)::date`,
    ),
  ).toEqual([])
})

it('customers of demonstration schemes, special prices and claims are of the region’s own country', async () => {
  const strangers = await rows(
    `select l.no, l.customer_code from (
       select s.no, s.idc_code, l.customer_code from scheme s join scheme_line l on l.scheme_id = s.id
       union all select no, idc_code, customer_code from scheme_execute
       union all select no, idc_code, customer_code from scheme_clawback
       union all select no, idc_code, customer_code from scheme_special_price
       union all select no, idc_code, customer_code from scheme_receivables_adjustment
       union all select no, idc_code, customer_code from scheme_adjust_invoice
     ) l join customer c on c.code = l.customer_code where c.country_code <> l.idc_code`,
  )
  expect(strangers).toEqual([])
})

it('a region that closes its last year loads on the last day of February too', async () => {
  await loaded(SHORT_MONTH, [CLOSING])
}, 300_000)
