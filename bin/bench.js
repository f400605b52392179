// Runs bench/*.bench.ts one after another, so that none disturbs another. Each prints its goals; only one that cannot run fails. `npm run
// bench -- list` runs those whose name contains 'list'; `npm run bench -- headline` writes ten main figures into docs/performance.md.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail, prepare, root, run, say } from './lib/bootstrap.js'

const { env } = prepare()
const wanted = process.argv.slice(2)
if (wanted[0] === 'headline') {
  const { code } = await run(env, ['node', join('bench', 'headline.ts')])
  process.exit(code)
}
const files = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .toSorted()
if (files.length === 0) fail(`No file of bench/ has ${wanted.join(' or ')} in its name.`)

const broken = []
for (const file of files) {
  say(`\n== ${file}`)
  const { code, seconds } = await run(env, ['node', join('bench', file)])
  say(`${code === 0 ? 'ran' : 'BROKE OFF'} in ${seconds.toFixed(0)} s`)
  if (code !== 0) broken.push(file)
}
if (broken.length > 0) say(`\nbroke off: ${broken.join(', ')}`)
process.exitCode = broken.length === 0 ? 0 : 1
