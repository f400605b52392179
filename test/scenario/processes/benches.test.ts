import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { hasItsTurn, partOfThisRun } from '#test/helpers/rotation.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { findTestBrowser } from '../../../bin/lib/chromium.js'
import { endAll } from '../../../bench/lib/processes.ts'

// Starting what a bench measures costs the same at every size. A run tries a sixth of the benches, which the commit chooses, and `npm run soak`
// all of them. `actions` has a test of its own.
const PARTS = 6
const part = partOfThisRun('BENCH_PART', PARTS)

const folder = join(import.meta.dirname, '../../../bench')
const benches = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts') && file !== 'actions.bench.ts' && hasItsTurn(file, part, PARTS))
  .map((file) => file.replace('.bench.ts', ''))

beforeAll(async () => {
  const { url, prefix } = inject('database')
  vi.stubEnv('BENCH_SMALL', '1')
  vi.stubEnv('BENCH_SERVER', url)
  vi.stubEnv('BENCH_PREFIX', `${prefix}bench_`)
  vi.stubEnv('BENCH_PORT', String(await freePort()))
  vi.stubEnv('BENCH_PLAIN_PORT', String(await freePort()))
  // Benches that open pages build them if needed, and use the browser of the browser tests.
  vi.stubEnv('CHROMIUM_PATH', findTestBrowser())
})
afterEach(endAll)

it.each(benches)(
  'the bench %s runs to its end at its smallest size and says which of its goals were met',
  async (name) => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    try {
      await import(/* @vite-ignore */ join(folder, `${name}.bench.ts`))
      expect(said.mock.calls.map(([text]) => String(text))).toContainEqual(
        expect.stringMatching(/^goal .*: (met|missed)/),
      )
    } finally {
      said.mockRestore()
    }
  },
  300_000,
)

// The tests above share a process in which the kernel has its texts and rates already.
it('a bench that acts on documents runs as a process of its own', async () => {
  const run = promisify(execFile)(process.execPath, [join(folder, 'actions.bench.ts')], { encoding: 'utf8' })
  expect((await run).stdout).toMatch(/^goal .*: (met|missed)/m)
}, 300_000)
