import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { cellText } from '#kernel/platform/excel/cell.ts'
import type { ImportPartsView, ImportRowView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import type { Answer } from '#test/helpers/servers/demo-server.ts'
import { type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { yearPlanImport } from './year-plan.import.ts'

// A year's plan of India from one workbook: 5,000 rows, 40 of them wrong.

const HEAD = [
  'Month',
  'Project pool',
  'Budget department',
  'Product category',
  'Country',
  'Project',
  'Business type',
  'Sub business',
  'Product line',
  'Application amount',
  'Remark',
]
const PARAMS = { idcCode: 'IN', year: 2026, applyType: 'grant', reason: 'Plan of the year' }
const MONTHS = 12
const POOLS = ['POOL-A', 'POOL-B']
const DEPARTMENTS = ['D01', 'D02']
const CLASSES = [
  ['phone', 'P1'],
  ['IoT', 'I1'],
] as const
const PARTS = MONTHS * POOLS.length * DEPARTMENTS.length * CLASSES.length
const ROWS = 5_000
const BAD = 40

let world: World
let imports: ImportWorld

beforeAll(async () => {
  const url = await testDatabase()
  world = await budgetWorld(url, '20000.00')
  await world.query(
    `insert into project (code, name_zh, name_en, country_code, scope_id)
     select 'PLAN-' || n, 'P', 'P', 'IN', 201 from generate_series(1, 60) n`,
  )
  imports = await importWorld(url, [yearPlanImport])
})

afterAll(async () => {
  await imports?.close()
  await world?.close()
})

/** Shuffled rows, so that parts are not contiguous. */
function planRows(): string[][] {
  return Array.from({ length: ROWS }, (_, at) => {
    const part = at % PARTS
    const [productClass, line] = CLASSES[part % 2]!
    return [
      String(Math.floor(part / 8) + 1),
      POOLS[Math.floor(part / 4) % 2]!,
      DEPARTMENTS[Math.floor(part / 2) % 2]!,
      productClass,
      'IN',
      `PLAN-${Math.floor(at / PARTS) + 1}`,
      'F01',
      'S01',
      line,
      '10.5',
      '',
    ]
  })
}

/** Eight kinds of mistakes, five times each: column, value, and message. */
const MISTAKES: readonly (readonly [number, string, string])[] = [
  [0, '13', 'month document.outOfRange'],
  [1, 'POOL-X', 'projectPoolCode budget.poolNotOfArea'],
  [2, 'D99', 'budgetDeptCode budget.departmentNotOfArea'],
  [3, 'tablet', 'productClass excel.cellNotOption'],
  [4, 'ID', 'countryCode budget.countryNotOfArea'],
  [5, 'PLAN-99', 'projectCode budget.projectUnknown'],
  [8, 'P9', 'productLineCode budget.productLineUnknown'],
  [9, '1o', 'amount excel.cellNotNumber'],
]

/** Row number of each mistake in Excel. */
const placeOf = (mistake: number) => 100 + mistake * 61
const badRow = (mistake: number) => placeOf(mistake) + 2

function spoilt(rows: string[][]): string[][] {
  for (let mistake = 0; mistake < BAD; mistake += 1) {
    const [column, value] = MISTAKES[mistake % MISTAKES.length]!
    rows[placeOf(mistake)]![column] = value
  }
  return rows
}

const partsOf = async ({ importId }: ImportRunView) =>
  (await imports.server.call<ImportPartsView>('in.channel', '/aps/import/parts', { importId })).data

async function allRows({ importId }: ImportRunView, show = 'all'): Promise<ImportRowView[]> {
  const found: ImportRowView[] = []
  for (let page = 1; ; page += 1) {
    const body = { importId, show, page, limit: 500 }
    const { data } = await imports.server.call<{ records: ImportRowView[] }>('in.channel', '/aps/import/rows', body)
    found.push(...data.records)
    if (data.records.length < 500) return found
  }
}

interface Handed {
  readonly done: number
  readonly left: number
  readonly last: string | null
  readonly failed: readonly { readonly no: string; readonly msg: string }[]
}

const drafts = () =>
  world.query<{ id: string; no: string; state: string; lines: number; total: string; part: string }>(
    `select id::text, no, state, jsonb_array_length(draft -> 'lines') as lines, total_amount::text as total,
       concat_ws(' · ', year || '-' || lpad(month::text, 2, '0'), project_pool_code, budget_dept_code, product_class) as part
     from country_budget order by part, id`,
  )

let run: ImportRunView

it('the template of a year plan has the codes of the area in both languages and an example that is not imported', async () => {
  for (const language of ['en', 'zh'] as const) {
    const query = new URLSearchParams({ params: JSON.stringify(PARAMS) })
    const path = `/aps/template/import/budget-year-plan.xlsx?${query}`
    const { status, bytes } = await imports.server.fetch('in.channel', path, language)
    expect(status).toBe(200)
    const bounds = { maxRows: 100, maxBytes: 1e7, maxUncompressedBytes: 1e8, maxColumns: 50 }
    const { header } = await readSheet(bytes, bounds)
    expect(header.slice(0, 2)).toEqual(language === 'en' ? ['Month *', 'Project pool *'] : ['月份 *', '项目池 *'])
    const file = { name: 'template.xlsx', bytes }
    const { data } = await imports.upload(file, { kind: 'budget-year-plan', params: PARAMS })
    await imports.work()
    expect(await imports.detail(data.importId)).toMatchObject({ state: 'failed', rows: { total: 0 } })
  }
})

it('the preview of a year plan shows 40 wrong rows of 5,000 and the documents of the others', async () => {
  run = await imports.read([HEAD, ...spoilt(planRows())], { kind: 'budget-year-plan', params: PARAMS })
  expect(run).toMatchObject({
    state: 'checked',
    params: PARAMS,
    hasParts: true,
    rows: { total: ROWS, bad: BAD, create: ROWS - BAD },
  })
  const bad = await allRows(run, 'bad')
  expect(bad.map(({ row, errors: [first] }) => [row, `${first?.column} ${first?.key}`])).toEqual(
    Array.from({ length: BAD }, (_, mistake) => [badRow(mistake), MISTAKES[mistake % MISTAKES.length]![2]]),
  )
  const plan = await partsOf(run)
  expect(plan).toMatchObject({ document: 'countryBudget', currency: 'INR', submit: null })
  // A row with another area's pool, or an unknown department, would be a part of its own, with invalid rows only.
  const whole = plan.records.filter(({ rows }) => rows > 0)
  expect(plan.total).toBe(PARTS)
  expect(whole).toHaveLength(PARTS)
  expect(whole[0]).toMatchObject({ part: '2026-01 · POOL-A · D01 · IoT', documents: [] })
  expect(whole.reduce((sum, { rows }) => sum + rows, 0)).toBe(ROWS - BAD)
  expect(whole.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe((ROWS - BAD) * 10.5)
  expect(await drafts()).toEqual([])
}, 60_000)

it('a year plan makes one draft for each pool, department, month and class, and every row names its draft', async () => {
  const started = await imports.act('run', run, { mode: 'good' })
  expect(started.status).toBe(200)
  await imports.work()
  run = await imports.detail(run.importId)
  expect(run).toMatchObject({ state: 'done', reason: null, rows: { applied: ROWS - BAD, bad: BAD } })
  const made = await drafts()
  expect(made).toHaveLength(PARTS)
  expect(new Set(made.map(({ part }) => part)).size).toBe(PARTS)
  const byNo = new Map(made.map((draft) => [draft.no, draft]))
  const rows = await allRows(run)
  for (const { isApplied, made: document, after } of rows) {
    expect(document !== null).toBe(isApplied)
    if (!document || !after) continue
    const { month, projectPoolCode, budgetDeptCode, productClass } = after
    const period = `2026-${String(month).padStart(2, '0')}`
    expect(byNo.get(document.no)?.part).toBe([period, projectPoolCode, budgetDeptCode, productClass].join(' · '))
  }
  const lines = Map.groupBy(rows, ({ made: document }) => document?.no ?? null)
  for (const { no, lines: count, total } of made) {
    expect(lines.get(no)).toHaveLength(count)
    expect(Number(total)).toBe(count * 10.5)
  }
}, 60_000)

it('the bad rows of a year plan are returned as a workbook as they came', async () => {
  const file = await imports.server.fetch('in.channel', `/aps/import/errors/${run.importId}.xlsx`)
  const sheet = await readSheet(file.bytes, { maxRows: 100, maxBytes: 1e7, maxUncompressedBytes: 1e8, maxColumns: 50 })
  const cells = sheet.rows.map((row) => row.cells.map(cellText))
  expect(cells).toHaveLength(BAD)
  expect(cells[0]?.[0]).toBe('13')
  expect(cells[7]?.[9]).toBe('1o')
})

it('all rows of a year plan are returned with their document or their problem', async () => {
  const file = await imports.server.fetch('in.channel', `/aps/import/result/${run.importId}.xlsx`)
  const bounds = { maxRows: ROWS + 1, maxBytes: 1e7, maxUncompressedBytes: 1e8, maxColumns: 50 }
  const { header, rows } = await readSheet(file.bytes, bounds)
  const [document, problem] = ['Document made', 'What is wrong'].map((title) => header.indexOf(title))
  expect(rows).toHaveLength(ROWS)
  const texts = rows.map(({ cells }) => [cellText(cells[document!]!), cellText(cells[problem!]!)])
  // Each has exactly one of the two.
  expect(texts.filter(([no, wrong]) => (no === '') === (wrong === ''))).toEqual([])
  expect(texts.filter(([no]) => no !== '')).toHaveLength(ROWS - BAD)
})

it('corrected rows of a year plan are added to the draft of their part', async () => {
  const good = planRows()
  const mended = Array.from({ length: BAD }, (_, mistake) => {
    const [column] = MISTAKES[mistake % MISTAKES.length]!
    const key = run.columns[column]!.key
    return { row: badRow(mistake), texts: { [key]: good[placeOf(mistake)]![column]! } }
  })
  const saved = await imports.act('rows/save', run, { rows: mended })
  expect(saved.status).toBe(200)
  run = await imports.detail(run.importId)
  expect(run).toMatchObject({ rows: { bad: 0 }, can: { resume: true } })
  expect((await imports.act('resume', run)).status).toBe(200)
  await imports.work()
  run = await imports.detail(run.importId)
  expect(run.rows).toMatchObject({ applied: ROWS, bad: 0 })
  const made = await drafts()
  expect(made).toHaveLength(PARTS)
  expect(made.reduce((sum, { lines }) => sum + lines, 0)).toBe(ROWS)
  expect((await allRows(run)).every(({ made: document }) => document !== null)).toBe(true)
}, 60_000)

it('a repeated year plan is noticed as a file, and each known row names where it is', async () => {
  const again = await imports.read([HEAD, ...spoilt(planRows())], { kind: 'budget-year-plan', params: PARAMS })
  expect(again.duplicate).toMatchObject({ importId: run.importId, state: 'done' })
  const [first] = planRows()
  const other = await imports.read([HEAD, [...first!.slice(0, -1), 'saved anew']], {
    kind: 'budget-year-plan',
    params: PARAMS,
  })
  expect(other.duplicate).toBeNull()
  const [row] = await allRows(other)
  const draft = (await drafts()).find(({ part }) => part === '2026-01 · POOL-A · D01 · phone')
  expect(row?.warnings).toMatchObject([{ key: 'budget.plannedBefore' }])
  expect(row?.warnings[0]?.msg).toContain(draft?.no)
})

it('all drafts of a year plan are submitted at once, and those the pool cannot pay say why', async () => {
  const { submit } = await partsOf(run)
  expect(submit?.ids).toHaveLength(PARTS)
  const failed: Handed['failed'][number][] = []
  let done = 0
  for (let after: string | null = null; ;) {
    const { data, status }: Answer<Handed> = await imports.server.call<Handed>('in.channel', submit!.path, {
      ids: submit!.ids,
      after,
    })
    expect(status).toBe(200)
    done += data.done
    failed.push(...data.failed)
    after = data.last
    if (data.left === 0) break
  }
  // Each pool has 20,000 and gets requests of some 26,000.
  expect(done + failed.length).toBe(PARTS)
  expect(failed.length).toBeGreaterThan(10)
  expect(failed.every(({ msg }) => msg.includes('INR'))).toBe(true)
  const after = await partsOf(run)
  expect(after.submit?.ids).toHaveLength(failed.length)
  const states = after.records.map(({ documents }) => documents[0]?.state)
  expect(states.filter((state) => state === 'underApproval')).toHaveLength(done)
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
}, 60_000)

it('a year plan can be undone while all its documents are drafts, and not after one was submitted', async () => {
  run = await imports.detail(run.importId)
  expect((await imports.act('undo', run)).status).toBe(200)
  await imports.work()
  run = await imports.detail(run.importId)
  expect(run).toMatchObject({ state: 'done', rows: { applied: ROWS } })
  const left = (await drafts()).filter(({ state }) => state === 'draft').length
  const rows = planRows()
    .slice(0, 8)
    .map((row) => row.with(5, 'PR-1'))
  const small = await imports.read([HEAD, ...rows], { kind: 'budget-year-plan', params: PARAMS })
  expect((await imports.act('run', small, { mode: 'good' })).status).toBe(200)
  // The worker dies midway: the next one creates what is missing, and nothing twice.
  let parts = 0
  const lost: ImportDefinition = {
    ...yearPlanImport,
    apply: (...args) => {
      parts += 1
      if (parts === 4) throw new Error('lost on purpose, for a test')
      return yearPlanImport.apply(...args)
    },
  }
  await imports.work({ definitions: new Map([[lost.name, lost]]) })
  expect(parts).toBe(9)
  const done = await imports.detail(small.importId)
  const { records } = await partsOf(done)
  expect(records.map(({ documents }) => documents.length)).toEqual(Array.from({ length: 8 }, () => 1))
  expect((await imports.act('undo', done)).status).toBe(200)
  await imports.work()
  expect(await imports.detail(small.importId)).toMatchObject({ state: 'undone' })
  expect((await drafts()).filter(({ state }) => state === 'draft')).toHaveLength(left)
}, 60_000)

it('a year plan can be an initial load of project budgets', async () => {
  const params = { ...PARAMS, applyType: 'initialLoad', level: 'project' }
  const { columns } = await imports.read(
    [
      HEAD.toSpliced(4, 1),
      ...planRows()
        .slice(0, 2)
        .map((row) => row.toSpliced(4, 1)),
    ],
    {
      kind: 'budget-year-plan',
      params,
    },
  )
  expect(columns.map(({ key }) => key)).not.toContain('countryCode')
  const [{ importId } = { importId: '' }] = await world.query<{ importId: string }>(
    `select max(id)::text as "importId" from import_run`,
  )
  const read = await imports.detail(importId)
  expect(read.rows).toMatchObject({ total: 2, bad: 0 })
  await imports.act('run', read, { mode: 'all' })
  await imports.work()
  const plan = await partsOf(await imports.detail(importId))
  const { ids, path } = plan.submit!
  const handed = await imports.server.call<Handed>('in.channel', path, { ids })
  expect(handed.data).toMatchObject({ done: 2, failed: [] })
  const made = await world.query(
    `select apply_type, level, state, total_amount::text as total from country_budget where id = any ($1::bigint[]) order by id`,
    [ids],
  )
  const document = { apply_type: 'initialLoad', level: 'project', state: 'underApproval', total: '10.50' }
  expect(made).toEqual([document, document])
})

it('the first check of a year plan says what else is wrong with a row whose amount cannot be read', async () => {
  const rows = [HEAD, planRows()[0]!.with(8, 'P9').with(9, '1o')]
  const [bad] = await allRows(await imports.read(rows, { kind: 'budget-year-plan', params: PARAMS }), 'bad')
  expect(bad?.errors.map(({ key }) => key)).toEqual(['excel.cellNotNumber', 'budget.productLineUnknown'])
})
