import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Uploaded } from '#test/helpers/import-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { killWorker, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { until } from '#test/helpers/until.ts'

// The month's end of a country, and a worker that is killed while it writes the documents.

const WHO = 'in.finance'
const SCHEMES = 40
const filesDir = mkdtempSync(join(tmpdir(), 'withholds-'))

let server: DemoServer
let other: ServerProcess
let story: SchemeStory
const schemes: string[] = []

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl, { FILES_DIR: filesDir })
  story = await schemeStory(server)
  for (let count = 0; count < SCHEMES; count += 1) schemes.push((await story.scheme([{ amount: '100.00' }])).no)
  other = await startServerProcess(databaseUrl, await freePort(), 'all', { FILES_DIR: filesDir })
})

afterAll(async () => {
  await Promise.all([other?.stop(), server?.close()])
  rmSync(filesDir, { recursive: true, force: true })
})

const detail = async (importId: string) =>
  (await server.call<ImportRunView>(WHO, '/aps/import/detail', { importId })).data

async function rested(importId: string): Promise<ImportRunView> {
  await until(
    async () => !(await detail(importId)).can.cancel,
    () => `the run still works; the server: ${other.condition()}`,
  )
  return detail(importId)
}

it('after kill -9 in the middle of a month-end accrual run every scheme has exactly one withhold', async () => {
  const { year, month } = story.budget
  const rows = schemes.map((no) => `${no},1,regular,${story.budget.currency},60.00`)
  const bytes = Buffer.from(['Scheme,Scheme line,Kind,Currency,Amount to withhold', ...rows].join('\n'))
  const params = JSON.stringify({ idcCode: 'IN', year, month, reason: 'Month-end withhold run' })
  const { data, msg } = await server.upload<Uploaded>(WHO, '/aps/import/upload/scheme-withhold-run', {
    name: 'run.csv',
    bytes,
    fields: { params },
  })
  if (!data) throw new Error(msg)
  const { importId } = data
  const { version, rows: read } = await rested(importId)
  expect(read).toMatchObject({ total: SCHEMES, create: SCHEMES, bad: 0 })

  // Ids are used up even by drafts that are not committed.
  const ids = async () =>
    Number((await server.query<{ id: string }>('select last_value as id from document_id'))[0]!.id)
  const before = await ids()
  const started = await server.call(WHO, '/aps/import/run', { importId, version, mode: 'good' })
  expect(started.status).toBe(200)
  await until(async () => (await ids()) > before + SCHEMES / 4, 'nothing was written', { everyMs: 1 })
  await killWorker(server, other, importId)
  const made = () =>
    server.query<{ no: string; drafts: number }>(
      `select draft ->> 'schemeNo' as no, count(*)::int as drafts from scheme_withhold
       where state = 'draft' and draft ->> 'schemeNo' = any ($1) group by 1 order by 1`,
      [schemes],
    )
  expect((await made()).length).toBeLessThan(SCHEMES)

  expect(await rested(importId)).toMatchObject({ state: 'done', rows: { applied: SCHEMES, bad: 0 } })
  expect(await made()).toEqual(schemes.toSorted().map((no) => ({ no, drafts: 1 })))
  expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
})
