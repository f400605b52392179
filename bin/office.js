// What LibreOffice shows of exports, templates and workbooks of errors, held against what they were made of. Each is left as a PDF in
// .cache/office. Not part of `npm test`: it is a large package, and its start costs seconds.
import { run } from './lib/bootstrap.js'
import { findOffice } from './lib/office.js'
import { prepareTests } from './lib/test-environment.js'

const { env } = prepareTests()
env.SOFFICE_PATH = findOffice()
const { code } = await run(env, ['vitest', 'run', '--project', 'office'])
process.exitCode = code
