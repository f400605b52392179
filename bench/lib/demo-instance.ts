import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemo } from '#app/demo.ts'
import { Shutdown } from '#app/launch/shutdown.ts'
import { ensureWebBuild } from '#app/launch/web-build.ts'
import { readConfig } from '#kernel/base/config/config.ts'
import { type BenchDatabase, benchDatabase } from './database.ts'
import { startServer } from './processes.ts'
import { IS_SMALL } from './report.ts'

export interface Instance {
  readonly origin: string
  close(): Promise<void>
}

/** The product with its built pages and the demonstration company, for benches that open it in a browser. */
export async function demoInstance(name: string): Promise<Instance> {
  await ensureWebBuild(new Shutdown(), (text) => console.log(text))
  const dataDir = mkdtempSync(join(tmpdir(), `bench-${name}-`))
  const database = await demonstration(name, dataDir)
  const server = await startServer(database.url, { HOST: 'localhost', DATA_DIR: dataDir })
  return {
    origin: `http://localhost:${server.port}`,
    async close() {
      await server.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * `npm test` has a template of the demonstration at its own time. It lacks the attachments' files, which only a measuring run needs.
 */
async function demonstration(name: string, dataDir: string): Promise<BenchDatabase> {
  if (IS_SMALL) {
    const { demoRecipe } = await import('#test/helpers/servers/demo-recipe.ts')
    return await benchDatabase(name, demoRecipe())
  }
  const database = await benchDatabase(name)
  await loadDemo(database.url, readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '1' }))
  return database
}
