import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { ApplyRow, CheckedRow, Importer, ImportRow, UndoRow } from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { countryBudgetLinesImport as definition } from './country-budget-lines.import.ts'

const LINES = 10_000
let world: World

beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
  await world.query(
    `insert into project (code, name_zh, name_en, country_code, scope_id)
     select 'FILE-' || n, 'F', 'F', 'IN', (select organisation_id from country where code = 'IN') from generate_series(1, $1::int) n`,
    [LINES],
  )
})

afterAll(async () => world?.close())

async function importer(account: string, header: Readonly<Record<string, unknown>> = {}): Promise<Importer> {
  const { principal, language, requestId } = await world.contextOf(account)
  return { principal, language, requestId, params: { ...INDIA, ...header }, now: world.now }
}

function line(project: string, more: Partial<ImportValues> = {}): ImportValues {
  return {
    countryCode: 'IN',
    projectCode: project,
    fscId: 'F01',
    subBusiCode: 'S01',
    productLineCode: 'P1',
    amount: '1.50',
    budgetCode: null,
    remark: null,
    ...more,
  }
}

const rowsOf = (values: readonly ImportValues[]): ImportRow[] =>
  values.map((each, at) => ({ row: at + 2, values: each }))

function check(who: Importer, rows: readonly ImportRow[]): Promise<readonly CheckedRow[]> {
  return reading(world.pool, (tx) => definition.check(tx, who, rows))
}

/** Checks, writes, and returns what a run would store. */
async function run(who: Importer, values: readonly ImportValues[]): Promise<UndoRow[]> {
  const rows = rowsOf(values)
  const checked = await check(who, rows)
  const toApply = checked.map((row, at): ApplyRow => {
    if (!('key' in row) || row.action === 'same') throw new Error(JSON.stringify(row))
    return { ...rows[at]!, action: row.action, key: row.key, basis: null }
  })
  const applied = await transaction(world.pool, (tx) => definition.apply(tx, who, toApply))
  return applied.map((row, at) => {
    if ('refusal' in row) throw new Refused(row.refusal)
    // As it comes back from the database.
    const undo: unknown = JSON.parse(JSON.stringify(row.undo))
    return { row: row.row, key: toApply[at]!.key, action: 'create', undo }
  })
}

const drafts = () =>
  world.query<{ id: string; no: string; state: string; lines: number; total: string; source: string }>(
    `select d.id::text, d.no, d.state, d.source, d.total_amount::text as total,
       jsonb_array_length(d.draft -> 'lines') as lines
     from country_budget d order by d.id`,
  )

describe('budget lines from a file', () => {
  it('budget lines from a file are checked row by row with the rules of the form', async () => {
    const who = await importer('in.channel')
    const checked = await check(
      who,
      rowsOf([line('PR-1'), line('PR-9'), line('PR-2', { productLineCode: 'I1' }), line('PR-1')]),
    )
    expect(checked).toMatchObject([
      { row: 2, action: 'create', key: 'IN|PR-1|F01|S01|P1', before: null, after: { amount: '1.50' } },
      { row: 3, errors: [{ column: 'projectCode', key: 'budget.projectUnknown' }] },
      { row: 4, errors: [{ column: 'productLineCode', key: 'budget.mixedProductClass' }] },
      // Equal lines have the same key: the run reports it over all of its rows.
      { row: 5, action: 'create', key: 'IN|PR-1|F01|S01|P1' },
    ])
  })

  it("budget lines from a file are accepted for the person's own areas only", async () => {
    const who = await importer('in.channel', { idcCode: 'ID' })
    await expect(reading(world.pool, (tx) => definition.open!(tx, who))).rejects.toThrow('http.notFound')
    await expect(check(who, rowsOf([line('PR-1')]))).rejects.toThrow('http.notFound')
  })

  it('budget lines from a file become one draft with an audit entry, and an undo removes it', async () => {
    const who = await importer('in.channel')
    const applied = await run(who, [line('PR-1', { remark: '=not run' }), line('PR-2', { amount: '2.25' })])
    const [draft] = await drafts()
    expect(draft).toMatchObject({ state: 'draft', lines: 2, total: '3.75', source: 'file' })
    expect(definition.result!(who, applied)).toBe(
      `/budget/pc/country/apply?type=edit&applyType=grant&idcCode=IN&applyNo=${draft?.no}`,
    )
    expect(
      await world.query(`select action from audit_entry where document_type = 'countryBudget' and document_id = $1`, [
        draft?.id,
      ]),
    ).toMatchObject([{ action: 'save' }])
    const undone = await transaction(world.pool, (tx) => definition.undo(tx, who, applied))
    expect(undone).toEqual([
      { row: 2, undo: null },
      { row: 3, undo: null },
    ])
    expect(await drafts()).toEqual([])
  })

  it('a draft made from a file is not undone after it was submitted or changed', async () => {
    const who = await importer('in.channel')
    const applied = await run(who, [line('PR-1')])
    const [draft] = await drafts()
    await world.query('update country_budget set version = version + 1 where id = $1', [draft?.id])
    const refused = await transaction(world.pool, (tx) => definition.undo(tx, who, applied))
    expect(refused).toMatchObject([{ row: 2, refusal: { key: 'document.stale' } }])
    expect(await drafts()).toHaveLength(1)
    await world.query('update country_budget set version = version - 1 where id = $1', [draft?.id])
    await transaction(world.pool, (tx) => definition.undo(tx, who, applied))
  })

  it('budget lines from a file write nothing when a row no longer fits, and name that row', async () => {
    const who = await importer('in.channel')
    const rows = rowsOf([line('PR-1'), line('PR-2')]).map((row): ApplyRow => ({
      ...row,
      action: 'create',
      key: String(row.row),
      basis: null,
    }))
    await world.query(`update project set country_code = 'ID' where code = 'PR-2'`)
    const applied = await transaction(world.pool, (tx) => definition.apply(tx, who, rows))
    expect(applied).toMatchObject([
      { row: 2, undo: null },
      { row: 3, refusal: { key: 'budget.projectUnknown', field: 'projectCode' } },
    ])
    expect(await drafts()).toEqual([])
    await world.query(`update project set country_code = 'IN' where code = 'PR-2'`)
  })

  it('budget lines from a file may be 10,000 and need the right', async () => {
    const who = await importer('in.channel')
    const applied = await run(
      who,
      Array.from({ length: LINES }, (_, at) => line(`FILE-${at + 1}`)),
    )
    expect(await drafts()).toMatchObject([{ lines: LINES, total: '15000.00' }])
    const principal = { ...who.principal, rights: new Set<string>(), superAdmin: false }
    const refused = await transaction(world.pool, (tx) => definition.undo(tx, { ...who, principal }, applied))
    expect(refused[0]).toMatchObject({ refusal: { key: 'http.forbidden' } })
    expect(await drafts()).toHaveLength(1)
  })
})
