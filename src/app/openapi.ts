import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productNow } from '#kernel/base/clock/clock.ts'
import { readSettings } from '#kernel/base/config/config.ts'
import { type ApiDescription, partOf, withComponents } from '#kernel/platform/http/api-description.ts'
import { writtenOut } from '#kernel/platform/http/docs.ts'
import { operationIdOf } from '#kernel/platform/http/operation-name.ts'
import { isPublic, type Route } from '#kernel/platform/http/route.ts'
import { printRoute } from '#kernel/services/print/print.routes.ts'
import { areas } from './areas.ts'
import { buildServer, loadAreaServers } from './server.ts'

/** Generating the description calls neither a database nor a provider. */
const environment = {
  OIDC_ISSUER: 'https://provider.invalid',
  OIDC_CLIENT_ID: 'none',
}

const pool = {
  connect: () => Promise.reject(new Error('there is no database while the routes are written down')),
}

/** A server with all routes, without a database. */
export async function describedServer() {
  const config = { ...readSettings(environment), databaseUrl: '' }
  const runtime = { pool, now: productNow }
  const serverAreas = await loadAreaServers(areas)
  return { ...(await buildServer({ config, runtime, areas, serverAreas })), serverAreas }
}

export interface WrittenApi {
  /** With each schema written out in place. */
  readonly whole: ApiDescription
  /** The text of docs/api.tsv. */
  readonly table: string
  /** The description served as /openapi.json (`openapi`), and those of each area and of the kernel, by file name. */
  readonly files: ReadonlyMap<string, ApiDescription>
}

/** All generated descriptions of the API. */
export async function writtenApi(): Promise<WrittenApi> {
  const { app, routes, serverAreas } = await describedServer()
  await app.ready()
  const whole = writtenOut(app)
  await app.close()
  const described = withComponents(whole)
  const documents = serverAreas.flatMap((area) => area.documents)
  const owners = new Map(
    serverAreas.flatMap((area, index) =>
      [...area.routes, ...area.documents.map(printRoute), ...(area.routesOver?.(documents) ?? [])].map((route) => [
        operationIdOf(route),
        areas[index]!.name,
      ]),
    ),
  )
  const parts = ['kernel', ...areas.map(({ name }) => name)].map((name) => {
    const { title } = described.info
    const part = partOf(described, (operationId) => (owners.get(operationId) ?? 'kernel') === name)
    return [name, { ...part, info: { ...part.info, title: `${title}: ${name}` } }] as const
  })
  return { whole, table: tableOf(whole, routes), files: new Map([['openapi', described], ...parts]) }
}

/** The table that a review of the API reads: one line per call, with a hash of its inputs and answer. */
function tableOf(whole: ApiDescription, routes: readonly Route[]): string {
  const rights = new Map(routes.map((route) => [operationIdOf(route), rightOf(route)]))
  const lines = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const schemas = JSON.stringify([parameters, requestBody, responses['200']])
      const hash = createHash('sha256').update(schemas).digest('hex').slice(0, 12)
      return [method.toUpperCase(), path, rights.get(operationId), operationId, hash].join('\t')
    }),
  )
  const head = ['method', 'path', 'right', 'operationId', 'schemas'].join('\t')
  return `${[head, ...lines.toSorted((a, b) => (a < b ? -1 : 1))].join('\n')}\n`
}

function rightOf({ right }: Route): string {
  if (typeof right === 'string') return right
  return isPublic(right) ? '(public)' : '(signed in)'
}

const root = fileURLToPath(new URL('../..', import.meta.url))
export const apiTable = join(root, 'docs/api.tsv')

if (import.meta.main) {
  const { table, files } = await writtenApi()
  writeFileSync(apiTable, table)
  const folder = join(root, 'dist/openapi')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, description] of files)
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(description, null, 1)}\n`)
}
