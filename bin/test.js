// All tests, those that fail fastest first. The last line counts them. With the names of areas (`npm test -- budget`)
// only the tests that concern them (test/arch/support/area-tests.ts), which takes a minute or two.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run, say } from './lib/bootstrap.js'
import { findTestBrowser } from './lib/chromium.js'
import { format, lint, types, unusedCode } from './lib/checks.js'
import { costLines } from './lib/costs.js'
import { findClamd } from './lib/clamd.js'
import { freePort } from './lib/free-port.js'
import { findHostileTools } from './lib/hostile.js'
import { findOldestPostgresql } from './lib/postgresql.js'
import { playwrightCosts, playwrightOutcome, vitestCosts, vitestOutcome } from './lib/reports.js'
import { compiled, prepareTests } from './lib/test-environment.js'
import { filesOfOtherRuns } from './lib/turns.js'

/** @typedef {import('./lib/reports.js').Outcome} Outcome */

const reports = join(root, '.cache', 'reports')

const { env } = prepareTests()
const { areas, areasOf } = await testsOfAreas()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((area) => !areas.includes(area))
if (unknown.length > 0) fail(`There is no area ${unknown.join(', ')}. The areas: ${areas.join(', ')}.`)
/** Empty: all. */
const chosen = [...areasOf].filter(([, of]) => of.some((area) => wanted.includes(area))).map(([file]) => file)
/** Files that other runs have: where areas are named, none. */
const others = wanted.length === 0 ? filesOfOtherRuns() : { long: [], stories: [] }
const left = [...others.long, ...others.stories]
// The configurations of vitest and Playwright read it.
env.LEFT_OUT = left.join(',')
const isOfBrowser = (/** @type {string} */ file) => file.startsWith('test/e2e/')
env.CHROMIUM_PATH = findTestBrowser()
if (wanted.length === 0) {
  // The compile cache keeps every version of a file and is never cleaned by itself.
  rmSync(compiled, { recursive: true, force: true })
  env.CLAMD_PATH = findClamd()
  env.OLDEST_POSTGRESQL_PATH = findOldestPostgresql()
  Object.assign(env, findHostileTools())
}
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

let passed = 0
let failed = 0
/** @type {string[]} */
const failures = []
/** @type {string[]} */
const unsteady = []
/** @type {import('./lib/costs.js').Cost[]} */
const costs = []

/** @param {import('./lib/checks.js').Check} check */
async function checkStep({ name, command, env: own }) {
  const { code, output, seconds } = await run({ ...env, ...own }, command, { quiet: true })
  if (code === 0) passed++
  else {
    failed++
    failures.push(name)
  }
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) say(output.trim())
}

/**
 * @typedef {object} TestStep
 * @property {string} name
 * @property {string[]} command
 * @property {string[]} tests files that are run; none: all
 * @property {string} report path of the tool's own
 * @property {(report: string) => Outcome} read
 * @property {(first: Outcome) => string[]} again arguments that choose what failed
 * @property {() => import('./lib/costs.js').Cost[]} costs of the run that just ended
 */

/**
 * Runs a tool and counts from its own report. Failures are run once more alone: a test that passes then depends on the
 * load of the machine, which is a fault of the test, named in the last lines, but no failure of the product. A file
 * that did not load, or whose set-up failed, counts as one failed test, and so does a crashed tool.
 * @param {TestStep} step
 */
async function testStep({ name, command, tests, report, read, again, costs: costsOf }) {
  if (wanted.length > 0 && tests.length === 0) return
  say(`\n${name}`)
  const { code } = await run(env, [...command, ...tests])
  const first = read(report)
  costs.push(...costsOf())
  passed += first.passed
  if (code === 0) return
  if (first.failed === 0 || first.failed > MOST_AGAIN) {
    failed += Math.max(1, first.failed)
    failures.push(...(first.names.length > 0 ? first.names : [`${name}: the tool itself failed`]))
    return
  }
  say(`\n${name}: ${first.failed} failed, run once more by themselves`)
  rmSync(report, { force: true })
  await run(env, [...command, ...again(first)])
  const second = read(report)
  // A tool without a report has proved nothing.
  const isKnown = second.passed + second.failed > 0
  const still = isKnown ? second.failed : first.failed
  failed += still
  passed += Math.max(0, first.failed - still)
  if (still > 0) failures.push(...(isKnown ? second.names : first.names))
  else unsteady.push(...first.names)
}

/** More failures than this are no accident. */
const MOST_AGAIN = 3

/** The areas, and which of them each test concerns. */
async function testsOfAreas() {
  const { code, output } = await run(env, ['node', 'test/arch/support/area-tests.ts'], { quiet: true })
  if (code !== 0) fail(output)
  /** @type {{ areas: string[], tests: [string, string[]][] }} */
  const found = JSON.parse(output)
  return { areas: found.areas, areasOf: new Map(found.tests) }
}

// Two at a time: each uses little more than one core most of the time.
if (wanted.length === 0)
  await Promise.all([checkStep(types).then(() => checkStep(format)), checkStep(unusedCode).then(() => checkStep(lint))])

const vitestReport = join(reports, 'vitest.json')
const moduleTimes = join(reports, 'module-times.json')
env.MODULE_TIMES = moduleTimes
await testStep({
  name: wanted.length === 0 ? 'Rules, scenarios and architecture' : 'Rules and scenarios',
  command: [
    'vitest',
    'run',
    '--project=!office',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    `--reporter=${join(root, 'bin', 'lib', 'module-times.js')}`,
  ],
  tests: chosen.filter((file) => !isOfBrowser(file)),
  report: vitestReport,
  read: vitestOutcome,
  again: ({ files }) => files,
  costs: () => vitestCosts(moduleTimes),
})

env.E2E_PORT = String(await freePort())
const playwrightReport = join(reports, 'playwright.json')
env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwrightReport
await testStep({
  name: 'Browser',
  command: ['playwright', 'test', '--reporter=list,json'],
  tests: chosen.filter(isOfBrowser),
  report: playwrightReport,
  read: playwrightOutcome,
  again: () => [
    '--last-failed',
    // Recording a page at every step costs as much as the test itself, so only a failed test is recorded, on its second run.
    '--trace=retain-on-failure',
  ],
  costs: () => playwrightCosts(playwrightReport),
})

if (wanted.length === 0) {
  // The browser tests have written into their demonstration's history, which must still verify.
  env.DATA_DIR = join(root, '.cache', 'e2e')
  await checkStep({
    name: 'audit of the demonstration after the browser tests',
    command: ['node', 'src/app/audit-verify.ts'],
  })
}

if (left.length > 0) say(`\nNot in this run (\`npm run soak\` has all): ${left.join(', ')}`)
if (costs.length > 0) say(`\n${costLines(costs, areasOf)}`)
if (unsteady.length > 0) say(`\nPassed only by themselves, so to be made steady:\n  ${unsteady.join('\n  ')}`)
if (failures.length > 0) say(`\nFailed:\n  ${failures.join('\n  ')}`)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
