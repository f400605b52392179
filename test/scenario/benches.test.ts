import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { freePort } from '#test/helpers/running-server.ts'
import { endAll } from '../../bench/lib/processes.ts'

/** These drive a browser, and nothing starts them yet but whoever runs them. */
const IN_BROWSER = ['first-load', 'lighthouse', 'list-scroll']
const folder = join(import.meta.dirname, '../../bench')
const benches = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => !IN_BROWSER.includes(name))

beforeAll(async () => {
  const { url, prefix } = inject('database')
  vi.stubEnv('BENCH_SMALL', '1')
  vi.stubEnv('BENCH_SERVER', url)
  vi.stubEnv('BENCH_PREFIX', `${prefix}bench_`)
  vi.stubEnv('BENCH_PORT', String(await freePort()))
})
afterEach(endAll)

it.each(benches)(
  'the bench of %s runs to its end at a size of seconds and says how its goals were met',
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
