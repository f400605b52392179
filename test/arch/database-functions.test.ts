import { expect, test } from 'vitest'
import { intervals } from '#areas/price/price.intervals.ts'
import { ledgers } from '#app/ledgers.ts'
import { intervalPutSql } from '#kernel/engine/interval/interval.ts'
import { ledgerPostSql } from '#kernel/engine/ledger/post-sql.ts'
import { readMigrations } from '#kernel/platform/db/schema/migrate.ts'

const newest = (name: string) => readMigrations().findLast(({ sql }) => sql.includes(`function ${name}(`))?.sql

test('the newest ledger_post of the migrations is the one that the current ledgers generate', () => {
  expect(newest('ledger_post')).toContain(ledgerPostSql(ledgers).trim())
})

test.each(intervals)(
  'the newest $table_put of the migrations is the one that its declaration generates',
  (definition) => {
    expect(newest(`${definition.table}_put`)).toContain(intervalPutSql(definition).trim())
  },
)
