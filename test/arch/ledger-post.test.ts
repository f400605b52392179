import { expect, test } from 'vitest'
import { ledgers } from '#app/ledgers.ts'
import { readMigrations } from '#kernel/platform/db/schema/migrate.ts'
import { ledgerPostSql } from '#kernel/engine/ledger/post-sql.ts'

test('the newest ledger_post of the migrations is the one that the current ledgers generate', () => {
  const newest = readMigrations().findLast(({ sql }) => sql.includes('function ledger_post('))
  expect(newest?.sql).toContain(ledgerPostSql(ledgers).trim())
})
