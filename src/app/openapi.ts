import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { productNow } from '#kernel/clock/clock.ts'
import { readSettings } from '#kernel/config/config.ts'
import { areas } from './areas.ts'
import { buildServer, loadAreaServers } from './server.ts'

/** Nothing is asked of a database or a provider while the routes are written down. */
const environment = {
  OIDC_ISSUER: 'https://provider.invalid',
  OIDC_CLIENT_ID: 'none',
}

const pool = {
  connect: () => Promise.reject(new Error('there is no database while the routes are written down')),
}

/** The product with all its calls, and without a database. */
export async function describedServer() {
  const config = { ...readSettings(environment), databaseUrl: '' }
  const runtime = { pool, now: productNow }
  return buildServer({ config, runtime, areas, serverAreas: await loadAreaServers(areas) })
}

/** The text of docs/openapi.json. */
export async function openApiText(): Promise<string> {
  const { app } = await describedServer()
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 1)}\n`
  await app.close()
  return text
}

export const openApiFile = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

if (import.meta.main) writeFileSync(openApiFile, await openApiText())
