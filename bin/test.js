// Everything that must hold, in the order in which it fails fastest. The last line counts it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { prepare, root, run, say } from './lib/bootstrap.js'
import { findChromium } from './lib/chromium.js'

/** @typedef {{ numPassedTests: number, numFailedTests: number, stats: { expected: number, unexpected: number, flaky: number } }} Report what either tool writes */

const reports = join(root, '.cache', 'reports')

/** Variables of a running installation must not reach the tests: they bring their own database and ports. */
const FOREIGN = [
  'DATABASE_URL',
  'DATA_DIR',
  'PORT',
  'HOST',
  'ROLE',
  'DEMO',
  'DEMO_SCALE',
  'NODE_ENV',
  'PUBLIC_URL',
  'FILES_DIR',
]
for (const name of Object.keys(process.env)) {
  if (FOREIGN.includes(name) || name.startsWith('OIDC_') || name.startsWith('PG')) delete process.env[name]
}

const { env } = prepare()
const chromium = findChromium()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

let passed = 0
let failed = 0

/**
 * @param {string} name
 * @param {string[]} command
 */
async function checkStep(name, command) {
  const { code, output, seconds } = await run(env, command, { quiet: true })
  if (code === 0) passed++
  else failed++
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) say(output.trim())
}

/**
 * Counts from the tool's own report. A tool that failed without one failed test (it crashed, a file did not load) counts as one.
 * @param {string} name
 * @param {string[]} command
 * @param {string} file
 * @param {(report: Report) => { passed: number, failed: number }} count
 */
async function testStep(name, command, file, count) {
  say(`\n${name}`)
  const { code } = await run(env, command)
  const path = join(reports, file)
  const counted = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : { passed: 0, failed: 0 }
  passed += counted.passed
  failed += code !== 0 && counted.failed === 0 ? 1 : counted.failed
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 8181))
    })
  })
}

await checkStep('types', ['tsc', '-b', '--force'])
await checkStep('lint', ['oxlint'])
await checkStep('format', ['oxfmt', '--check'])
await checkStep('unused code', ['knip'])

await testStep(
  'Rules, scenarios and architecture',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`],
  'vitest.json',
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
)

env.CHROMIUM_PATH = chromium
env.E2E_PORT = String(await freePort())
env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(reports, 'playwright.json')
await testStep('Browser', ['playwright', 'test', '--reporter=list,json'], 'playwright.json', ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
}))

say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
