import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Flight } from '#kernel/platform/db/flight.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { attachmentRoutes } from '#kernel/services/file-service/attachment.routes.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { PDF } from '#test/scenario/files/attachment-world.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'

let world: World
const folder = mkdtempSync(join(tmpdir(), 'attachment-commit-'))

beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
})

afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A database that executes a given number of commits and then loses the answer. */
function unheard(after: number): TransactionPool {
  let commits = 0
  return {
    async connect() {
      const client = await world.pool.connect()
      const heard = (flight: Flight) => {
        const ends = flight.statements.some(({ text }) => text === 'commit')
        const answers = client.query(flight).answers.then((answered) => {
          if (ends && ++commits === after) throw Object.assign(new Error('connection lost'), { code: '08006' })
          return answered
        })
        return { answers }
      }
      const release = (error?: Error) => client.release(error)
      return Object.assign(Object.create(client) as typeof client, { query: heard, release })
    },
  }
}

it('an upload whose commit was answered by a lost connection keeps its bytes and its row', async () => {
  const files = folderStore(folder)
  const limits = { maxBytes: 1_000_000, linkMinutes: 1 }
  const services = { files, scanner: null, definitions: new Map(), records: new Map(), groups: [], limits }
  const upload = attachmentRoutes(services).find(({ path }) => path.endsWith('/upload'))
  const runtime = { pool: unheard(2), now: () => world.now }
  const file = { name: 'lost.pdf', bytes: Readable.from([PDF]), fields: {} }
  const taken = upload?.handler(runtime as never, await world.contextOf('in.channel'), file as never)
  await expect(taken).rejects.toThrow('connection lost')
  const [row] = await world.query<{ key: string; size: number }>('select key, size from attachment')
  expect(row?.size).toBe(PDF.length)
  expect(readdirSync(join(folder, 'attachments'))).toEqual([row?.key])
})
