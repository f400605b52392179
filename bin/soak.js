// The random lives of applications at full size: an hour's patience instead of half a minute's. SOAK_RUNS, SOAK_ACTS and
// SOAK_SEED choose how many, how long and which; a failure prints the seed and the shortest life that shows it.
import { prepare, run } from './lib/bootstrap.js'

const { env } = prepare()
env.SOAK_RUNS ??= '100'
env.SOAK_ACTS ??= '80'
env.SOAK_SEED ??= String(Date.now() % 2_000_000_000)
const { code } = await run(env, ['vitest', 'run', '--project', 'scenario', 'test/scenario/budget-property.test.ts'])
process.exitCode = code
