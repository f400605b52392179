import type { FastifyInstance } from 'fastify'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { seedAccounts } from '#app/demo-provider/demo-accounts.ts'
import { type Config, readSettings } from '#kernel/base/config/config.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { areas } from '#app/areas.ts'
import { type BuildOptions, buildServer, loadAreaServers } from '#app/server.ts'
import '../test-clock.ts'

export interface RunningServer {
  readonly origin: string
  readonly pool: pg.Pool
  readonly app: FastifyInstance
  readonly routes: readonly Route[]
  /** Moves the server's clock. */
  advance(seconds: number): void
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

export interface RunningServerOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly webFolder?: string
  readonly live?: BuildOptions['live']
  /** Areas that the product does not have, and a test needs. */
  readonly more?: readonly AreaServer[]
}

/** The whole product behind a port of its own, on the given database. Two of them share nothing but that. */
export async function runServer(databaseUrl: string, options: RunningServerOptions = {}): Promise<RunningServer> {
  const port = Number(options.environment?.['PORT'] ?? (await freePort()))
  const environment = {
    PORT: String(port),
    DEMO: '1',
    LOG_LEVEL: 'silent',
    // Most servers of the tests have no worker that a call could wait for.
    EXPORT_AT_ONCE: '0',
    // A test makes as one person the requests that many make in a day.
    REQUESTS_PER_PERSON: '1000000',
    ...options.environment,
  }
  const config: Config = { ...readSettings(environment), databaseUrl }
  const pool = createPool({ databaseUrl, max: 6, name: 'test server' })
  let ahead = 0
  const runtime = { pool, now: () => new Date(productNow().getTime() + ahead) }
  const serverAreas = [...(await loadAreaServers(areas)), ...(options.more ?? [])]
  const { webFolder, live } = options
  const { app, routes } = await buildServer({
    config,
    runtime,
    areas,
    serverAreas,
    ...(webFolder ? { webFolder } : {}),
    ...(live ? { live } : {}),
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    origin: `http://localhost:${port}`,
    pool,
    app,
    routes,
    advance: (seconds) => (ahead += seconds * 1000),
    query: async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[],
    async close() {
      await app.close()
      await pool.end()
    },
  }
}

export async function withAccounts(databaseUrl: string): Promise<string> {
  const pool = createPool({ databaseUrl, max: 1, name: 'test accounts' })
  await transaction(pool, (tx) => seedAccounts(tx))
  await pool.end()
  return databaseUrl
}

/** The provider's address is part of its configuration, so the port is known before the server listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer()
    probe.once('error', reject)
    probe.listen(0, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
