// Writes test/permissions.matrix.tsv: who may make which call where. The test of the same name compares.
import { run } from './lib/bootstrap.js'
import { prepareTests } from './lib/test-environment.js'

const { env } = prepareTests()
env.MATRIX = 'write'
const { code } = await run(env, [
  'vitest',
  'run',
  '--project',
  'scenario',
  'test/scenario/access/permission-matrix.test.ts',
])
process.exitCode = code
