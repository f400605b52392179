// Writes the demonstration of this version into a file beside this one: `node test/upgrade/store.ts <name>`. Done once for a version that
// customers install; `upgrade.test.ts` takes every stored demonstration through the migrations that follow.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkpointAudit } from '#kernel/platform/audit/checkpoint.ts'
import { createFromRecipe } from '#kernel/platform/db/embedded/template.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { acquireTestServer } from '#kernel/testing/database-server.ts'
import { demoRecipe } from '../helpers/servers/demo-recipe.ts'
import { storeDemonstration } from './stored-demonstration.ts'

const [name] = process.argv.slice(2)
if (!name) throw new Error('the name of the file is missing')
const server = await acquireTestServer()
try {
  const databaseUrl = await createFromRecipe(server.url, demoRecipe(), `${server.prefix}store`)
  const pool = createPool({ databaseUrl, max: 1, name: 'store' })
  await checkpointAudit(pool)
  await pool.end()
  const stored = await storeDemonstration(databaseUrl)
  const file = join(import.meta.dirname, `${name}.jsonl.zst`)
  writeFileSync(file, stored)
  process.stdout.write(`wrote ${file}: ${stored.length} bytes\n`)
} finally {
  await server.release()
}
