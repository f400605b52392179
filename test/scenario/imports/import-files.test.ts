import { randomBytes } from 'node:crypto'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { fileErrorTexts } from '#kernel/platform/files/locale/file-errors.en.ts'
import { cellText } from '#kernel/platform/excel/cell.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { StoreError } from '#kernel/platform/files/files-store.ts'
import { purgeImports } from '#kernel/services/imports/run-import.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { bookOf, HEADER, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { withAccounts } from '#test/helpers/servers/running-server.ts'

const LIMITS = { maxBytes: 1e7, maxUncompressedBytes: 1e8, maxRows: 1000, maxColumns: 50 }

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await withAccounts(await testDatabase()))
})

afterAll(() => world?.close())

describe('an import file', () => {
  const refused = async (name: string, bytes: Uint8Array) => {
    const answer = await world.upload({ name, bytes })
    if (answer.status !== 200) return answer.error?.key
    await world.work()
    const run = await world.detail(answer.data.importId)
    expect(run).toMatchObject({ state: 'failed', rows: { total: 0 }, can: { run: false, edit: false, discard: true } })
    return run.reason
  }

  it('an import file that is not readable is refused with a reason and leaves nothing stored', async () => {
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

  it('an import file may be csv, and characters that no database keeps are reported', async () => {
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

  it("a repeated import file is noticed: an own import is named, another's only by person and time", async () => {
    const rows = [['K1', 'One', '']]
    const first = await world.imported(rows)
    const again = await world.upload({ name: 'other name.xlsx', bytes: bookOf([HEADER, ...rows]) })
    expect(again.data.duplicate).toMatchObject({ importId: first.importId, state: 'done' })
    const theirs = await world.upload({ name: 'mine.xlsx', bytes: bookOf([HEADER, ...rows]) }, { account: 'hq.budget' })
    expect(theirs.status, theirs.msg).toBe(200)
    expect(theirs.data.duplicate).toMatchObject({ importId: null, state: 'done' })
    expect(theirs.data.duplicate?.by).not.toBe('')
    expect(first.duplicate).toBeNull()
    await world.work()
  })

  it('an import file that is uploaded twice with one key is stored and imported once', async () => {
    const file = { name: 'once.xlsx', bytes: bookOf([HEADER, ['L1', 'One', '']]) }
    const before = world.stored().length
    const one = await world.upload(file, { key: 'upload-key-1' })
    const two = await world.upload(file, { key: 'upload-key-1' })
    expect(two.data).toEqual(one.data)
    expect(world.stored()).toHaveLength(before + 1)
    await world.work()
  })

  it('an upload with the key of an earlier one is refused for another file, kind or parameter, and its file is not kept', async () => {
    const file = { name: 'first.xlsx', bytes: bookOf([HEADER, ['O1', 'One', '']]) }
    const key = 'upload-key-2'
    expect((await world.upload(file, { key })).status).toBe(200)
    const before = world.stored().length
    const reused = [409, 'http.idempotencyKeyReused']
    const others = [
      await world.upload({ name: 'first.xlsx', bytes: bookOf([HEADER, ['O2', 'Two', '']]) }, { key }),
      await world.upload(file, { key, kind: 'stand-in-whole' }),
      await world.upload(file, { key, params: { region: 'IN' } }),
    ]
    expect(others.map(({ status, error }) => [status, error?.key])).toEqual([reused, reused, reused])
    expect(world.stored()).toHaveLength(before)
    // The same key of another account is a different one.
    expect((await world.upload(file, { key, account: 'hq.budget' })).status).toBe(200)
    await world.work()
  })

  it('eight uploads arrive at once, five are taken, and a repeat of one of them gets its run again', async () => {
    const send = (at: number) =>
      world.upload({ name: `${at}.xlsx`, bytes: bookOf([HEADER, [`T${at}`, 'One', '']]) }, { key: `at-once-${at}` })
    const sent = await Promise.all(Array.from({ length: 8 }, (_, at) => send(at)))
    expect(sent.map(({ status, error }) => error?.key ?? String(status)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => '200'),
      ...Array.from({ length: 3 }, () => 'imports.tooManyRunning'),
    ])
    const at = sent.findIndex(({ status }) => status === 200)
    const again = await send(at)
    expect([again.status, again.data.importId]).toEqual([200, sent[at]?.data.importId])
    await world.work()
  })

  it('the name of an imported file is kept without characters that turn the reading direction', async () => {
    const { data } = await world.upload({ name: '../plan\u202excod.xlsx', bytes: bookOf([HEADER, ['P1', 'One', '']]) })
    expect((await world.detail(data.importId)).fileName).toBe('planxcod.xlsx')
    await world.work()
  })

  it('a page of imported rows with huge texts is answered with each text cut', async () => {
    // The texts come to 3 MB, and differ so much that the file is not taken for a zip bomb.
    const name = randomBytes(4_500).toString('base64')
    const long = () => randomBytes(4_500).toString('base64')
    const rows = Array.from({ length: 500 }, (_, at) => [`H${at}`, at === 0 ? name : long(), ''])
    const run = await world.read([HEADER, ...rows])
    const answer = await world.act('rows', run, { show: 'all', limit: 500 })
    expect(answer.status).toBe(200)
    const { records } = answer.data as unknown as { records: { texts: Record<string, string> }[] }
    expect(records).toHaveLength(500)
    expect(JSON.stringify(answer.data).length).toBeLessThan(2_500_000)
    expect(records[0]?.texts['code']).toBe('H0')
    expect(records[0]?.texts['name']).toMatch(/^[\w+/]{1000,2000}…$/)
    // A row of which one cell is mended keeps the others as the file has them.
    const mended = await world.act('rows/save', run, { rows: [{ row: 2, texts: { code: 'H0M' } }] })
    expect(mended.status).toBe(200)
    // A page of few rows has its texts whole.
    const few = await world.act('rows', run, { show: 'all', limit: 10 })
    expect((few.data as unknown as typeof answer.data & { records: typeof records }).records[0]?.texts['name']).toBe(
      name,
    )
  })

  it('an import file with unknown parameters or a foreign region is refused before it is stored', async () => {
    const file = { name: 'items.xlsx', bytes: bookOf([HEADER, ['M1', 'One', '']]) }
    const before = world.stored().length
    expect((await world.upload(file, { params: { region: 'XX' } })).status).toBe(404)
    expect((await world.upload(file, { params: { land: 'IN' } })).error?.key).toBe('imports.badParams')
    expect((await world.upload(file, { params: { region: 7 } })).error?.key).toBe('imports.badParams')
    // Values that the database cannot store.
    for (const region of ['\u0000', '\ud800'])
      expect((await world.upload(file, { params: { region } })).error?.key).toBe('imports.badParams')
    expect(world.stored()).toHaveLength(before)
    expect((await world.upload(file, { params: { region: 'IN' } })).status).toBe(200)
    await world.work()
  })

  it('an import has a template, and its bad rows come back as a workbook to correct and upload again', async () => {
    const template = await world.server.fetch('in.channel', '/aps/template/import/stand-in.xlsx')
    expect(template.status).toBe(200)
    const sheet = await readSheet(template.bytes, LIMITS)
    expect(sheet.header).toEqual(['Code *', 'Name *', 'Price'])
    const run = await world.read([HEADER, ['N1', 'One', 'much'], ['N2', 'Two', '2'], ['', 'Three', '']])
    const errors = await world.server.fetch('in.channel', `/aps/import/errors/${run.importId}.xlsx`)
    expect(errors.headers['content-disposition']).toContain('Errors%20of%20items.xlsx')
    const bad = await readSheet(errors.bytes, LIMITS)
    expect(bad.rows.map(({ cells }) => cells.map((cell) => cellText(cell).trim()).slice(0, 4))).toEqual([
      ['N1', 'One', 'much', '2'],
      ['', 'Three', '', '4'],
    ])
    const { data } = await world.upload({ name: 'again.xlsx', bytes: errors.bytes })
    await world.work()
    expect(await world.detail(data.importId)).toMatchObject({ rows: { total: 2, bad: 2 }, warnings: [] })
  })
})

describe('the original file of an import', () => {
  const ROWS = [HEADER, ['T1', '=SUM(A1)', '1.5']]
  const center = async (importId: string) => {
    const { data } = await world.server.call<{ records: CenterTask[] }>('in.channel', '/aps/download-center/queryPage')
    return data.records.find((task) => task.importId === importId)
  }
  interface CenterTask {
    readonly importId: string | null
    readonly type: number
    readonly fileKey: string | null
    readonly downloadUrl: string | null
    readonly size: number | null
    readonly expireTime: string | null
  }

  it('the original file of an import is viewed and downloaded by its owner unchanged', async () => {
    const bytes = bookOf(ROWS)
    const run = await world.read(ROWS, { name: '价格 items.xlsx' })
    expect(run.fileKey).toBe(`originals/original-${run.importId}.xlsx`)
    const task = await center(run.importId)
    expect(task).toMatchObject({ type: 1, fileKey: run.fileKey, size: bytes.length, expireTime: run.keptUntil })
    const file = await world.server.fetch('in.channel', task?.downloadUrl ?? '')
    expect([file.status, file.bytes.equals(bytes)]).toEqual([200, true])
    expect(file.headers['content-disposition']).toContain('%E4%BB%B7%E6%A0%BC%20items.xlsx')
    const link = await world.server.get<{ url: string }>('in.channel', `/aps/file/tmpUrl?key=${run.fileKey}`)
    expect((await world.server.fetch(null, link.data.url)).bytes.equals(bytes)).toBe(true)
    const shown = await world.server.call<{ fileName: string; rows: { cells: string[] }[] }>(
      'in.channel',
      '/aps/file/preview/sheet',
      { key: run.fileKey },
    )
    expect(shown.data.fileName).toBe('价格 items.xlsx')
    expect(shown.data.rows.map(({ cells }) => cells)).toEqual(ROWS)
  })

  it('the original file of an import is found by its exact key only, never by another path', async () => {
    const run = await world.read([HEADER, ['T0', 'One', '']])
    const look = await world.server.call<{ url: string; name: string; type: string }>(
      'in.channel',
      '/aps/attachment/file/preview/url',
      { key: run.fileKey },
    )
    expect([look.status, look.data.name]).toEqual([200, 'items.xlsx'])
    const shown = await world.server.fetch(null, look.data.url)
    expect(shown.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(String(shown.headers['content-disposition'])).toMatch(/^inline; /)
    expect((await world.server.call('admin', '/aps/attachment/file/preview/url', { key: run.fileKey })).status).toBe(
      404,
    )
    const climbing = [
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      'stand-in.xlsx%00.png',
      '....//stand-in.xlsx',
    ]
    const guessed = ['unknown.xlsx', 'stand-in.csv', 'stand-in', '']
    for (const path of [...climbing, ...guessed])
      for (const at of ['/aps/template/import/', '/aps/template/', '/aps/file/', '/aps/file/link/']) {
        const answer = await world.server.fetch('in.channel', at + path)
        expect([at + path, answer.status]).toEqual([at + path, 404])
      }
    expect((await world.server.fetch('nomenu', '/aps/template/import/stand-in.xlsx')).status).toBe(403)
    expect((await world.server.fetch(null, '/aps/template/import/stand-in.xlsx')).status).toBe(401)
    expect((await world.server.fetch(null, `/aps/file/original-${run.importId}.xlsx`)).status).toBe(401)
  })

  it('the original file of an import is closed to others, and to its owner without the right to import', async () => {
    const run = await world.read([HEADER, ['T2', 'One', '']])
    const key = run.fileKey ?? ''
    const path = `/aps/file/${key.split('/')[1]}`
    for (const account of ['admin', 'hq.budget', 'in.manager']) {
      expect([account, (await world.server.fetch(account, path)).status]).toEqual([account, 404])
      expect((await world.server.get(account, `/aps/file/tmpUrl?key=${key}`)).status).toBe(404)
      expect((await world.server.call(account, '/aps/file/preview/sheet', { key })).status).toBe(404)
    }
    for (const other of ['original-0.xlsx', 'original-99999999.xlsx', `original-${run.importId}.exe`])
      expect([other, (await world.server.fetch('in.channel', `/aps/file/${other}`)).status]).toEqual([other, 404])
    const link = await world.server.get<{ url: string }>('in.channel', `/aps/file/tmpUrl?key=${key}`)
    const roles = await world.server.query<{ role_code: string }>(
      `delete from role_right where right_code = 'budget.country.submit' returning role_code`,
    )
    expect((await world.server.fetch('in.channel', path)).status).toBe(403)
    expect((await world.server.fetch(null, link.data.url)).status).toBe(403)
    for (const { role_code: role } of roles)
      await world.server.query(`insert into role_right (role_code, right_code) values ($1, 'budget.country.submit')`, [
        role,
      ])
    expect((await world.server.fetch(null, link.data.url)).status).toBe(200)
  })

  it('an import fails with a reason while the file store is down, and can be retried', async () => {
    const away = { ...world.services.files, open: () => Promise.reject(new StoreError('no answer')) }
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { data } = await world.upload({ name: 'items.csv', bytes: Buffer.from('Code,Name,Price\r\nT4,One,1\r\n') })
    await world.work({ files: away })
    const failed = await world.detail(data.importId)
    expect(failed).toMatchObject({ state: 'failed', isFault: true, reason: fileErrorTexts.storeAway })
    quiet.mockRestore()
    const again = await world.server.call('in.channel', '/aps/download-center/retry', { id: data.taskId })
    expect(again.status).toBe(200)
    await world.work()
    expect(await world.detail(data.importId)).toMatchObject({ state: 'checked', rows: { good: 1 } })
  })

  it('the original file of an import is kept as long as the import, then reported as expired', async () => {
    const run = await world.read([HEADER, ['T3', 'One', '']])
    const [stored] = await world.server.query<{ file_key: string }>('select file_key from import_run where id = $1', [
      run.importId,
    ])
    const path = join(world.filesDir, stored?.file_key ?? '')
    const old = new Date(productNow().getTime() - 200 * 86_400_000)
    utimesSync(path, old, old)
    const orphan = join(world.filesDir, 'imports', 'nobodys.xlsx')
    writeFileSync(orphan, 'of a process that was killed')
    utimesSync(orphan, old, old)
    await purgeImports(world.services)
    expect([existsSync(path), existsSync(orphan)]).toEqual([true, false])
    await purgeImports({ ...world.services, now: () => new Date(productNow().getTime() + 91 * 86_400_000) })
    expect(existsSync(path)).toBe(false)
    expect(await world.detail(run.importId)).toMatchObject({ fileKey: null, keptUntil: null })
    expect(await center(run.importId)).toMatchObject({ fileKey: null, downloadUrl: null, size: null })
    const gone = await world.server.get('in.channel', `/aps/file/original-${run.importId}.xlsx`)
    expect([gone.status, gone.error?.key]).toEqual([409, 'imports.purged'])
  })
})
