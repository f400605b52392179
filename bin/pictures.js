// Pictures of the pages: `.cache/pictures/index.html`, from a demonstration that this command starts. `npm run pictures
// -- http://localhost:9000` takes them from a running one, `-- list phone` those with such a word in their name, `--
// --all` in every theme and language instead of two of the four, `-- --readme` the few of docs/pictures.
import { join } from 'node:path'
import { prepare, root, run } from './lib/bootstrap.js'
import { findChromium } from './lib/chromium.js'

const { env } = prepare()
env.CHROMIUM_PATH = findChromium()
const { code } = await run(env, ['node', join(root, 'test', 'e2e', 'pictures.ts'), ...process.argv.slice(2)])
process.exitCode = code
