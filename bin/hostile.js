// Attack tools against an instance of our own: started for it on 127.0.0.1, signed in, ended with it. No other host is
// ever called. `--short` is the part that `npm test` runs; the whole takes some minutes. Both end by themselves.
import { run, say } from './lib/bootstrap.js'
import { findTestBrowser } from './lib/chromium.js'
import { freePort } from './lib/free-port.js'
import { findHostileTools } from './lib/hostile.js'
import { prepareTests } from './lib/test-environment.js'

const { env } = prepareTests()
const isShort = process.argv.includes('--short')
Object.assign(env, findHostileTools(), { HOSTILE: isShort ? 'short' : 'full' })
const inputs = await run(env, ['vitest', 'run', '--project', 'scenario', 'test/scenario/calls/hostile-inputs.test.ts'])
// One after the other, because scanning requests would delay those whose time the first measures.
const bodies = await run(env, ['vitest', 'run', '--project', 'hostile', 'held-process'])
const tools = await run(env, ['vitest', 'run', '--project', 'hostile', 'tools'])
// Markup in every text, and every page.
Object.assign(env, { CHROMIUM_PATH: findTestBrowser(), E2E_PORT: String(await freePort()) })
const pages = await run(env, ['playwright', 'test', 'stored-script', '--reporter=list'])
// Queries the registry; without network access it says so, and claims nothing.
const audit = isShort ? null : await run(env, ['npm', 'audit', '--omit=dev', '--audit-level=high'], { quiet: true })
if (audit)
  say(
    /vulnerabilit|severity/.test(audit.output)
      ? audit.output.trim()
      : 'Packages were not audited: the registry gave no answer.',
  )
const isKnownBad = audit !== null && audit.code !== 0 && /severity/.test(audit.output)
process.exitCode = inputs.code || bodies.code || tools.code || pages.code || (isKnownBad ? 1 : 0)
