// Random lives of applications, of schemes and of devices at full size: an hour instead of half a minute. SOAK_RUNS, SOAK_ACTS and
// SOAK_SEED choose how many, how long and which; a failure prints the seed and the shortest life that shows it. Then
// the product is started on days at which calendars and clocks change, axe checks the pages of all areas, whatever they
// open is opened, stories are told in every language, whatever files take turns in `npm test` run, each bench runs at its smallest size, and finally `npm run office` runs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './lib/bootstrap.js'
import { findTestBrowser } from './lib/chromium.js'
import { freePort } from './lib/free-port.js'
import { findOffice } from './lib/office.js'
import { prepareTests } from './lib/test-environment.js'
import { findHostileTools } from './lib/hostile.js'
import { findOldestPostgresql } from './lib/postgresql.js'
import { LONG_FILES, STORIES } from './lib/turns.js'

const { env } = prepareTests()
env.SOAK_RUNS ??= '100'
env.SOAK_ACTS ??= '80'
env.SOAK_SEED ??= String(Date.now() % 2_000_000_000)
// Acts of approvals through the database, and in memory the seeds of the pure engine (40 acts each).
env.FUZZ_ACTS ??= '30000'
env.FUZZ_SEEDS ??= '20000'
// Lives of schemes through the calls of their pages: number and length.
env.SCHEME_ACTS ??= '600'
env.SCHEME_SEEDS ??= [0, 1, 2, 3, 4, 5].map((more) => Number(env.SOAK_SEED) + more).join(',')
// Devices, transactions of each of the two processes that move them, and how often something is killed.
env.DEVICE_UNITS ??= '1500'
env.DEVICE_ACTS ??= '1500'
env.DEVICE_KILLS ??= '40'
env.DEVICE_SEED ??= env.SOAK_SEED
const lives = [
  'test/scenario/budget/budget-property.test.ts',
  'test/scenario/approval/approval-fuzz.test.ts',
  'test/scenario/scheme/scheme-random-lives.test.ts',
  'test/scenario/device/device-random-lives.test.ts',
]
const { code } = await run(env, ['vitest', 'run', ...lives, 'src/kernel/engine/approval/engine/engine-fuzz.test.ts'])
// Starts the product on days at which calendars, zones and clocks change.
const days = await run({ ...env, SOAK_DAYS: '1' }, ['vitest', 'run', 'test/scenario/processes/other-days.test.ts'])
/** Stories of which `npm test` tells a part of their variants. */
const told = readdirSync(join(root, 'test/e2e'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e.ts'))
  .map((file) => `test/e2e/${file.replaceAll('\\', '/')}`)
  .filter((file) => /variantsOfThisRun|'VARIANT_PART'/.test(readFileSync(join(root, file), 'utf8')))
// What `npm test` runs in turns; the random lives and the other days have run at full size above.
const turns = await run({ ...env, ...findHostileTools(), OLDEST_POSTGRESQL_PATH: findOldestPostgresql() }, [
  'vitest',
  'run',
  ...LONG_FILES.filter((file) => !lives.includes(file) && !file.endsWith('other-days.test.ts')),
])
// axe on every page of every area, everything that a page opens, and each story in all of its languages; `npm test` covers a part of them.
const pages = await run(
  {
    ...env,
    AXE_PART: 'all',
    OPENING_PART: 'all',
    VARIANT_PART: 'all',
    CHROMIUM_PATH: findTestBrowser(),
    E2E_PORT: String(await freePort()),
  },
  [
    'playwright',
    'test',
    'test/e2e/accessibility.e2e.ts',
    'test/e2e/every-opening.e2e.ts',
    'test/e2e/every-record.e2e.ts',
    ...new Set([...told, ...STORIES]),
  ],
)
// Each bench at its smallest size; `npm test` tries a sixth of them.
const benches = await run({ ...env, BENCH_PART: 'all', CHROMIUM_PATH: findTestBrowser() }, [
  'vitest',
  'run',
  'test/scenario/processes/benches.test.ts',
])
const office = await run({ ...env, SOFFICE_PATH: findOffice() }, ['vitest', 'run', '--project', 'office'])
process.exitCode = code || days.code || turns.code || pages.code || benches.code || office.code
