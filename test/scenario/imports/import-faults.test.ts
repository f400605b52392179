import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import { beatRun } from '#kernel/services/imports/import-job.ts'
import type { ImportServices } from '#kernel/services/imports/importer.ts'
import { purgeImports } from '#kernel/services/imports/run-import.ts'
import { tidy } from '#app/worker/tidy.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { bookOf, HEADER, importFixture, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { silentNotifier, silentSync } from '#test/helpers/download-world.ts'
import { withAccounts } from '#test/helpers/servers/running-server.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await withAccounts(await testDatabase()))
})

afterAll(() => world?.close())

/** The stand-in with a hook that runs while its rows are written or reverted. */
function withStandIn(change: Partial<ImportDefinition>): Partial<ImportServices> {
  return { definitions: new Map([['stand-in', { ...importFixture, ...change }]]) }
}

const manyRows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => [`${prefix}${String(index).padStart(4, '0')}`, `Item ${index}`, ''])
const countOf = async (prefix: string) => (await world.items(`${prefix}%`)).length
const auditsOf = async (prefix: string, action: string) => {
  const [found] = await world.server.query<{ count: number; codes: number }>(
    `select count(*)::int as count, count(distinct detail->>'code')::int as codes from audit_entry
     where document_type = 'standIn' and action = $2 and detail->>'code' like $1`,
    [`${prefix}%`, action],
  )
  return found
}

describe('an import that is interrupted', () => {
  it('a worker that was taken for dead does not clear the rows that another worker has read', async () => {
    let isFirst = true
    const rows = manyRows('S', 3)
    const { data } = await world.upload({ name: 'items.xlsx', bytes: bookOf([HEADER, ...rows]) })
    await world.work(
      withStandIn({
        async open() {
          if (!isFirst) return
          isFirst = false
          await world.work()
        },
      }),
    )
    expect(await world.detail(data.importId)).toMatchObject({ state: 'checked', rows: { create: 3 } })
    expect(await world.rows(data.importId)).toHaveLength(3)
  })

  it('an import can be cancelled between two batches: written rows stay, and the rest is resumed once', async () => {
    const run = await world.read([HEADER, ...manyRows('T', 2500)])
    const { data: started } = await world.act('run', run, { mode: 'good' })
    let batch = 0
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          batch += 1
          if (batch === 2) expect((await world.act('cancel', started)).data.state).toBe('stopped')
          return importFixture.apply(tx, importer, rows)
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

  it('an all-or-nothing import that is cancelled writes nothing and waits for its owner again', async () => {
    const run = await world.read([HEADER, ...manyRows('U', 1500)])
    const { data: started } = await world.act('run', run, { mode: 'all' })
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          if (rows.length < 1000) await world.act('cancel', started)
          return importFixture.apply(tx, importer, rows)
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

  it('a worker that was taken for dead writes nothing more, and the other one writes each row once', async () => {
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
          return importFixture.apply(tx, importer, rows)
        },
      }),
    )
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1500 } })
    expect(await countOf('V')).toBe(1500)
    expect(await auditsOf('V', 'import')).toEqual({ count: 1500, codes: 1500 })
  })

  it('an import is tried again after a lost connection and given up after three failures, keeping what was written', async () => {
    const run = await world.read([HEADER, ...manyRows('W', 1500)])
    await world.act('run', run, { mode: 'good' })
    const complain = vi.spyOn(console, 'error').mockReturnValue()
    let batch = 0
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          batch += 1
          if (batch > 1) await tx.run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] })
          return importFixture.apply(tx, importer, rows)
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

  it('an all-or-nothing import counts each row once, also those reported before by a heartbeat', async () => {
    const run = await world.read([HEADER, ...manyRows('Z', 1500)])
    await world.act('run', run, { mode: 'all' })
    await world.work(
      withStandIn({
        async apply(tx, importer, rows) {
          if (rows.length < 1000) {
            const [at] = await world.server.query<{ start: number }>('select start from import_run where id = $1', [
              run.importId,
            ])
            await reading(world.pool, (other) =>
              other.run(beatRun(run.importId, at?.start, 1000, 1500, world.services.now())),
            )
          }
          return importFixture.apply(tx, importer, rows)
        },
      }),
    )
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1500 } })
    const [card] = await world.server.query<object>('select rows_done, rows_total from download_task where id = $1', [
      run.taskId,
    ])
    expect(card).toEqual({ rows_done: 1500, rows_total: 1500 })
  })

  it('an upload whose answer failed has stored its file and its import', async () => {
    const before = world.stored().length
    const key = randomUUID()
    const upload = () => world.upload({ name: 'items.xlsx', bytes: bookOf([HEADER, ['N1', 'One', '']]) }, { key })
    // The same file's answer names a person; the session and the run do not.
    await world.server.call('in.channel', '/aps/import/kinds', {})
    await world.pool.query('alter table app_user rename column name_zh to elsewhere')
    const failed = await upload()
    await world.pool.query('alter table app_user rename column elsewhere to name_zh')
    expect(failed.status).toBe(500)
    expect(world.stored()).toHaveLength(before + 1)
    const { data } = await upload()
    expect(world.stored()).toHaveLength(before + 1)
    await world.work()
    expect(await world.detail(data.importId)).toMatchObject({ state: 'checked', rows: { create: 1 } })
  })

  it('cancelling the undo of an import leaves everything as it was', async () => {
    const run = await world.imported(manyRows('X', 1500))
    const { data: undoing } = await world.act('undo', run)
    await world.work(
      withStandIn({
        async undo(tx, importer, rows) {
          if (rows.length < 1000) expect((await world.act('cancel', undoing)).data.state).toBe('done')
          return importFixture.undo(tx, importer, rows)
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

describe('an import in the download centre', () => {
  const card = async (id: string) => {
    const { data } = await world.server.call<{ records: Card[] }>('in.channel', '/aps/download-center/queryPage', {
      limit: 200,
    })
    return data.records.find((record) => record.id === id)
  }

  it('an import in the download centre shows its phase, and cancelling a waiting one discards it', async () => {
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

describe('an expired import', () => {
  it('an expired import loses its file and rows, keeps its summary, and can no longer be undone', async () => {
    const run = await world.imported([['Z1', 'One', '']])
    const waits = await world.read([HEADER, ['Z2', 'Two', '']])
    const later = { ...world.services, now: () => new Date(productNow().getTime() + 91 * 86_400_000) }
    expect(
      await purgeImports({ ...world.services, now: () => new Date(productNow().getTime() + 89 * 86_400_000) }),
    ).toBe(0)
    // An earlier failure does not keep it from running.
    const away = { ...world.services.files, sweep: () => Promise.reject(new Error('the store is away')) }
    const downloads = {
      pool: world.pool,
      cursorPool: world.pool,
      files: away,
      exports: new Map(),
      now: later.now,
      limits: { rows: 1, atOnce: 0, minutes: 1, days: 1 },
    }
    const all = {
      pool: world.pool,
      downloads,
      imports: later,
      notifier: silentNotifier(world.pool),
      sync: silentSync(world.pool),
    }
    await expect(tidy(all)).rejects.toThrow('the store is away')
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
    const [purged] = await world.server.query(
      `select from_state, to_state, detail -> 'reason' ->> 'key' as reason from audit_entry
       where document_type = 'import' and document_id = $1 and action = 'purge'`,
      [waits.importId],
    )
    expect(purged).toEqual({ from_state: 'checked', to_state: 'discarded', reason: 'imports.purged' })
    expect(await world.items('Z1')).toHaveLength(1)
  })
})
