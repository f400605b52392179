import { prepare, run } from './lib/bootstrap.js'

const { env } = prepare()
const { code } = await run(env, ['oxfmt'])
process.exitCode = code
