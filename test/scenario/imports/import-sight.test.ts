import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { HEADER, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { withAccounts } from '#test/helpers/servers/running-server.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await withAccounts(await testDatabase()))
})

afterAll(() => world?.close())

/** One row is written, another was bad and has been mended since. */
async function worldWithOneLeft() {
  const run = await world.imported([
    ['T9', 'One', '1'],
    ['T10', 'Two', 'much'],
  ])
  expect((await world.act('rows/save', run, { rows: [{ row: 3, texts: { price: '2' } }] })).status).toBe(200)
  return world.detail(run.importId)
}

describe('the file of an import', () => {
  it('the file of an import is closed to a person who lost the organisations of its rows, and who may still discard it', async () => {
    const run = await world.read([HEADER, ['T5', 'One', 'much'], ['T7', 'Two', '2']])
    const done = await world.imported([['T8', 'One', '1']])
    const halfDone = await worldWithOneLeft()
    const move = (from: number, to: number) =>
      world.server.query(
        `update user_role set organisation_id = $2 where organisation_id = $1 and user_id = (select id from app_user where account = 'in.channel')`,
        [from, to],
      )
    const file = `/aps/file/${run.fileKey?.split('/')[1]}`
    const errors = `/aps/import/errors/${run.importId}.xlsx`
    const seen = async () => [
      (await world.server.call('in.channel', '/aps/import/rows', { importId: run.importId })).status,
      (await world.server.fetch('in.channel', file)).status,
      (await world.server.fetch('in.channel', errors)).status,
    ]
    expect(await seen()).toEqual([200, 200, 200])
    await move(200, 300)
    expect(await seen()).toEqual([403, 403, 403])
    const save = await world.act('rows/save', run, { rows: [{ row: 2, removed: true }] })
    expect(save.error?.key).toBe('imports.scopeShrunk')
    for (const [act, held, more] of [
      ['run', run, { mode: 'good' }],
      ['undo', done, {}],
      ['resume', halfDone, {}],
    ] as const)
      expect([act, (await world.act(act, held, more)).error?.key]).toEqual([act, 'imports.scopeShrunk'])
    expect((await world.act('discard', run)).data.state).toBe('discarded')
    await move(300, 200)
    expect((await world.server.fetch('in.channel', file)).status).toBe(200)
  })

  it('the file of an import that is uploaded twice at the same moment with one key is one import', async () => {
    const file = { name: 'twice.csv', bytes: Buffer.from('Code,Name,Price\r\nT6,One,1\r\n') }
    const key = randomUUID()
    const client = await world.pool.connect()
    try {
      // The first stands before its row, and the second waits for the first.
      await client.query('begin; lock table import_run in share mode')
      const both = [world.upload(file, { key }), world.upload(file, { key })]
      const blocked = `select from pg_locks where not granted and (relation = 'import_run'::regclass or locktype = 'advisory')`
      await vi.waitFor(async () => expect(await world.server.query(blocked)).toHaveLength(2), { timeout: 20_000 })
      await client.query('commit')
      const answers = await Promise.all(both)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[1]?.data.importId).toBe(answers[0]?.data.importId)
    } finally {
      await client.query('rollback')
      client.release()
    }
    await world.work()
  })
})
