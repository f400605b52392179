import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { clockAhead, machineMoment, productNow, setClock } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { readConfig } from '#kernel/base/config/config.ts'
import { runImport } from '#kernel/services/imports/run-import.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { withholdRunImport } from '#areas/scheme/withhold-run/withhold-run.import.ts'
import { monthToWithhold } from '#areas/scheme/withhold-run/withhold-run.ts'
import { verifyDatabase } from '#app/audit-verify.ts'
import { loadDemo } from '#app/demo.ts'
import { budgetYearEnd } from '#areas/budget/year-end/budget-year-end.doc.ts'
import {
  grant,
  INDIA,
  LATIN_AMERICA,
  MIDDLE_EAST,
  type Region,
  SOUTHEAST_ASIA,
} from '#test/helpers/company/fixtures.ts'
import { companyOn } from '#test/helpers/company/test-company.ts'
import { type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { schemeStory } from '#test/helpers/scheme/scheme-story.ts'

// The product as it starts at one moment of the calendar, and what people do with it then: a grant from its application
// to its posting, the month-end run, the end of the year before.

const ZONE = 'UTC+05:30'
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

/** The regions of the days, and a country of each. */
const GRANTED: Readonly<Record<string, readonly [Region, string]>> = {
  IN: [INDIA, 'IN'],
  SEA: [SOUTHEAST_ASIA, 'TH'],
  MEA: [MIDDLE_EAST, 'AE'],
  LATAM: [LATIN_AMERICA, 'MX'],
}
const LINE = { fscId: 'FSC1001', subBusiCode: 'S0101', productLineCode: 'PH10', amount: '100.00' }

export interface DayStory {
  /** Raised, approved by everybody, posted and audited. */
  grant(idc: string, zone: string): Promise<void>
  /** The proposals of the due month's run are made into documents, and one is approved. */
  monthEnd(): Promise<void>
  /** Last year's books are closing, and what is left is carried into this year. */
  yearEnd(): Promise<void>
  /** No balance that its postings do not make, no row that its audit does not tell. */
  sound(): Promise<void>
  close(): Promise<void>
}

/** Starts the product at a moment, on a machine of a zone that changes its clock; both are put back by `close`. */
export async function dayStory(at: Date, regions: readonly string[], machineZone: string): Promise<DayStory> {
  const before = { ahead: clockAhead(), zone: process.env.TZ }
  process.env.TZ = machineZone
  setClock({ at, since: machineMoment(productNow()) })
  const databaseUrl = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'day-'))
  await loadDemo(databaseUrl, readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' }), at, regions)
  const imports = await importWorld(databaseUrl, [withholdRunImport])
  const { server } = imports
  const query = <T>(text: string, values: unknown[] = []) => server.query<T>(text, values)
  const company = companyOn(server)
  const year = () => Number(dayIn(ZONE, at).slice(0, 4))

  return {
    async grant(idc, zone) {
      const [ofYear, ofMonth] = dayIn(zone, at).split('-').map(Number)
      const [region, country] = GRANTED[idc]!
      const { no, formInstanceId } = await grant(company, region, country, [LINE], { year: ofYear, month: ofMonth })
      const [documentId] = formInstanceId.split('-')
      // A number is of its drafter's month; outside India that is the administrator, at headquarters.
      const numbered = dayIn(idc === 'IN' ? zone : 'UTC+08:00', at)
        .slice(0, 7)
        .replace('-', '')
      expect(no).toMatch(new RegExp(`^[A-Z]+${numbered}\\d{5}$`))
      const [kept] = await query<{ posted: number; told: number; early: number }>(
        `select (select count(*) from ledger_journal where document_id = $1 and action = 'approve')::int as posted,
           (select count(*) from audit_entry where document_id = $1 and action in ('submit', 'approve'))::int as told,
           (select count(*) from audit_entry where document_id = $1 and (at < $2 or at > product_now()))::int as early`,
        [documentId, at],
      )
      expect(kept).toMatchObject({ posted: 1, early: 0 })
      expect(kept!.told).toBeGreaterThan(1)
    },
    async monthEnd() {
      const of = monthToWithhold(dayIn(ZONE, at))
      const story = await schemeStory(server)
      const fixed = { basis: 'fixed', ratePercent: null, skuCode: null, amount: '900.00' }
      const { no } = await story.scheme([fixed], { schemeType: 'display', rebateType: 'standard' })
      const run = { idcCode: 'IN', year: story.budget.year, month: story.budget.month }
      const ask = <T>(path: string, body: object) =>
        server.call<T>('in.finance', `/aps/scheme/withholdRun/${path}`, body)
      // The due month is checked, whatever is in it; the documents that the run makes are of the scheme’s own month.
      expect((await ask('queryByPage', { idcCode: 'IN', ...of, show: 'all' })).status).toBe(200)
      const { data } = await ask<{ records: { fundingNo: number; kind: string; currency: string; amount: string }[] }>(
        'rows',
        { ...run, schemeNo: no },
      )
      const rows = data.records.map(({ fundingNo, kind, currency, amount }) => [
        no,
        String(fundingNo),
        kind,
        currency,
        amount,
      ])
      expect(rows).toEqual([[no, '1', 'regular', story.budget.currency, '900.00']])
      const read = await imports.read([['Scheme', 'Scheme line', 'Kind', 'Currency', 'Amount to withhold'], ...rows], {
        account: 'in.finance',
        kind: 'scheme-withhold-run',
        params: { ...run, reason: 'Month-end withhold run' },
        name: `run-${randomUUID()}.xlsx`,
      })
      await made(imports, read)
      const [withhold] = await query<{ no: string; day: string; state: string }>(
        `select no, coalesce(posting_date::text, draft ->> 'postingDate') as day, state from scheme_withhold
         where scheme_no = $1 or draft ->> 'schemeNo' = $1`,
        [no],
      )
      expect(withhold).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    },
    async yearEnd() {
      const last = year() - 1
      const base = '/gs/IN/oversea/aps/budget'
      const closing = await server.call('in.finance', `${base}/period/move`, {
        year: last,
        months: MONTHS,
        to: 'closing',
      })
      expect([closing.status, closing.msg]).toEqual([200, expect.anything()])
      const cockpit = await server.call<{ pools: { projectPoolCode: string; left: string }[] }>(
        'in.finance',
        `${base}/yearEnd/cockpit`,
        {},
      )
      // Without a given year the cockpit shows the last one.
      const { pools } = cockpit.data
      expect(pools.length).toBeGreaterThan(0)
      const { data, msg } = await server.call<{ formInstanceId: string | null; refusals: string[] }[]>(
        'in.regfinance',
        `${base}/yearEnd/propose`,
        {
          year: last,
          pools: [pools[0]!.projectPoolCode],
          option: 'carry',
          isSubmitted: true,
          reason: 'It is needed next year',
        },
      )
      expect([data, msg]).toMatchObject([[{ refusals: [] }], expect.anything()])
      const { last: end } = await company.agreeAll(budgetYearEnd, data[0]!.formInstanceId!)
      expect([end.status, end.data?.state]).toEqual([200, 'approved'])
    },
    async sound() {
      expect(await brokenInvariants(query)).toEqual([])
      const { bad, entries } = await verifyDatabase(databaseUrl, [])
      expect(bad).toEqual([])
      expect(entries).toBeGreaterThan(100)
    },
    async close() {
      await imports.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (before.zone === undefined) delete process.env.TZ
      else process.env.TZ = before.zone
      setClock({ at: new Date(before.ahead), since: new Date(0) })
    },
  }
}

async function made(
  imports: ImportWorld,
  { importId, version }: { readonly importId: string; readonly version: number },
) {
  const { server, services } = imports
  const { status, msg } = await server.call(
    'in.finance',
    '/aps/import/run',
    { importId, version, mode: 'good' },
    'en',
    randomUUID(),
  )
  expect([status, msg]).toEqual([200, expect.anything()])
  const [run] = await server.query<{ start: number }>('select start from import_run where id = $1', [importId])
  await runImport(services, { importId, start: run!.start }, new AbortController().signal)
  expect(await imports.detail(importId, 'in.finance')).toMatchObject({ state: 'done' })
}
