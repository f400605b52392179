// Takes the pictures of docs/pictures from a running demonstration: `npm start`, then `npm run screenshots`.
// `npm run screenshots -- http://localhost:9000` where it runs elsewhere.
import { join } from 'node:path'
import { prepare, root, run } from './lib/bootstrap.js'
import { findChromium } from './lib/chromium.js'

const { env } = prepare()
env.CHROMIUM_PATH = findChromium()
const [origin = 'http://localhost:8080'] = process.argv.slice(2)
const { code } = await run(env, ['node', join(root, 'test', 'e2e', 'pictures.ts'), origin])
process.exitCode = code
