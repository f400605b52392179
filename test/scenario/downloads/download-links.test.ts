import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileErrorTexts } from '#kernel/platform/files/locale/file-errors.en.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'

let world: DownloadWorld

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  await world.startWorker()
})

afterAll(() => world?.close())

describe('a download link', () => {
  it('a download link works without a session for a minute and ends with the session that made it', async () => {
    const lines = '/gs/IN/oversea/aps/budget/country/page/export'
    const started = await world.server.call<{ taskId: string }>('in.manager', lines, { countryCode: 'NP' })
    const task = await world.ended('in.manager', started.data.taskId)
    const key = task.downloadUrl?.split('/').at(-1) ?? ''
    const make = async () => {
      const answer = await world.server.fetch('in.manager', `/aps/file/tmpUrl?key=${key}`)
      return (JSON.parse(answer.bytes.toString()) as { data: { url: string } }).data.url
    }
    const url = await make()
    const file = await world.server.fetch(null, url)
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent(task.name))
    expect(file.bytes.equals((await world.server.fetch('in.manager', task.downloadUrl ?? '')).bytes)).toBe(true)
    expect((await world.server.fetch(null, `${url}x`)).status).toBe(404)
    await world.server.query(`update file_link set expires_at = product_now() - interval '1 second'`)
    expect((await world.server.fetch(null, url)).status).toBe(404)
    const last = await make()
    const usedAgo = (hours: number) =>
      world.server.query(
        `update session set last_seen_at = product_now() - $1 * interval '1 hour'
         where user_id = (select id from app_user where account = 'in.manager')`,
        [hours],
      )
    await usedAgo(5)
    expect((await world.server.fetch(null, last)).status).toBe(404)
    await usedAgo(0)
    expect((await world.server.fetch(null, last)).status).toBe(200)
    await world.server.query(
      `delete from session where user_id = (select id from app_user where account = 'in.manager')`,
    )
    expect((await world.server.fetch(null, last)).status).toBe(404)
  })
})

describe('the tasks of the download centre', () => {
  it('a file keeps the name that was told when its export began, however long it took', async () => {
    // The server's clock is behind the worker's, as if the export had begun at another time than it was made.
    world.server.advance(-95)
    const { data } = await world.server.call<{ taskId: string; name: string }>(
      'in.channel',
      '/gs/IN/oversea/aps/budget/country/page/export',
      {
        countryCode: 'NP',
        offlineExport: 1,
      },
    )
    world.server.advance(95)
    expect((await world.ended('in.channel', data.taskId)).name).toBe(data.name)
  })

  it('filters of the download centre that nobody has chosen narrow nothing, empty as well as left out', async () => {
    const all = await world.tasks('in.channel')
    expect(await world.tasks('in.channel', { type: '', status: '', createTimeStart: '' })).toEqual(all)
  })
})

describe('an export with a failing file store', () => {
  it('an export whose file store fails is marked failed after its attempts, and succeeds when it is retried', async () => {
    const folder = join(world.filesDir, 'downloads')
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'a file where the folder should be')
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const lines = '/gs/IN/oversea/aps/budget/country/page/export'
    const started = await world.server.call<{ taskId: string }>('in.rsm', lines, { countryCode: 'NP' })
    const failed = await world.ended('in.rsm', started.data.taskId)
    expect(failed).toMatchObject({ status: 3, downloadUrl: null })
    expect(failed.resultDescr).toBe(fileErrorTexts.storeAway)
    quiet.mockRestore()
    rmSync(folder)
    expect((await world.server.call('in.rsm', '/aps/download-center/retry', { id: failed.id })).status).toBe(200)
    const made = await world.ended('in.rsm', failed.id)
    expect(made.status).toBe(2)
    expect((await world.server.fetch('in.rsm', made.downloadUrl ?? '')).status).toBe(200)
  })
})
