import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import type { ImportRowView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { bookOf, HEADER, type ImportWorld, importWorld, problemsOf } from '#test/helpers/import-world.ts'
import { withAccounts } from '#test/helpers/servers/running-server.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await withAccounts(await testDatabase()))
})

afterAll(() => world?.close())

describe('an import', () => {
  it('an import is read, reviewed, written and undone', async () => {
    const run = await world.read([HEADER, ['A1', 'First', '1,000.50'], ['A2', 'Second', '']])
    expect(run).toMatchObject({
      state: 'checked',
      kind: 'stand-in',
      title: 'Stand-ins',
      fileName: 'items.xlsx',
      rows: { total: 2, good: 2, bad: 0, create: 2, update: 0, same: 0, applied: 0 },
      can: { run: true, edit: true, discard: true, undo: false, cancel: false },
    })
    const [first] = await world.rows(run.importId)
    expect(first).toMatchObject({
      row: 2,
      texts: { code: 'A1', name: 'First', price: '1,000.50' },
      action: 'create',
      before: null,
      after: { code: 'A1', name: 'First', price: '1000.50' },
    })
    expect(await world.items('A%')).toEqual([])
    expect((await world.act('run', run, { mode: 'all' })).data.state).toBe('running')
    await world.work()
    const done = await world.detail(run.importId)
    expect(done).toMatchObject({ state: 'done', rows: { applied: 2 }, can: { undo: true, run: false } })
    expect(await world.items('A%')).toEqual([
      { code: 'A1', name: 'First', price: '1000.50' },
      { code: 'A2', name: 'Second', price: null },
    ])
    expect((await world.act('undo', done)).status).toBe(200)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'undone', rows: { applied: 0, undone: 2 } })
    expect(await world.items('A%')).toEqual([])
  })
})

describe('the preview of an import', () => {
  it('the person who started an import is told how it ended, and not what they end themselves', async () => {
    const told = async ({ importId }: ImportRunView) => {
      const rows = await world.server.query<{ kind: string; to: number[]; words: string }>(
        `select payload -> 'notices' -> 0 ->> 'kind' as kind, payload -> 'notices' -> 0 -> 'to' as "to", payload ->> 'opinion' as words
         from outbox where payload ->> 'documentType' = 'import' and payload ->> 'documentId' = $1 order by id`,
        [importId],
      )
      expect(rows.every(({ kind, to }) => kind === 'importEnded' && to.length === 1)).toBe(true)
      return rows.map(({ words }) => words)
    }
    const run = await world.read([HEADER, ['T1', 'First', '1.00'], ['T2', 'Second', '']])
    expect(await told(run)).toEqual([])
    await world.act('run', run, { mode: 'all' })
    await world.work()
    expect(await told(run)).toEqual(['items.xlsx: rows written: 2'])
    await world.act('undo', await world.detail(run.importId))
    await world.work()
    expect(await told(run)).toEqual(['items.xlsx: rows written: 2', 'items.xlsx: taken back'])
    const dropped = await world.read([HEADER, ['T3', 'Third', '']])
    await world.act('discard', dropped)
    expect(await told(dropped)).toEqual([])
  })

  it('the preview of an import says of each row whether it is new, changed, unchanged or wrong, and why', async () => {
    await world.imported([
      ['B1', 'One', '1.00'],
      ['B2', 'Two', '2.00'],
    ])
    const run = await world.read([
      HEADER,
      ['B1', 'One', '1'],
      ['B2', 'Two', '2.50'],
      ['B3', 'Three', ''],
      ['', 'Nobody', 'much'],
      ['B5', 'B5', ''],
    ])
    expect(run.rows).toMatchObject({ total: 5, good: 3, bad: 2, create: 1, update: 1, same: 1 })
    const [change] = await world.rows(run.importId, 'update')
    expect(change).toMatchObject({
      row: 3,
      before: { code: 'B2', name: 'Two', price: '2.00' },
      after: { code: 'B2', name: 'Two', price: '2.50' },
    })
    expect(problemsOf(await world.rows(run.importId, 'bad'))).toEqual([
      [5, 'code excel.cellRequired', 'price excel.cellNotNumber'],
      [6, 'name imports.notNow'],
    ])
    expect((await world.rows(run.importId, 'same')).map(({ row }) => row)).toEqual([2])
    const far = await world.act('rows/save', run, { rows: [{ row: 3_000_000_000, removed: true }] })
    expect(far.status).toBe(400)
    expect((await world.act('run', run, { mode: 'all' })).error?.key).toBe('imports.badRows')
    expect(run.can).toMatchObject({ run: true, errors: true })
    expect((await world.act('discard', run)).data.state).toBe('discarded')
  })

  it('the first of several import rows with one key counts, and removing it lets the next one count', async () => {
    const run = await world.read([
      HEADER,
      ['C1', 'One', ''],
      ['C1', 'Again', ''],
      ['C1', 'Once more', ''],
      ['C2', 'Two', ''],
    ])
    expect(run.rows).toMatchObject({ good: 2, bad: 2 })
    const bad = await world.rows(run.importId, 'bad')
    expect(problemsOf(bad)).toEqual([
      [3, ' imports.duplicateKey'],
      [4, ' imports.duplicateKey'],
    ])
    expect(bad[0]?.errors[0]?.msg).toBe('The same as row 2')
    const save = (version: number, rows: object[]) =>
      world.server.call<{ version: number; records: { row: number; action: string; errors: { msg: string }[] }[] }>(
        'in.channel',
        '/aps/import/rows/save',
        { importId: run.importId, version, rows },
      )
    const removed = await save(run.version, [{ row: 2, removed: true }])
    expect(removed.data.records.map(({ row, action }) => [row, action])).toEqual([
      [2, 'removed'],
      [3, 'create'],
      [4, 'bad'],
    ])
    expect((await world.rows(run.importId, 'bad'))[0]?.errors[0]?.msg).toBe('The same as row 3')
    const renamed = await save(removed.data.version, [{ row: 4, texts: { code: 'C2' } }])
    expect(renamed.data.records).toMatchObject([
      { row: 4, action: 'create' },
      { row: 5, action: 'bad', errors: [{ msg: 'The same as row 4' }] },
    ])
    const back = await save(renamed.data.version, [
      { row: 2, removed: false },
      { row: 4, texts: { code: 'C3' } },
    ])
    expect(back.data.records.map(({ row, action }) => [row, action])).toEqual([
      [2, 'create'],
      [3, 'bad'],
      [4, 'create'],
      [5, 'create'],
    ])
    expect(problemsOf(await world.rows(run.importId, 'bad'))).toEqual([[3, ' imports.duplicateKey']])
    expect((await world.detail(run.importId)).rows).toMatchObject({ total: 4, good: 3, bad: 1, create: 3 })
  })

  it('an import row is corrected in the browser cell by cell, and untouched cells stay as in the file', async () => {
    const cells =
      '<row><c t="inlineStr"><is><t>D1</t></is></c><c><f>1+1</f><v>2</v></c><c t="inlineStr"><is><t>x</t></is></c></row>'
    const header = textRows([HEADER])
    const bytes = workbookOf({ rows: header + cells })
    const { data } = await world.upload({ name: 'formula.xlsx', bytes })
    await world.work()
    const run = await world.detail(data.importId)
    const save = (version: number, texts: object) =>
      world.server.call<{ version: number; records: ImportRowView[] }>('in.channel', '/aps/import/rows/save', {
        importId: run.importId,
        version,
        rows: [{ row: 2, texts }],
      })
    const price = await save(run.version, { price: '３.５' })
    expect(price.data.records[0]).toMatchObject({ texts: { name: '=1+1', price: '３.５' }, isEdited: true })
    expect(problemsOf(price.data.records)).toEqual([[2, 'name excel.cellFormula']])
    expect(problemsOf((await save(price.data.version, { name: '=2+2' })).data.records)).toEqual([
      [2, 'name excel.cellFormula'],
    ])
    const name = await save(price.data.version + 1, { name: 'Two' })
    expect(name.data.records[0]).toMatchObject({ action: 'create', after: { name: 'Two', price: '3.50' } })
    expect((await save(name.data.version, { margin: '1' })).error?.key).toBe('imports.noSuchColumn')
    expect((await save(price.data.version, { name: 'Late' })).error?.key).toBe('imports.stale')
  })
})

describe('a run of an import', () => {
  it('a run of the good rows leaves the bad ones to be corrected and resumed, and its undo covers both', async () => {
    const run = await world.imported([
      ['E1', 'One', ''],
      ['E2', 'E2', ''],
      ['E3', 'Three', ''],
    ])
    expect(run).toMatchObject({
      state: 'done',
      mode: 'good',
      rows: { applied: 2, bad: 1 },
      can: { edit: true, resume: false, errors: true },
    })
    const written = { importId: run.importId, version: run.version, rows: [{ row: 2, texts: { name: 'Other' } }] }
    expect((await world.server.call('in.channel', '/aps/import/rows/save', written)).error?.key).toBe(
      'imports.rowWritten',
    )
    const mend = { ...written, rows: [{ row: 3, texts: { name: 'Two' } }] }
    expect((await world.server.call('in.channel', '/aps/import/rows/save', mend)).status).toBe(200)
    const mended = await world.detail(run.importId)
    expect(mended.can).toMatchObject({ resume: true, edit: true })
    expect((await world.act('resume', mended)).data.state).toBe('running')
    await world.work()
    const done = await world.detail(run.importId)
    expect(done).toMatchObject({ state: 'done', rows: { applied: 3, bad: 0 } })
    expect((await world.items('E%')).map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
    await world.act('undo', done)
    await world.work()
    expect(await world.items('E%')).toEqual([])
  })

  it('an all-or-nothing run writes nothing when a row no longer fits, and marks that row', async () => {
    const run = await world.read([HEADER, ['F1', 'One', ''], ['F2', 'Two', '']])
    await world.pool.query(`insert into stand_in (code, name) values ('F2', 'Somebody was faster')`)
    await world.act('run', run, { mode: 'all' })
    await world.work()
    const again = await world.detail(run.importId)
    expect(again).toMatchObject({ state: 'checked', rows: { applied: 0, bad: 1 } })
    expect(again.reason).toContain('rows 3')
    expect((await world.items('F%')).map(({ code }) => code)).toEqual(['F2'])
    const save = { importId: run.importId, version: again.version, rows: [{ row: 3, texts: {} }] }
    await world.server.call('in.channel', '/aps/import/rows/save', save)
    expect((await world.rows(run.importId, 'update'))[0]).toMatchObject({
      row: 3,
      before: { name: 'Somebody was faster' },
    })
    await world.act('run', await world.detail(run.importId), { mode: 'all' })
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 2 } })
  })

  it('a run that has written something can be undone and no longer discarded', async () => {
    const read = await world.read([HEADER, ['J1', 'One', ''], ['J2', 'Two', '']])
    const save = (run: Pick<ImportRunView, 'importId' | 'version'>, removed: boolean) =>
      world.act('rows/save', run, { rows: [{ row: 3, removed }] })
    await save(read, true)
    await world.act('run', await world.detail(read.importId), { mode: 'all' })
    await world.work()
    await save(await world.detail(read.importId), false)
    await world.pool.query(`insert into stand_in (code, name) values ('J2', 'Somebody was faster')`)
    await world.act('resume', await world.detail(read.importId))
    await world.work()
    const run = await world.detail(read.importId)
    expect(run).toMatchObject({ state: 'stopped', rows: { applied: 1, bad: 1 }, can: { undo: true, discard: false } })
    await world.act('undo', run)
    await world.work()
    expect((await world.items('J%')).map(({ code }) => code)).toEqual(['J2'])
  })

  it('a run is not undone while something depends on one of its rows, and that row says why', async () => {
    const run = await world.imported([
      ['G1', 'One', ''],
      ['G2', 'Two', ''],
      ['G3', 'Three', ''],
    ])
    await world.pool.query(`update stand_in set used = true where code = 'G2'`)
    await world.act('undo', run)
    await world.work()
    const refused = await world.detail(run.importId)
    expect(refused).toMatchObject({ state: 'done', rows: { applied: 3, undone: 0, kept: 1 }, can: { undo: true } })
    expect(refused.reason).toContain('rows 3')
    expect(await world.items('G%')).toHaveLength(3)
    expect(problemsOf(await world.rows(run.importId, 'bad'))).toEqual([[3, 'code imports.notNow']])
    await world.pool.query(`update stand_in set used = false where code = 'G2'`)
    await world.act('undo', refused)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'undone', reason: null })
    expect(await world.items('G%')).toEqual([])
  })

  it('a run of an indivisible kind refuses partial writing and links to its result', async () => {
    const run = await world.read([HEADER, ['H1', 'One', ''], ['H2', 'Two', '']], { kind: 'stand-in-whole' })
    expect((await world.act('run', run, { mode: 'good' })).error?.key).toBe('imports.onlyWhole')
    await world.act('run', run, { mode: 'all' })
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', resultUrl: '/stand-ins/2' })
  })

  it('a run in the background answers 9000007 until it is finished', async () => {
    const file = { name: 'items.xlsx', bytes: bookOf([HEADER, ['HA1', 'One', '']]) }
    const { data: uploaded } = await world.upload(file, { kind: 'stand-in-whole' })
    expect(uploaded.announces).toBe('downloadCenter')
    const { importId } = uploaded
    const result = (account = 'in.channel') =>
      world.server.call<ImportRunView | null>(account, '/aps/stand-in/import/result', { importId })
    expect(await result()).toMatchObject({ status: 200, code: 9_000_007, data: null })
    await world.work()
    expect((await result()).data).toMatchObject({ state: 'checked', rows: { total: 1, create: 1 } })
    expect((await result('admin')).status).toBe(404)
    const other = await world.read([HEADER, ['HA2', 'Two', '']])
    expect((await world.server.call('in.channel', '/aps/stand-in/import/result', other)).status).toBe(404)
  })

  it('a run of an indivisible kind that is done accepts no left-out row afterwards', async () => {
    const read = await world.read([HEADER, ['K1', 'One', ''], ['K2', 'Two', '']], { kind: 'stand-in-whole' })
    const removed = await world.act('rows/save', read, { rows: [{ row: 3, removed: true }] })
    await world.act('run', { ...read, version: removed.data.version }, { mode: 'all' })
    await world.work()
    const run = await world.detail(read.importId)
    expect(run).toMatchObject({ state: 'done', rows: { applied: 1 }, can: { edit: false, resume: false, undo: true } })
    const back = await world.act('rows/save', run, { rows: [{ row: 3, removed: false }] })
    expect(back.error?.key).toBe('imports.notNow')
  })

  it('a run leaves audit entries of its own with person, file, hash and row count', async () => {
    const run = await world.imported([['I1', 'One', '']], 'all')
    await world.act('undo', run)
    await world.work()
    const log = await world.server.query<{
      action: string
      actor: string
      detail: { sha256: string; file: string; rows: { applied: number } }
    }>(
      `select action, u.account as actor, detail from audit_entry e join app_user u on u.id = e.actor_id
       where document_type = 'import' and document_id = $1 order by e.id`,
      [run.importId],
    )
    expect(log.map(({ action, actor, detail }) => [action, actor, detail.file, detail.rows.applied])).toEqual([
      ['upload', 'in.channel', 'items.xlsx', 0],
      ['run', 'in.channel', 'items.xlsx', 1],
      ['undo', 'in.channel', 'items.xlsx', 0],
    ])
    expect(log[0]?.detail.sha256).toMatch(/^[0-9a-f]{64}$/)
    const [own] = await world.server.query<{ count: number }>(
      `select count(*)::int as count from audit_entry where document_type = 'standIn' and detail->>'code' = 'I1'`,
    )
    expect(own?.count).toBe(2)
  })
})
