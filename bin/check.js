// All static checks.
import { prepare, run, say } from './lib/bootstrap.js'
import { format, lint, types, unusedCode } from './lib/checks.js'

const { env } = prepare()

/** Longest first: two at a time fill two cores. */
const steps = [
  { name: 'architecture', command: ['vitest', 'run', '--project', 'arch*'] },
  types,
  lint,
  unusedCode,
  format,
]

/** @type {import('./lib/checks.js').Check[]} */
const queue = [...steps]
/** @type {string[]} */
const failed = []

async function work() {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { code, output, seconds } = await run({ ...env, ...step.env }, step.command, { quiet: true })
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(14)} ${seconds.toFixed(1)} s`)
    if (code === 0) continue
    failed.push(step.name)
    say(`${output.trim()}\n(${step.command.join(' ')})`)
  }
}

const started = performance.now()
await Promise.all([work(), work()])
const seconds = ((performance.now() - started) / 1000).toFixed(1)
say(failed.length === 0 ? `check passed in ${seconds} s` : `check failed (${failed.join(', ')}) in ${seconds} s`)
process.exitCode = failed.length === 0 ? 0 : 1
