// All static checks, in under a minute.
import { prepare, run, say } from './lib/bootstrap.js'

const { env } = prepare()

/** Longest first: two at a time fill two cores. */
const steps = [
  // From scratch: TypeScript 7's build info misses types that another file adds to a package's (module augmentation).
  { name: 'types', command: ['tsc', '-b', '--force'] },
  { name: 'architecture', command: ['vitest', 'run', '--project', 'arch*'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
]

const queue = [...steps]
/** @type {string[]} */
const failed = []

async function work() {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { code, output, seconds } = await run(env, step.command, { quiet: true })
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
