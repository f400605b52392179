// `npm run schema`: writes the files that show the schema after all migrations, and adds new migrations to the list of their checksums.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '#kernel/platform/db/schema/migrate.ts'
import { dumpSchema } from '#kernel/platform/db/schema/schema-dump.ts'
import { createFromRecipe, migratedRecipe } from '#kernel/platform/db/embedded/template.ts'
import { acquireTestServer } from './database-server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Name and checksum of each migration, as databases have applied it. */
const LIST = join(root, 'db', 'migrations.tsv')
const listed = new Map(
  readFileSync(LIST, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [name: string, checksum: string]),
)
const migrations = readMigrations()
const changed = migrations.filter(({ name, checksum }) => (listed.get(name) ?? checksum) !== checksum)
if (changed.length > 0) {
  const names = changed.map(({ name }) => name).join(', ')
  console.error(
    `Changed after it was listed: ${names}. A database that has applied it would refuse to start: restore its text and write a new migration. Of a migration that no database but yours has, delete the line in db/migrations.tsv.`,
  )
  process.exit(1)
}
writeFileSync(LIST, migrations.map(({ name, checksum }) => `${name}\t${checksum}\n`).join(''))

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
