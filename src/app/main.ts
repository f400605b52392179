import { systemClock } from '#kernel/clock/clock.ts'
import { purgeExpired } from '#kernel/access/purge.ts'
import { type Config, readConfig } from '#kernel/config/config.ts'
import { createPool } from '#kernel/db/pool.ts'
import type { Runtime } from '#kernel/http/route.ts'
import { areas } from './areas.ts'
import { buildServer, loadAreaServers } from './server.ts'

export interface Serving {
  close(): Promise<void>
}

const PURGE_EVERY_MS = 10 * 60_000

/** Runs what ROLE asks for until it is closed; set-up is the launcher's. */
export async function serve(config: Config): Promise<Serving> {
  const parts: Serving[] = []
  if (config.role !== 'worker') parts.push(await serveHttp(config))
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()))
    },
  }
}

async function serveHttp(config: Config): Promise<Serving> {
  const pool = createPool({ databaseUrl: config.databaseUrl, max: config.pool.server, name: 'server' })
  const runtime: Runtime = { pool, now: () => systemClock.now() }
  const { app } = await buildServer({ config, runtime, areas, serverAreas: await loadAreaServers(areas) })
  const purge = setInterval(() => {
    purgeExpired(pool, runtime.now()).catch((error: unknown) =>
      app.log.warn({ err: error }, 'expired sign-ins were not removed'),
    )
  }, PURGE_EVERY_MS)
  await app.listen({ port: config.port, host: config.host })
  return {
    async close() {
      clearInterval(purge)
      // Requests under way are answered first; who does not finish in time is cut off.
      const cut = setTimeout(() => app.server.closeAllConnections(), config.drainSeconds * 1000)
      await app.close()
      clearTimeout(cut)
      await pool.end()
    },
  }
}

if (import.meta.main) {
  const serving = await serve(readConfig())
  const stop = () => void serving.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
