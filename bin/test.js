// Everything that must hold, in the order in which it fails fastest. The last line counts it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { prepare, root, run, say } from './lib/bootstrap.js'
import { findTestBrowser } from './lib/chromium.js'
import { findClamd } from './lib/clamd.js'
import { freePort } from './lib/free-port.js'
import { findHostileTools } from './lib/hostile.js'
import { findOldestPostgresql } from './lib/postgresql.js'

/**
 * @typedef {object} Outcome what a tool's own report says
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} names of the failed tests, with the first line of why
 * @property {string[]} files in which a test failed
 */

const reports = join(root, '.cache', 'reports')

/** Variables of a running installation must not reach the tests: they bring their own database and ports. */
const FOREIGN = [
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'HOSTILE',
  'DATA_DIR',
  'PORT',
  'HOST',
  'ROLE',
  'DEMO',
  'DEMO_SCALE',
  'NODE_ENV',
  'PUBLIC_URL',
  'FILES_DIR',
  'CLAMAV_URL',
]
for (const name of Object.keys(process.env)) {
  if (FOREIGN.includes(name) || name.startsWith('OIDC_') || name.startsWith('PG')) delete process.env[name]
}

const { env } = prepare()
const chromium = findTestBrowser()
env.CLAMD_PATH = findClamd()
env.OLDEST_POSTGRESQL_PATH = findOldestPostgresql()
Object.assign(env, findHostileTools())
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

let passed = 0
let failed = 0
/** @type {string[]} */
const failures = []
/** @type {string[]} */
const unsteady = []

/**
 * @param {string} name
 * @param {string[]} command
 */
async function checkStep(name, command) {
  const { code, output, seconds } = await run(env, command, { quiet: true })
  if (code === 0) passed++
  else {
    failed++
    failures.push(name)
  }
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) say(output.trim())
}

/** @param {string} file @param {(report: any) => Outcome} read @returns {Outcome} */
function outcomeOf(file, read) {
  const path = join(reports, file)
  return existsSync(path)
    ? read(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0, names: [], files: [] }
}

/**
 * Runs a tool and counts from its own report. What failed is run once more by itself: a test that passes then depends on
 * how busy the machine is, which is a fault of the test, named in the last lines, but says nothing against the product.
 * A file that did not load, or whose preparation failed, counts as one failed test, and so does a tool that crashed.
 * @param {string} name
 * @param {string[]} command
 * @param {string} file
 * @param {(report: any) => Outcome} read
 * @param {(first: Outcome) => string[]} again arguments that choose what failed
 */
async function testStep(name, command, file, read, again) {
  say(`\n${name}`)
  const { code } = await run(env, command)
  const first = outcomeOf(file, read)
  passed += first.passed
  if (code === 0) return
  if (first.failed === 0 || first.failed > MOST_AGAIN) {
    failed += Math.max(1, first.failed)
    failures.push(...(first.names.length > 0 ? first.names : [`${name}: the tool itself failed`]))
    return
  }
  say(`\n${name}: ${first.failed} failed, run once more by themselves`)
  rmSync(join(reports, file), { force: true })
  await run(env, [...command, ...again(first)])
  const second = outcomeOf(file, read)
  // A tool that did not even report has proved nothing.
  const isKnown = second.passed + second.failed > 0
  const still = isKnown ? second.failed : first.failed
  failed += still
  passed += Math.max(0, first.failed - still)
  if (still > 0) failures.push(...(isKnown ? second.names : first.names))
  else unsteady.push(...first.names)
}

/** More than a few failures are no accident. */
const MOST_AGAIN = 3

/** @param {string} text */
const firstLine = (text) => text.trim().split('\n')[0]?.slice(0, 200) ?? ''

/** @param {any} report @returns {Outcome} */
function vitestOutcome(report) {
  const bad = report.testResults.filter((/** @type {any} */ file) => file.status === 'failed')
  const names = bad.flatMap((/** @type {any} */ file) => {
    const path = relative(root, file.name)
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    if (tests.length === 0) return [`${path}: ${firstLine(file.message)}`]
    return tests.map(
      (/** @type {any} */ test) => `${path} › ${test.fullName}: ${firstLine(test.failureMessages.join(' '))}`,
    )
  })
  return {
    passed: report.numPassedTests,
    failed: names.length,
    names,
    files: bad.map((/** @type {any} */ file) => file.name),
  }
}

/** @param {any} report @returns {Outcome} */
function playwrightOutcome(report) {
  /** @type {string[]} */
  const names = []
  /** @param {any} suite */
  const walk = (suite) => {
    for (const spec of suite.specs ?? [])
      if (!spec.ok)
        names.push(
          `${spec.file}:${spec.line} › ${spec.title}: ${firstLine(spec.tests[0]?.results[0]?.error?.message ?? '')}`,
        )
    for (const inner of suite.suites ?? []) walk(inner)
  }
  for (const suite of report.suites) walk(suite)
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky, names, files: [] }
}

// Two at a time: each uses little more than one core for most of its time.
await Promise.all([
  checkStep('types', ['tsc', '-b', '--force']).then(() => checkStep('format', ['oxfmt', '--check'])),
  checkStep('unused code', ['knip']).then(() => checkStep('lint', ['oxlint'])),
])

await testStep(
  'Rules, scenarios and architecture',
  [
    'vitest',
    'run',
    '--project=!office',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
  'vitest.json',
  vitestOutcome,
  ({ files }) => files,
)

env.CHROMIUM_PATH = chromium
env.E2E_PORT = String(await freePort())
env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(reports, 'playwright.json')
await testStep('Browser', ['playwright', 'test', '--reporter=list,json'], 'playwright.json', playwrightOutcome, () => [
  '--last-failed',
  // What a page was like at every step costs as much as the test itself, so only who failed once is watched like that.
  '--trace=retain-on-failure',
])

// The demonstration that has lived through the browser tests: its history is what was written.
env.DATA_DIR = join(root, '.cache', 'e2e')
await checkStep('audit of the demonstration after the browser tests', ['node', 'src/app/audit-verify.ts'])

if (unsteady.length > 0) say(`\nPassed only by themselves, so to be made steady:\n  ${unsteady.join('\n  ')}`)
if (failures.length > 0) say(`\nFailed:\n  ${failures.join('\n  ')}`)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
