import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { HEADER, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { withAccounts } from '#test/helpers/servers/running-server.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await withAccounts(await testDatabase()))
})

afterAll(() => world?.close())

describe('an import', () => {
  it('an import is found by nobody but the account that uploaded it', async () => {
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

  it('an import is refused to an account that lost the right after the upload, and stops where it is lost after the call', async () => {
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
    expect(stopped.reason).toContain('“Draft: Country budget application”')
    expect(await world.items('P%')).toEqual([])
    await world.act('resume', stopped)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1 }, reason: null })
  })

  it('an import does nothing in the name of an account that was disabled before it ran', async () => {
    const run = await world.read([HEADER, ['Q1', 'One', '']])
    await world.act('run', run, { mode: 'all' })
    await world.server.query(`update app_user set status = 'disabled' where account = 'in.channel'`)
    await world.work()
    await world.server.query(`update app_user set status = 'active' where account = 'in.channel'`)
    const [row] = await world.server.query<{ state: string }>('select state from import_run where id = $1', [
      run.importId,
    ])
    expect(row?.state).toBe('checked')
    expect(await world.items('Q%')).toEqual([])
  })

  it('an import that is run from two windows runs once, and an act on an old version is answered with the present state', async () => {
    const run = await world.read([HEADER, ['R1', 'One', '']])
    const both = await Promise.all([world.act('run', run, { mode: 'good' }), world.act('run', run, { mode: 'good' })])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    await world.work()
    expect(await world.items('R%')).toHaveLength(1)
    const stale = await world.act('undo', run)
    expect(stale.error).toMatchObject({ key: 'imports.stale', data: { state: 'done', rows: { applied: 1 } } })
  })

  it('an import that is run again with the same key runs once and answers the same', async () => {
    const run = await world.read([HEADER, ['S1', 'One', '']])
    const one = await world.act('run', run, { mode: 'good' }, 'run-key-1')
    const two = await world.act('run', run, { mode: 'good' }, 'run-key-1')
    expect([one.status, two.status, two.data.version]).toEqual([200, 200, one.data.version])
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1 } })
  })
})
