import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import { createFromRecipe, migratedRecipe } from '#kernel/platform/db/embedded/template.ts'
import { soleTarget } from '#kernel/services/effect-delivery/run-effects.ts'
import { silentNotifier, silentSync } from '#test/helpers/download-world.ts'
import { killPostmaster } from '#test/helpers/servers/processes.ts'
import { until } from '#test/helpers/until.ts'
import { startWorker } from './worker.ts'

/** Whether the query returns rows. */
async function answers(pool: pg.Pool, text: string): Promise<boolean> {
  const found = await pool.query(text).catch(() => null)
  return found !== null && found.rows.length > 0
}

it('a worker survives a database that dies while the queue starts and again while it runs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'worker-'))
  let postgres = await startEmbedded({ dataDir })
  const databaseUrl = await createFromRecipe(postgres.url('postgres'), migratedRecipe(), 'worker')
  const pool = createPool({ databaseUrl, max: 2, name: 'worker' })
  const jobPool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  jobPool.on('error', () => undefined)
  jobPool.on('connect', (client) => client.on('error', () => undefined))
  const returned = async () => {
    killPostmaster(postgres.pid)
    postgres = await startEmbedded({ dataDir })
  }
  killPostmaster(postgres.pid)
  const downloads = {
    pool,
    cursorPool: jobPool,
    files: folderStore(join(dataDir, 'files')),
    exports: new Map(),
    now: productNow,
    limits: { rows: 1, atOnce: 0, minutes: 1, days: 1 },
  }
  const imports = {
    pool,
    files: downloads.files,
    definitions: new Map(),
    now: downloads.now,
    limits: { maxBytes: 1 },
  }
  const effects = {
    pool,
    documents: [],
    targets: { finance: soleTarget(null), dataCentre: new Map() },
    now: productNow,
  }
  const notifier = silentNotifier(pool)
  const asked = vi.spyOn(jobPool, 'connect')
  const worker = await startWorker({
    pool,
    jobPool,
    downloads,
    imports,
    effects,
    reserves: { pool, documents: [], target: null, now: productNow },
    notifier,
    sync: silentSync(pool),
  })
  try {
    await until(
      () => asked.mock.settledResults.some(({ type }) => type === 'rejected'),
      'the queue never asked the dead database',
    )
    postgres = await startEmbedded({ dataDir })
    const addJob = `select graphile_worker.add_job('tidy', job_key => 'asked')`
    const isDone = `select 1 where not exists (select 1 from graphile_worker.jobs where key = 'asked')`
    for (let life = 0; life < 2; life += 1) {
      await until(() => answers(jobPool, addJob), 'the queue was never set up')
      await until(() => answers(jobPool, isDone), 'nobody took the job')
      if (life === 0) await returned()
    }
  } finally {
    await worker.close()
    await Promise.all([pool.end(), jobPool.end()])
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 90_000)
