import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { matrixText, type PermissionMatrix, permissionMatrix } from './permission-matrix.ts'

const FILE = join(import.meta.dirname, '../../permissions.matrix.tsv')

let server: DemoServer
let matrix: PermissionMatrix

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  const loaded = await loadAreaServers(areas)
  const definitions = {
    records: loaded.flatMap((area) => area.records ?? []),
    documents: loaded.flatMap((area) => area.documents.map(({ definition }) => definition)),
  }
  matrix = await permissionMatrix(server, definitions)
  if (process.env['MATRIX'] === 'write') writeFileSync(FILE, matrixText(matrix))
}, 300_000)

afterAll(() => server?.close())

const guarded = () => matrix.calls.filter(({ right }) => right !== 'signedIn' && right !== 'public')

it('permissions.matrix.tsv has every call with its right and every role with its rights (`npm run matrix` writes it)', () => {
  const [kept, now] = [readFileSync(FILE, 'utf8'), matrixText(matrix)].map((text) => text.split('\n'))
  const [known, found] = [new Set(kept), new Set(now)]
  expect({
    missing: now!.filter((line) => !known.has(line)),
    gone: kept!.filter((line) => !found.has(line)),
  }).toEqual({ missing: [], gone: [] })
  expect(matrix.calls).toHaveLength(server.routes.length)
})

it('nobody may do anything in the other region', () => {
  expect(matrix.calls.filter(({ there }) => there === 'yes')).toEqual([])
  for (const [call, cells] of matrix.byRole)
    expect([call, [...cells].filter(([, cell]) => cell.endsWith('/yes'))]).toEqual([call, []])
})

it('a call that names a right is refused to a person with all other rights, and not refused to a person with this one', () => {
  expect(guarded().length).toBeGreaterThan(1_000)
  expect(guarded().filter(({ without, here }) => without !== '-' && (without !== 'no' || here === 'no'))).toEqual([])
})

it('streams alone are left out of the matrix, and every-route.test.ts asks who may begin one', () => {
  const streams = new Set(
    server.routes.filter(({ mode }) => mode === 'stream').map(({ method, path }) => `${method} ${path}`),
  )
  expect(guarded().filter(({ call, without }) => without === '-' && !streams.has(call))).toEqual([])
})
