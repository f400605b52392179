import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'
import { matrixText, permissionMatrix } from '#test/helpers/permission-matrix.ts'

const FILE = join(import.meta.dirname, '../permissions.matrix.tsv')

let server: DemoServer
let text: string

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  const loaded = await loadAreaServers(areas)
  const definitions = {
    records: loaded.flatMap((area) => area.records ?? []),
    documents: loaded.flatMap((area) => area.documents.map(({ definition }) => definition)),
  }
  text = matrixText(await permissionMatrix(server, definitions))
  if (process.env['MATRIX'] === 'write') writeFileSync(FILE, text)
}, 600_000)

afterAll(() => server?.close())

const rowsOf = (all: string) =>
  all
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'))

it('every call has its row, and every role may do what its row says: `npm run matrix` writes it', () => {
  const kept = new Map(rowsOf(readFileSync(FILE, 'utf8')).map(([call, ...cells]) => [call, cells.join('\t')]))
  const now = new Map(rowsOf(text).map(([call, ...cells]) => [call, cells.join('\t')]))
  expect([...now.keys()].filter((call) => !kept.has(call))).toEqual([])
  expect([...kept.keys()].filter((call) => !now.has(call))).toEqual([])
  expect([...now].filter(([call, cells]) => kept.get(call) !== cells)).toEqual([])
})

it('nobody may do anything in the other region', () => {
  const [head, ...rows] = rowsOf(text)
  const faults = rows.flatMap(([call, right, ...cells]) =>
    cells.flatMap((cell, index) => (cell.endsWith('/yes') ? [`${call} (${right}) as ${head![index + 2]}`] : [])),
  )
  expect(faults).toEqual([])
})

it('a right is asked of every call that says it needs one: where the role lacks it the answer is no', async () => {
  const held = await server.query<{ role: string; right: string }>(
    'select role_code as role, right_code as right from role_right',
  )
  const has = new Set(held.map(({ role, right }) => `${role} ${right}`))
  const [head, ...rows] = rowsOf(text)
  const wrong = rows.flatMap(([call, right = '', ...cells]) =>
    right === 'signedIn' || right === 'public'
      ? []
      : cells.flatMap((cell, index) =>
          (cell === 'no/no') === has.has(`${head![index + 2]} ${right}`)
            ? [`${call} as ${head![index + 2]}: ${cell}`]
            : [],
        ),
  )
  expect(wrong).toEqual([])
})
