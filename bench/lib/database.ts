import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EmbeddedServer, startEmbedded } from '#kernel/db/embedded.ts'
import { createFromRecipe, dropDatabases, migratedRecipe } from '#kernel/db/template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface BenchDatabase {
  readonly server: EmbeddedServer
  /** An empty, migrated database. */
  readonly url: string
  close(): Promise<void>
}

/** The embedded PostgreSQL as production starts it (fsync on), with a new database of this bench. */
export async function benchDatabase(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const dataDir = process.env['BENCH_DATA_DIR'] ?? join(root, '.cache', 'bench')
  const server = await startEmbedded({ dataDir, settings, say: (text) => console.log(text) })
  try {
    await dropDatabases(server.url('postgres'), 'bench_')
    const url = await createFromRecipe(server.url('postgres'), migratedRecipe(), `bench_${name}`)
    return {
      server,
      url,
      async close() {
        // A pool that was told to end says goodbye a moment later; the server would cut it off with a complaint.
        await sleep(200)
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
