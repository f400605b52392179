import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { ImportPartsView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { runImport } from '#kernel/services/imports/run-import.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { oldestNo } from '#test/helpers/company/fixtures.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { withholdRunImport } from './withhold-run.import.ts'
import { tellFinance, withholdRunSubject } from './withhold-run.work.ts'

// India's month-end withhold run: what is proposed is created, once.

let imports: ImportWorld
let story: SchemeStory
/** Displays with fixed sums: the whole month is owed at its end. */
const schemes: Record<'plain' | 'two' | 'pending' | 'delta' | 'rate', Acted> = {} as never

const FIXED = { basis: 'fixed', ratePercent: null, skuCode: null }
const DISPLAY = { schemeType: 'display', rebateType: 'standard' }
const WHO = 'in.finance'

interface Row {
  readonly schemeNo: string
  readonly fundingNo: number
  readonly kind: 'regular' | 'delta'
  readonly currency: string
  readonly amount: string
}

interface ProposedRow {
  readonly schemeNo: string
  readonly amount: string
  readonly parts: readonly { readonly amount: string; readonly kind: string; readonly nothing: string | null }[]
}

const month = (more: object = {}) => ({
  idcCode: 'IN',
  year: story.budget.year,
  month: story.budget.month,
  ...more,
})
const call = <T>(account: string, path: string, body: object) =>
  imports.server.call<T>(account, `/aps/scheme/withholdRun/${path}`, body)
const proposal = async (schemeNo: string, more: object = {}) =>
  (await call<{ records: ProposedRow[] }>(WHO, 'queryByPage', month({ schemeNo, show: 'all', ...more }))).data.records
const rowsOf = async (schemeNo: string) =>
  (await call<{ records: Row[] }>(WHO, 'rows', month({ schemeNo }))).data.records

const HEAD = ['Scheme', 'Scheme line', 'Kind', 'Currency', 'Amount to withhold']

async function taken(rows: readonly Row[], account = WHO): Promise<ImportRunView> {
  const texts = rows.map(({ schemeNo, fundingNo, kind, currency, amount }) => [
    schemeNo,
    String(fundingNo),
    kind,
    currency,
    amount,
  ])
  return imports.read([HEAD, ...texts], {
    account,
    kind: 'scheme-withhold-run',
    params: { ...month(), reason: 'Month-end withhold run' },
    name: `run-${randomUUID()}.xlsx`,
  })
}

const confirm = ({ importId, version }: ImportRunView, account = WHO) =>
  imports.server.call<ImportRunView>(
    account,
    '/aps/import/run',
    { importId, version, mode: 'good' },
    'en',
    randomUUID(),
  )

async function confirmed(run: ImportRunView): Promise<ImportRunView> {
  expect((await confirm(run)).status).toBe(200)
  await imports.work()
  return imports.detail(run.importId, WHO)
}

async function atWork({ importId }: ImportRunView): Promise<void> {
  const [run] = await imports.server.query<{ start: number }>('select start from import_run where id = $1', [importId])
  await runImport(imports.services, { importId, start: run!.start }, new AbortController().signal)
}

const problems = async (run: ImportRunView) => {
  const body = { importId: run.importId, show: 'bad', limit: 200 }
  const { data } = await imports.server.call<{ records: { row: number; errors: { column: string; msg: string }[] }[] }>(
    WHO,
    '/aps/import/rows',
    body,
  )
  return data.records.map(({ row, errors }) => [row, errors[0]?.column, errors[0]?.msg])
}

const withholds = (schemeNo: string) =>
  imports.server.query<{ id: string; no: string; state: string; draft: { lines: { amount: string }[]; kind: string } }>(
    `select id::text, no, state, draft from scheme_withhold where draft ->> 'schemeNo' = $1 or scheme_no = $1 order by id`,
    [schemeNo],
  )

beforeAll(async () => {
  const url = await demoDatabase()
  imports = await importWorld(url, [withholdRunImport])
  story = await schemeStory(imports.server)
  const fixed = (amount: string) => ({ amount, ...FIXED })
  schemes.plain = await story.scheme([fixed('900.00')], DISPLAY)
  schemes.two = await story.scheme([fixed('500.00'), fixed('70.00')], DISPLAY)
  schemes.pending = await story.scheme([fixed('400.00')], DISPLAY)
  schemes.delta = await story.scheme([fixed('300.00')], DISPLAY)
  schemes.rate = await story.scheme([fixed('200.00')], { ...DISPLAY, withholdRate: '0' })
  const withhold = (no: string, amount: string) =>
    story.hand(schemeWithhold, WHO, no, {
      kind: 'regular',
      year: story.budget.year,
      month: story.budget.month,
      postingDate: story.day(28),
      lines: [{ fundingNo: 1, amount }],
    })
  expect((await withhold(schemes.pending.no, '100.00')).data.state).toBe('underApproval')
  const { data } = await withhold(schemes.delta.no, '120.00')
  await story.agree(schemeWithhold, data.formInstanceId)
}, 590_000)

afterAll(async () => {
  await imports?.close()
})

describe('the proposal of a month-end accrual run', () => {
  it('the proposal of an accrual run has the amount of each funding line, or the reason for none', async () => {
    const of = async (scheme: Acted) => {
      const [found] = await proposal(scheme.no)
      return found?.parts.map(({ kind, amount, nothing }) => [kind, amount, nothing?.split(':')[0] ?? null])
    }
    expect(await of(schemes.plain)).toEqual([['regular', '900.00', null]])
    expect(await of(schemes.two)).toEqual([
      ['regular', '500.00', null],
      ['regular', '70.00', null],
    ])
    expect(await of(schemes.delta)).toEqual([['delta', '180.00', null]])
    expect(await of(schemes.rate)).toEqual([['regular', '0.00', 'The withholding rate of the scheme is 0 %']])
    const [[, amount, nothing]] = (await of(schemes.pending)) as [string[]]
    expect([amount, nothing]).toEqual(['0.00', expect.stringMatching(/^Withhold SW.* of this scheme is in approval$/)])
  })

  it('the proposal of an accrual run covers the whole country with sums by currency and the filters of the page', async () => {
    const { data } = await call<{ records: ProposedRow[]; recordTotal: number }>(
      WHO,
      'queryByPage',
      month({ limit: 200 }),
    )
    const sums = (
      await call<{ currency: string; schemeCount: number; partCount: number; amount: string }[]>(WHO, 'sum', month())
    ).data
    const total = data.records.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    expect(sums.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(total)
    expect(sums.reduce((sum, { schemeCount }) => sum + schemeCount, 0)).toBe(data.recordTotal)
    expect(await proposal(schemes.plain.no, { show: 'nothing' })).toEqual([])
    expect(await proposal(schemes.rate.no, { show: 'warned' })).toHaveLength(1)
    expect(await proposal(schemes.plain.no, { schemeType: 'priceProtection' })).toEqual([])
  })

  it('the proposal of an accrual run is refused to other countries and to people without the right', async () => {
    expect((await call('id.finance', 'queryByPage', month())).status).toBe(404)
    expect((await call('in.channel', 'rows', month())).status).toBe(403)
    const upload = await imports.upload(
      { name: 'run.csv', bytes: new TextEncoder().encode(HEAD.join(',')) },
      { account: 'in.channel', kind: 'scheme-withhold-run', params: { ...month(), reason: 'x' } },
    )
    expect(upload.status).toBe(403)
  })

  it('the proposal of an accrual run leaves out schemes past their deadline and closed months', async () => {
    const old = `${story.budget.year + 1}-03`
    const [year, of] = old.split('-').map(Number)
    const late = await proposal(schemes.plain.no, { year, month: of })
    expect(late[0]?.parts[0]?.nothing).toContain('Nothing is withheld after the claim deadline')
    await imports.server.query(
      `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
       select organisation_id, id, $2, $3, 'closed', product_now(), 1 from area where id = $1`,
      [story.budget.area, story.budget.year, story.budget.month],
    )
    const closed = await proposal(schemes.plain.no)
    const refused = await taken([{ ...(await onlyRow()), amount: '1.00' }])
    await imports.server.query('delete from budget_period where area_id = $1 and year = $2 and month = $3', [
      story.budget.area,
      story.budget.year,
      story.budget.month,
    ])
    expect(closed[0]?.parts[0]).toMatchObject({ amount: '0.00', nothing: expect.stringContaining('closed') })
    expect((await problems(refused))[0]?.[2]).toContain('closed')
  })
})

const onlyRow = async (): Promise<Row> => ({
  schemeNo: schemes.plain.no,
  fundingNo: 1,
  kind: 'regular',
  currency: story.budget.currency,
  amount: '900.00',
})

describe('a month-end accrual run', () => {
  it('an accrual run refuses amounts above the limit and schemes in approval or of another country, row by row', async () => {
    const foreign = await oldestNo(imports.server, 'scheme', 'ID')
    const { currency } = story.budget
    const run = await taken([
      { schemeNo: schemes.plain.no, fundingNo: 1, kind: 'regular', currency, amount: '900.01' },
      { schemeNo: schemes.pending.no, fundingNo: 1, kind: 'delta', currency, amount: '1.00' },
      { schemeNo: foreign, fundingNo: 1, kind: 'regular', currency, amount: '1.00' },
      { schemeNo: schemes.delta.no, fundingNo: 1, kind: 'regular', currency, amount: '1.00' },
      { schemeNo: schemes.two.no, fundingNo: 1, kind: 'regular', currency: 'USD', amount: '1.00' },
    ])
    const found = await problems(run)
    expect(found.map(([row]) => row)).toEqual([2, 3, 4, 5, 6])
    expect(found[0]).toEqual([2, 'amount', expect.stringContaining('cannot exceed the withholdable amount')])
    expect(found[1]?.[2]).toContain('is in approval')
    expect(found[2]).toEqual([4, 'schemeNo', expect.stringContaining('There is no scheme')])
    expect(found[3]?.[2]).toContain('withheld for the month already')
    expect(found[4]?.[2]).toContain('USD')
  })

  it('an accrual run makes exactly the proposed drafts, one document for each scheme and kind', async () => {
    const rows = [...(await rowsOf(schemes.two.no)), ...(await rowsOf(schemes.delta.no))]
    expect(rows).toHaveLength(3)
    const run = await confirmed(await taken(rows))
    expect(run).toMatchObject({ state: 'done', rows: { applied: 3 }, can: { undo: true } })
    const two = (await withholds(schemes.two.no)).filter(({ state }) => state === 'draft')
    expect(two.map(({ draft }) => [draft.kind, draft.lines.map(({ amount }) => amount)])).toEqual([
      ['regular', ['500.00', '70.00']],
    ])
    const delta = (await withholds(schemes.delta.no)).filter(({ state }) => state === 'draft')
    expect(delta.map(({ draft }) => [draft.kind, draft.lines.map(({ amount }) => amount)])).toEqual([
      ['delta', ['180.00']],
    ])
    // A repeated run proposes nothing more for them.
    expect(await rowsOf(schemes.two.no)).toEqual([])

    const { data: parts } = await imports.server.call<ImportPartsView>(WHO, '/aps/import/parts', {
      importId: run.importId,
    })
    expect(parts.submit?.ids).toHaveLength(2)
    expect(parts.records.map(({ currency, amount }) => [currency, amount])).toEqual(
      expect.arrayContaining([
        [story.budget.currency, '570.00'],
        [story.budget.currency, '180.00'],
      ]),
    )
    const handed = await imports.server.call<{ done: number; failed: unknown[] }>(
      WHO,
      parts.submit!.path,
      { ids: parts.submit!.ids },
      'en',
      randomUUID(),
    )
    expect(handed.data).toMatchObject({ done: 2, failed: [] })
    // What was handed in cannot be taken back, so that is not offered.
    expect(await imports.detail(run.importId, WHO)).toMatchObject({ can: { undo: false } })
    const [document] = (await withholds(schemes.two.no)).slice(-1)
    expect(document?.state).toBe('underApproval')
    await story.agree(schemeWithhold, `${document!.id}-1`)
    expect(await story.parts(schemes.two.no)).toMatchObject([
      { accrued: '500.00', committed: '0.00' },
      { accrued: '70.00', committed: '0.00' },
    ])
    expect(await brokenInvariants((text, values) => imports.server.query(text, values))).toEqual([])
  })

  it('the documents of an accrual run are routed by the type of their scheme', async () => {
    const [document] = (await withholds(schemes.two.no)).slice(-1)
    const [row] = await imports.server.query<{ type: string }>(
      'select scheme_type as type from scheme_withhold where id = $1',
      [document!.id],
    )
    expect(row?.type).toBe('display')
  })

  it('an accrual run confirmed twice, or in two runs at once, makes its documents once', async () => {
    const rows = await rowsOf(schemes.plain.no)
    const [first, second] = [await taken(rows), await taken(rows.map((row) => ({ ...row, amount: '899.00' })))]
    expect((await confirm(first)).status).toBe(200)
    // The same run again finds it running.
    expect((await confirm(first)).status).not.toBe(200)
    expect((await confirm(second)).status).toBe(200)
    // Two workers, each with one run.
    await Promise.all([first, second].map(atWork))
    expect((await withholds(schemes.plain.no)).filter(({ state }) => state === 'draft')).toHaveLength(1)
    const ends = [await imports.detail(first.importId, WHO), await imports.detail(second.importId, WHO)]
    expect(ends.map(({ rows: { applied } }) => applied === 0)).toContain(true)
    expect(ends.map(({ rows: { applied } }) => applied === 1)).toContain(true)
    const loser = ends.find(({ rows: { applied } }) => applied === 0)!
    expect((await problems(loser))[0]?.[2]).toContain('A run made draft')
  })

  it('an accrual run can be undone while nobody has touched its drafts', async () => {
    const [draft] = (await withholds(schemes.plain.no)).filter(({ state }) => state === 'draft')
    const [made] = await imports.server.query<{ run: string }>(
      `select run_id::text as run from import_applied where made ->> 'no' = $1`,
      [draft!.no],
    )
    const run = await imports.detail(made!.run, WHO)
    const { importId, version } = run
    await imports.server.call(WHO, '/aps/import/undo', { importId, version }, 'en', randomUUID())
    await imports.work()
    expect((await withholds(schemes.plain.no)).filter(({ state }) => state === 'draft')).toEqual([])
    expect(await rowsOf(schemes.plain.no)).toHaveLength(1)
  })
})

describe('the reminder at the end of a month', () => {
  it('finance of a country is reminded once at month end, with a link to the accrual run', async () => {
    const work = async (at: string) => {
      const services = { now: () => new Date(at), ...transactions() }
      while (await tellFinance(services));
    }
    const told = () =>
      imports.server.query<{ no: string; to: number[]; round: number }>(
        `select payload ->> 'no' as no, (payload ->> 'round')::int as round, payload -> 'notices' -> 0 -> 'to' as to from outbox
         where payload ->> 'documentType' = 'withholdRun' and payload ->> 'no' like 'IN %' order by id`,
      )
    await work('2031-05-20T12:00:00Z')
    expect(await told()).toEqual([])
    // The evening of the 30th in London is the last of May in India.
    await work('2031-05-30T19:00:00Z')
    expect(await told()).toHaveLength(1)
    await work('2031-06-02T03:00:00Z')
    const [notice, ...more] = await told()
    expect(more).toEqual([])
    expect(notice).toMatchObject({ no: 'IN 2031-05', round: 203_105 })
    const [person] = await imports.server.query<{ id: number }>(`select id from app_user where account = 'in.finance'`)
    expect(notice?.to).toContain(person!.id)
    expect(withholdRunSubject.pages({ document_id: '2', round: 203_105, no: '' }).pc).toBe(
      '/scheme/withhold/run?areaId=2&year=2031&month=5',
    )
    // After a week's absence nobody is notified of an old month.
    await work('2031-07-15T03:00:00Z')
    expect(await told()).toHaveLength(1)
  })
})

function transactions() {
  const { transaction, reading } = workServices(imports.pool, productNow)
  return { transaction, reading }
}
