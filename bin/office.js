// Compares what LibreOffice shows of exports, templates and error workbooks with their source data. Each is kept as a
// PDF in .cache/office. Not part of `npm test`: it is a large package, and its start takes seconds.
import { run } from './lib/bootstrap.js'
import { findOffice } from './lib/office.js'
import { prepareTests } from './lib/test-environment.js'

const { env } = prepareTests()
env.SOFFICE_PATH = findOffice()
const { code } = await run(env, ['vitest', 'run', '--project', 'office'])
process.exitCode = code
