// Who may make which call where, written anew: test/permissions.matrix.tsv. The test of the same name compares.
import { prepare, run } from './lib/bootstrap.js'

const { env } = prepare()
env.MATRIX = 'write'
const { code } = await run(env, ['vitest', 'run', '--project', 'scenario', 'test/scenario/permission-matrix.test.ts'])
process.exitCode = code
