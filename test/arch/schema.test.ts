import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '#kernel/platform/db/schema/migrate.ts'
import { dumpSchema } from '#kernel/platform/db/schema/schema-dump.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'

test('the committed schema equals the result of the migrations (npm run schema writes it)', async () => {
  for (const [path, text] of Object.entries(await dumpSchema(await testDatabase()))) {
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'), path).toBe(text)
  }
})

test('a listed migration keeps its text, because a database that has applied another text refuses to start', () => {
  const listed = readFileSync(join(import.meta.dirname, '../../db/migrations.tsv'), 'utf8')
  expect(
    readMigrations()
      .map(({ name, checksum }) => `${name}\t${checksum}\n`)
      .join(''),
  ).toBe(listed)
})
