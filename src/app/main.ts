import pg from 'pg'
import type { SendHead } from '#kernel/platform/audit/anchor.ts'
import { productNow, setClock } from '#kernel/base/clock/clock.ts'
import { type Config, readConfig } from '#kernel/base/config/config.ts'
import { createPool, sessionOptions } from '#kernel/platform/db/pool.ts'
import { createCursorPool } from '#kernel/platform/db/snapshot.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { openFilesStore } from '#kernel/platform/files/open-store.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { registerPermissions } from '#kernel/platform/access/known-permissions.ts'
import { permissionSource } from '#kernel/platform/access/permission.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { soleTarget } from '#kernel/services/effect-delivery/run-effects.ts'
import { LISTENING, startWorker } from '#app/worker/worker.ts'
import { sendPlainMail } from '#kernel/services/notify/mail.ts'
import { createNotifier } from '#kernel/services/notify/notifier.ts'
import { outsideOf } from '#kernel/services/sync/outbound-client.ts'
import { knowDictionaries } from '#kernel/engine/setting/dictionary.ts'
import { withParameters } from '#kernel/engine/setting/kernel-parameters.ts'
import { watchLive } from '#kernel/platform/parameter/live.ts'
import { keptKinds } from '#kernel/engine/record/known-records.ts'
import { areas } from './areas.ts'
import { menu } from './menu.ts'
import { endWithParent, lower, startWorkerProcess } from './launch/worker-process.ts'
import { buildServer, exportsOf, importsOf, loadAreaServers } from './server.ts'

export interface Serving {
  close(): Promise<void>
}

/** Runs what ROLE asks for until it is closed; the launcher does the set-up. Both means two processes, so that no job delays an answer. */
export async function serve(config: Config): Promise<Serving> {
  if (config.role === 'worker') return serveJobs(config)
  const parts: Serving[] = [await serveHttp(config)]
  if (config.role === 'all') parts.push(startWorkerProcess(config))
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()))
    },
  }
}

async function serveHttp(config: Config): Promise<Serving> {
  const pool = createPool({ databaseUrl: config.databaseUrl, max: config.pool.server, name: 'server' })
  const runtime: Runtime = {
    pool,
    now: productNow,
    reserve: config.financeReserve,
  }
  const { app } = await buildServer({ config, runtime, areas, serverAreas: await loadAreaServers(areas) })
  await transaction(pool, (tx) => tx.run(keptKinds()))
  await app.listen({ port: config.port, host: config.host })
  return {
    async close() {
      // Running requests are finished first, within the grace period.
      const cut = setTimeout(() => app.server.closeAllConnections(), config.drainSeconds * 1000)
      await app.close()
      clearTimeout(cut)
      await pool.end()
    },
  }
}

/** Two large exports and a small one at a time. */
const CURSORS = 3

/** The database's process behind a connection; only where it runs on this machine. */
function backendOf(client: pg.PoolClient): number {
  return (client as unknown as { readonly processID: number }).processID
}

async function serveJobs(given: Config): Promise<Serving> {
  const config = withParameters(given)
  const pool = createPool({ databaseUrl: config.databaseUrl, max: config.pool.worker, name: 'worker' })
  const jobPool = new pg.Pool({
    connectionString: config.databaseUrl,
    // Each of the queue's runners keeps one connection to listen; without spare ones no job would ever be taken.
    max: config.pool.worker + LISTENING,
    application_name: 'jobs',
    options: sessionOptions(),
  })
  // The pool replaces a lost connection (database restart); without a listener the error would end the process.
  jobPool.on('error', (error) => {
    if (!jobPool.ending) console.error(`database connection lost: ${error.message}`)
  })
  jobPool.on('connect', (client) => client.on('error', () => undefined))
  for (const area of areas) registerTexts(area.name, area.texts, area.rights)
  const live = await watchLive(pool)
  registerPermissions(permissionSource(menu, areas))
  const serverAreas = await loadAreaServers(areas)
  knowDictionaries(serverAreas.flatMap((area) => area.records ?? []))
  const cursorPool = createCursorPool({
    databaseUrl: config.databaseUrl,
    max: CURSORS,
    name: 'exports',
    minutes: config.downloads.minutes,
  })
  if (config.lowersDatabase) cursorPool.on('connect', (client) => lower(backendOf(client)))
  const downloads = {
    pool,
    cursorPool,
    files: await openFilesStore(config),
    exports: exportsOf(serverAreas),
    now: productNow,
    limits: config.downloads,
  }
  const imports = {
    pool,
    files: downloads.files,
    definitions: importsOf(serverAreas),
    now: productNow,
    limits: config.imports,
  }
  const effects = {
    pool,
    documents: serverAreas.flatMap((area) => area.documents),
    targets: { finance: soleTarget(config.financePush), dataCentre: config.dataCentrePush },
    now: productNow,
  }
  const reserves = {
    pool,
    documents: effects.documents,
    target: config.financeReserve,
    now: productNow,
  }
  const notifier = createNotifier({
    pool,
    now: productNow,
    documents: serverAreas.flatMap((area) => area.documents),
    publicUrl: config.publicUrl,
    config: config.notify,
  })
  const sync = { pool, outside: outsideOf(config.sync), now: productNow, days: config.sync.days }
  const work = serverAreas.flatMap((area) => area.work ?? [])
  const follows = serverAreas.flatMap((area) => area.follows ?? [])
  const worker = await startWorker({
    pool,
    jobPool,
    downloads,
    imports,
    effects,
    reserves,
    notifier,
    sync,
    work,
    follows,
    auditAnchor: { ...config.auditAnchor, mail: headMail(config) },
  })
  return {
    async close() {
      await worker.close()
      await live.close()
      await Promise.all([pool.end(), jobPool.end(), cursorPool.end()])
    },
  }
}

function headMail({ notify: { mail } }: Config): SendHead | null {
  return mail && ((to, subject, text) => sendPlainMail(mail, { to, subject, text }))
}

if (import.meta.main) {
  const config = readConfig()
  setClock(config.clock)
  const starting = serve(config)
  let stopping: Promise<void> | undefined
  const stop = () => void (stopping ??= starting.then((serving) => serving.close()).then(() => process.exit(0)))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Checked before serving: the parent may be gone by then.
  if (config.role === 'worker') endWithParent(stop)
  await starting
}
