import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { HEADER, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
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
