import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import type { ImportDefinition } from '#kernel/imports/import-definition.ts'
import type { ImportServices } from '#kernel/imports/importer.ts'
import { purgeImports } from '#kernel/imports/run-import.ts'
import type { ImportRowView } from '#kernel/imports/import-wire.ts'
import { cellText } from '#kernel/excel/cell.ts'
import { readSheet } from '#kernel/excel/read-workbook.ts'
import { textRows, workbookOf } from '#kernel/excel/workbook-fixture.ts'
import { bookOf, HEADER, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { standIn } from '#test/helpers/stand-in.ts'
import { withAccounts } from '#test/helpers/running-server.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await withAccounts(await testDatabase()))
})

afterAll(() => world?.close())

const items = (codes: string) =>
  world.server.query<{ code: string; name: string; price: string | null }>(
    'select code, name, price from stand_in where code like $1 order by code',
    [codes],
  )

describe('an import', () => {
  it('is read, looked at, written, and taken back', async () => {
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
    expect(await items('A%')).toEqual([])
    expect((await world.act('run', run, { mode: 'all' })).data.state).toBe('running')
    await world.work()
    const done = await world.detail(run.importId)
    expect(done).toMatchObject({ state: 'done', rows: { applied: 2 }, can: { undo: true, run: false } })
    expect(await items('A%')).toEqual([
      { code: 'A1', name: 'First', price: '1000.50' },
      { code: 'A2', name: 'Second', price: null },
    ])
    expect((await world.act('undo', done)).status).toBe(200)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'undone', rows: { applied: 0, undone: 2 } })
    expect(await items('A%')).toEqual([])
  })
})

/** Reads rows and writes them. */
async function imported(rows: readonly (readonly string[])[], mode = 'good', kind = 'stand-in') {
  const run = await world.read([HEADER, ...rows], { kind })
  const started = await world.act('run', run, { mode })
  expect(started.status, started.msg).toBe(200)
  await world.work()
  return world.detail(run.importId)
}

const keys = (rows: readonly { row: number; errors: readonly { column: string; key: string }[] }[]) =>
  rows.map(({ row, errors }) => [row, ...errors.map(({ column, key }) => `${column} ${key}`)])

describe('what a row would do', () => {
  it('is said before it is done: new, changed with before and after, the same, or wrong, each cell with its reason', async () => {
    await imported([
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
    expect(keys(await world.rows(run.importId, 'bad'))).toEqual([
      [5, 'code excel.cellRequired', 'price excel.cellNotNumber'],
      [6, 'name imports.notNow'],
    ])
    expect((await world.rows(run.importId, 'same')).map(({ row }) => row)).toEqual([2])
    expect((await world.act('run', run, { mode: 'all' })).error?.key).toBe('imports.badRows')
    expect(run.can).toMatchObject({ run: true, errors: true })
    expect((await world.act('discard', run)).data.state).toBe('discarded')
  })

  it('of several rows with one key counts for the first; who takes that away makes way for the next', async () => {
    const run = await world.read([
      HEADER,
      ['C1', 'One', ''],
      ['C1', 'Again', ''],
      ['C1', 'Once more', ''],
      ['C2', 'Two', ''],
    ])
    expect(run.rows).toMatchObject({ good: 2, bad: 2 })
    const bad = await world.rows(run.importId, 'bad')
    expect(keys(bad)).toEqual([
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
    expect(keys(await world.rows(run.importId, 'bad'))).toEqual([[3, ' imports.duplicateKey']])
    expect((await world.detail(run.importId)).rows).toMatchObject({ total: 4, good: 3, bad: 1, create: 3 })
  })

  it('is mended in the browser cell by cell: what was left alone stays what it was in the file, a formula a formula', async () => {
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
    expect(keys(price.data.records)).toEqual([[2, 'name excel.cellFormula']])
    expect(keys((await save(price.data.version, { name: '=2+2' })).data.records)).toEqual([
      [2, 'name excel.cellFormula'],
    ])
    const name = await save(price.data.version + 1, { name: 'Two' })
    expect(name.data.records[0]).toMatchObject({ action: 'create', after: { name: 'Two', price: '3.50' } })
    expect((await save(name.data.version, { margin: '1' })).error?.key).toBe('imports.noSuchColumn')
    expect((await save(price.data.version, { name: 'Late' })).error?.key).toBe('imports.stale')
  })
})

describe('a run', () => {
  it('of good rows leaves the bad ones, which can be mended and gone on with; taken back it is all of it', async () => {
    const run = await imported([
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
    expect((await items('E%')).map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
    await world.act('undo', done)
    await world.work()
    expect(await items('E%')).toEqual([])
  })

  it('all or nothing is nothing where a row no longer fits: it waits again, that row bad, and says so', async () => {
    const run = await world.read([HEADER, ['F1', 'One', ''], ['F2', 'Two', '']])
    await world.pool.query(`insert into stand_in (code, name) values ('F2', 'Somebody was faster')`)
    await world.act('run', run, { mode: 'all' })
    await world.work()
    const again = await world.detail(run.importId)
    expect(again).toMatchObject({ state: 'checked', rows: { applied: 0, bad: 1 } })
    expect(again.reason).toContain('rows 3')
    expect((await items('F%')).map(({ code }) => code)).toEqual(['F2'])
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

  it('is not taken back while something depends on a row: nothing is, and the row says why', async () => {
    const run = await imported([
      ['G1', 'One', ''],
      ['G2', 'Two', ''],
      ['G3', 'Three', ''],
    ])
    await world.pool.query(`update stand_in set used = true where code = 'G2'`)
    await world.act('undo', run)
    await world.work()
    const refused = await world.detail(run.importId)
    expect(refused).toMatchObject({ state: 'done', rows: { applied: 3, undone: 0 }, can: { undo: true } })
    expect(refused.reason).toContain('rows 3')
    expect(await items('G%')).toHaveLength(3)
    expect(keys(await world.rows(run.importId, 'bad'))).toEqual([[3, 'code imports.notNow']])
    await world.pool.query(`update stand_in set used = false where code = 'G2'`)
    await world.act('undo', refused)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'undone', reason: null })
    expect(await items('G%')).toEqual([])
  })

  it('whose kind is whole takes no half, and says what it made', async () => {
    const run = await world.read([HEADER, ['H1', 'One', ''], ['H2', 'Two', '']], { kind: 'stand-in-whole' })
    expect((await world.act('run', run, { mode: 'good' })).error?.key).toBe('imports.onlyWhole')
    await world.act('run', run, { mode: 'all' })
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', resultUrl: '/stand-ins/2' })
  })

  it('leaves audit rows of its own beside those of what it wrote: who, which file, which hash, how much', async () => {
    const run = await imported([['I1', 'One', '']], 'all')
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

describe('a file', () => {
  const refused = async (name: string, bytes: Uint8Array) => {
    const answer = await world.upload({ name, bytes })
    if (answer.status !== 200) return answer.error?.key
    await world.work()
    const run = await world.detail(answer.data.importId)
    expect(run).toMatchObject({ state: 'failed', rows: { total: 0 }, can: { run: false, edit: false, discard: true } })
    return run.reason
  }

  it('that is none is refused at once or when it is read, with a reason and without a trace', async () => {
    const before = world.stored().length
    expect(await refused('items.pdf', Buffer.from('%PDF'))).toBe('imports.notAFile')
    expect(await refused('items.xlsx', Buffer.alloc(0))).toBe('imports.emptyFile')
    expect(await refused('items.xlsx', Buffer.alloc(6 * 1024 * 1024))).toBe('excel.tooLarge')
    expect(world.stored()).toHaveLength(before)
    expect(await refused('items.xlsx', Buffer.from('not a workbook'))).toMatch(/not a.*workbook|xlsx/i)
    expect(await refused('items.xlsx', bookOf([HEADER]))).toContain('no filled rows')
    expect(await refused('items.xlsx', bookOf([HEADER, ['', ' ', '']]))).toContain('no filled rows')
    expect(
      await refused(
        'items.xlsx',
        bookOf([
          ['Code', 'Colour'],
          ['X', 'red'],
        ]),
      ),
    ).toContain('Name')
    expect(
      await refused(
        'items.xlsx',
        bookOf([
          [...HEADER, 'Code'],
          ['X', 'Y', '', 'Z'],
        ]),
      ),
    ).toContain('Code')
  })

  it('may be csv, with what no database keeps in it', async () => {
    const csv = '\uFEFFCode,Name,Price,Colour\r\nJ1,"One, two",1.5,red\r\nJ2,Two,,\r\n'
    const { data } = await world.upload({ name: 'items.csv', bytes: Buffer.from(csv) })
    await world.work()
    const run = await world.detail(data.importId)
    expect(run).toMatchObject({ state: 'checked', rows: { total: 2 } })
    expect(run.warnings.join()).toContain('Colour')
    expect((await world.rows(run.importId)).map(({ after }) => after?.['name'])).toEqual(['One, two', 'Two'])
    const hidden = await world.read([HEADER, ['J3', 'N_x0000_L', ''], ['J4', 'half _xD800_ a sign', '']])
    expect((await world.rows(hidden.importId)).map(({ after }) => after?.['name'])).toEqual([
      'N\uFFFDL',
      'half \uFFFD a sign',
    ])
  })

  it('that was imported before is noticed: one’s own run is named, another’s only by person and time', async () => {
    const rows = [['K1', 'One', '']]
    const first = await imported(rows)
    const again = await world.upload({ name: 'other name.xlsx', bytes: bookOf([HEADER, ...rows]) })
    expect(again.data.duplicate).toMatchObject({ importId: first.importId, state: 'done' })
    const theirs = await world.upload({ name: 'mine.xlsx', bytes: bookOf([HEADER, ...rows]) }, { account: 'hq.budget' })
    expect(theirs.status, theirs.msg).toBe(200)
    expect(theirs.data.duplicate).toMatchObject({ importId: null, state: 'done' })
    expect(theirs.data.duplicate?.by).not.toBe('')
    expect(first.duplicate).toBeNull()
    await world.work()
  })

  it('that comes twice because its answer got lost is one run, and one file', async () => {
    const file = { name: 'once.xlsx', bytes: bookOf([HEADER, ['L1', 'One', '']]) }
    const before = world.stored().length
    const one = await world.upload(file, { key: 'upload-key-1' })
    const two = await world.upload(file, { key: 'upload-key-1' })
    expect(two.data).toEqual(one.data)
    expect(world.stored()).toHaveLength(before + 1)
    await world.work()
  })

  it('comes with what it is about: anything else is refused before it is kept', async () => {
    const file = { name: 'items.xlsx', bytes: bookOf([HEADER, ['M1', 'One', '']]) }
    const before = world.stored().length
    expect((await world.upload(file, { params: { region: 'XX' } })).status).toBe(404)
    expect((await world.upload(file, { params: { land: 'IN' } })).error?.key).toBe('imports.badParams')
    expect((await world.upload(file, { params: { region: 7 } })).error?.key).toBe('imports.badParams')
    expect(world.stored()).toHaveLength(before)
    expect((await world.upload(file, { params: { region: 'IN' } })).status).toBe(200)
    await world.work()
  })

  it('has a template, and its bad rows come back as a workbook that can be mended and uploaded again', async () => {
    const template = await world.server.fetch('in.channel', '/aps/template/import/stand-in.xlsx')
    expect(template.status).toBe(200)
    const sheet = await readSheet(template.bytes, LIMITS)
    expect(sheet.header).toEqual(['Code *', 'Name *', 'Price'])
    const run = await world.read([HEADER, ['N1', 'One', 'much'], ['N2', 'Two', '2'], ['', 'Three', '']])
    const errors = await world.server.fetch('in.channel', `/aps/import/errors/${run.importId}.xlsx`)
    expect(errors.headers['content-disposition']).toContain('Errors%20of%20items.xlsx')
    const bad = await readSheet(errors.bytes, LIMITS)
    expect(bad.rows.map(({ cells }) => cells.map(cellText).slice(0, 4))).toEqual([
      ['N1', 'One', 'much', '2'],
      ['', 'Three', '', '4'],
    ])
    const { data } = await world.upload({ name: 'again.xlsx', bytes: errors.bytes })
    await world.work()
    expect(await world.detail(data.importId)).toMatchObject({ rows: { total: 2, bad: 2 }, warnings: [] })
  })
})

const LIMITS = { maxBytes: 1e7, maxUncompressedBytes: 1e8, maxRows: 1000, maxColumns: 50 }

describe('who', () => {
  it('has not uploaded it finds nothing there', async () => {
    const run = await world.read([HEADER, ['O1', 'One', '']])
    const { importId, version } = run
    const calls = ['detail', 'rows', 'run', 'cancel', 'resume', 'undo', 'discard', 'rows/save']
    const rows = [{ row: 2, removed: true }]
    for (const account of ['hq.budget', 'admin'])
      for (const call of calls) {
        const answer = await world.server.call(account, `/aps/import/${call}`, { importId, version, mode: 'all', rows })
        expect([account, call, answer.status]).toEqual([account, call, 404])
      }
    expect((await world.server.fetch('admin', `/aps/import/errors/${importId}.xlsx`)).status).toBe(404)
    expect((await world.server.call<{ records: object[] }>('admin', '/aps/import/queryPage')).data.records).toEqual([])
    const mine = await world.server.call<{ records: { importId: string }[] }>('in.channel', '/aps/import/queryPage', {
      limit: 10,
    })
    expect(mine.data.records[0]?.importId).toBe(importId)
  })

  it('lost the right between upload and run is refused at the call; between call and run, when it runs', async () => {
    const run = await world.read([HEADER, ['P1', 'One', '']])
    const take = `delete from role_right where right_code = 'budget.country.submit' returning role_code`
    const give = (roles: { role_code: string }[]) =>
      world.server.query(
        `insert into role_right (role_code, right_code) select unnest($1::text[]), 'budget.country.submit'`,
        [roles.map(({ role_code }) => role_code)],
      )
    const taken = await world.server.query<{ role_code: string }>(take)
    for (const call of ['run', 'detail', 'rows', 'discard'])
      expect((await world.act(call, run, { mode: 'good' })).status).toBe(403)
    await give(taken)
    await world.act('run', run, { mode: 'good' })
    await world.server.query(take)
    await world.work()
    await give(taken)
    const stopped = await world.detail(run.importId)
    expect(stopped).toMatchObject({ state: 'stopped', rows: { applied: 0 }, can: { resume: true } })
    expect(stopped.reason).toContain('budget.country.submit')
    expect(await items('P%')).toEqual([])
    await world.act('resume', stopped)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1 }, reason: null })
  })

  it('is gone when it runs: nothing is done in his name', async () => {
    const run = await world.read([HEADER, ['Q1', 'One', '']])
    await world.act('run', run, { mode: 'all' })
    await world.server.query(`update app_user set status = 'disabled' where account = 'in.channel'`)
    await world.work()
    await world.server.query(`update app_user set status = 'active' where account = 'in.channel'`)
    const [row] = await world.server.query<{ state: string }>('select state from import_run where id = $1', [
      run.importId,
    ])
    expect(row?.state).toBe('checked')
    expect(await items('Q%')).toEqual([])
  })

  it('looks from two windows runs it once; what is stale is answered with how it stands', async () => {
    const run = await world.read([HEADER, ['R1', 'One', '']])
    const both = await Promise.all([world.act('run', run, { mode: 'good' }), world.act('run', run, { mode: 'good' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await world.work()
    expect(await items('R%')).toHaveLength(1)
    const stale = await world.act('undo', run)
    expect(stale.error).toMatchObject({ key: 'imports.stale', data: { state: 'done', rows: { applied: 1 } } })
  })

  it('calls again because an answer got lost gets that answer, and it is done once', async () => {
    const run = await world.read([HEADER, ['S1', 'One', '']])
    const one = await world.act('run', run, { mode: 'good' }, 'run-key-1')
    const two = await world.act('run', run, { mode: 'good' }, 'run-key-1')
    expect([one.status, two.status, two.data.version]).toEqual([200, 200, one.data.version])
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1 } })
  })
})

/** The stand-in with something that happens while its rows are written or taken back. */
function withStandIn(change: Partial<ImportDefinition>): Partial<ImportServices> {
  return { definitions: new Map([['stand-in', { ...standIn, ...change }]]) }
}

const manyRows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => [`${prefix}${String(index).padStart(4, '0')}`, `Item ${index}`, ''])
const countOf = async (prefix: string) => (await items(`${prefix}%`)).length
const auditsOf = async (prefix: string, action: string) => {
  const [found] = await world.server.query<{ count: number; codes: number }>(
    `select count(*)::int as count, count(distinct detail->>'code')::int as codes from audit_entry
     where document_type = 'standIn' and action = $2 and detail->>'code' like $1`,
    [`${prefix}%`, action],
  )
  return found
}

describe('in the middle', () => {
  it('it can be cancelled at the border of a batch; what was written stays, and the rest is gone on with, once', async () => {
    const run = await world.read([HEADER, ...manyRows('T', 2500)])
    const { data: started } = await world.act('run', run, { mode: 'good' })
    let batch = 0
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          batch += 1
          if (batch === 2) expect((await world.act('cancel', started)).data.state).toBe('stopped')
          return standIn.apply(tx, importer, rows)
        },
      }),
    )
    const stopped = await world.detail(run.importId)
    expect(stopped).toMatchObject({ state: 'stopped', rows: { applied: 1000 }, can: { resume: true, undo: true } })
    expect(stopped.reason).toContain('1000 of 2500')
    expect(await countOf('T')).toBe(1000)
    await world.act('resume', stopped)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 2500 } })
    expect(await countOf('T')).toBe(2500)
    expect(await auditsOf('T', 'import')).toEqual({ count: 2500, codes: 2500 })
  })

  it('a cancelled all-or-nothing is nothing, and waits for the person again', async () => {
    const run = await world.read([HEADER, ...manyRows('U', 1500)])
    const { data: started } = await world.act('run', run, { mode: 'all' })
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          if (rows.length < 1000) await world.act('cancel', started)
          return standIn.apply(tx, importer, rows)
        },
      }),
    )
    expect(await world.detail(run.importId)).toMatchObject({
      state: 'checked',
      rows: { applied: 0 },
      can: { run: true },
    })
    expect(await countOf('U')).toBe(0)
  })

  it('a worker that was thought dead changes nothing any more: the other one writes each row once', async () => {
    const run = await world.read([HEADER, ...manyRows('V', 1500)])
    await world.act('run', run, { mode: 'good' })
    let isFirst = true
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          if (isFirst) {
            isFirst = false
            await world.work()
          }
          return standIn.apply(tx, importer, rows)
        },
      }),
    )
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1500 } })
    expect(await countOf('V')).toBe(1500)
    expect(await auditsOf('V', 'import')).toEqual({ count: 1500, codes: 1500 })
  })

  it('a lost connection is one more try; whatever fails each time is given up after three, and what was written stays', async () => {
    const run = await world.read([HEADER, ...manyRows('W', 1500)])
    await world.act('run', run, { mode: 'good' })
    const complain = vi.spyOn(console, 'error').mockReturnValue()
    let batch = 0
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          batch += 1
          if (batch > 1) await tx.run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] })
          return standIn.apply(tx, importer, rows)
        },
      }),
    )
    expect(complain).toHaveBeenCalledTimes(3)
    complain.mockRestore()
    const stopped = await world.detail(run.importId)
    expect(stopped).toMatchObject({ state: 'stopped', rows: { applied: 1000 } })
    expect(stopped.reason).toContain('3 attempts')
    const cards = await world.server.call<{ records: Card[] }>('in.channel', '/aps/download-center/queryPage', {
      type: 1,
    })
    expect(cards.data.records[0]).toMatchObject({
      id: run.taskId,
      type: 1,
      status: 3,
      phase: 'stopped',
      importId: run.importId,
    })
    expect((await world.server.call('in.channel', '/aps/download-center/retry', { id: run.taskId })).status).toBe(200)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1500 } })
    expect(await auditsOf('W', 'import')).toEqual({ count: 1500, codes: 1500 })
  })

  it('of being taken back a cancel leaves everything as it was', async () => {
    const run = await imported(manyRows('X', 1500))
    const { data: undoing } = await world.act('undo', run)
    await world.work(
      withStandIn({
        async undo(tx, importer, rows) {
          if (rows.length < 1000) expect((await world.act('cancel', undoing)).data.state).toBe('done')
          return standIn.undo(tx, importer, rows)
        },
      }),
    )
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1500, undone: 0 } })
    expect(await countOf('X')).toBe(1500)
    expect(await auditsOf('X', 'undo')).toEqual({ count: 0, codes: 0 })
  })
})

interface Card {
  readonly id: string
  readonly status: number
  readonly phase: string | null
  readonly importId: string | null
  readonly resultDescr: string
}

describe('the card in the download centre', () => {
  const card = async (id: string) => {
    const { data } = await world.server.call<{ records: Card[] }>('in.channel', '/aps/download-center/queryPage', {
      limit: 200,
    })
    return data.records.find((record) => record.id === id)
  }

  it('goes with the run: at work, waiting, done, taken back; cancelling one that waits gives it up', async () => {
    const run = await world.read([HEADER, ['Y1', 'One', ''], ['Y2', 'Two', '']])
    expect(await card(run.taskId)).toMatchObject({ status: 1, phase: 'checked', name: 'items.xlsx' })
    await world.act('run', run, { mode: 'all' })
    expect(await card(run.taskId)).toMatchObject({ status: 1, phase: 'running' })
    await world.work()
    expect(await card(run.taskId)).toMatchObject({ status: 2, phase: 'done', resultDescr: '2 rows' })
    await world.act('undo', await world.detail(run.importId))
    await world.work()
    expect(await card(run.taskId)).toMatchObject({ status: 3, phase: 'undone', resultDescr: 'Taken back: 2 rows' })
    const cancel = (id: string) => world.server.call('in.channel', '/aps/download-center/cancel', { id })
    expect((await cancel(run.taskId)).error?.key).toBe('downloads.notRunning')
    const other = await world.read([HEADER, ['Y3', 'Three', '']])
    expect((await cancel(other.taskId)).status).toBe(200)
    expect(await card(other.taskId)).toMatchObject({ status: 3, phase: 'discarded', resultDescr: 'Discarded' })
    expect((await world.server.call('admin', '/aps/download-center/cancel', { id: other.taskId })).status).toBe(404)
  })
})

describe('after its time', () => {
  it('file and rows go; the run stays, with what it did, and can no longer be taken back', async () => {
    const run = await imported([['Z1', 'One', '']])
    const waits = await world.read([HEADER, ['Z2', 'Two', '']])
    const later = { ...world.services, now: () => new Date(Date.now() + 91 * 86_400_000) }
    expect(await purgeImports({ ...world.services, now: () => new Date(Date.now() + 89 * 86_400_000) })).toBe(0)
    expect(await purgeImports(later)).toBeGreaterThanOrEqual(2)
    expect(world.stored()).toEqual([])
    const gone = await world.detail(run.importId)
    expect(gone).toMatchObject({
      state: 'done',
      rows: { applied: 1 },
      can: { undo: false, errors: false, edit: false },
      keptUntil: null,
    })
    expect(await world.rows(run.importId)).toEqual([])
    expect((await world.act('undo', gone)).error?.key).toBe('imports.notNow')
    expect(await world.detail(waits.importId)).toMatchObject({ state: 'discarded' })
    expect(await items('Z1')).toHaveLength(1)
  })
})
