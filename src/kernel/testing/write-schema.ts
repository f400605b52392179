// `npm run schema`: writes the files that show the schema after all migrations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dumpSchema } from '#kernel/platform/db/schema/schema-dump.ts'
import { createFromRecipe, migratedRecipe } from '#kernel/platform/db/embedded/template.ts'
import { acquireTestServer } from './database-server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const server = await acquireTestServer()
try {
  const url = await createFromRecipe(server.url, migratedRecipe(), `${server.prefix}schema`)
  for (const [path, text] of Object.entries(await dumpSchema(url))) {
    writeFileSync(join(root, path), text)
    console.log(`wrote ${path}`)
  }
} finally {
  await server.release()
}
