import { expect, test } from 'vitest'
import { intervals } from '#areas/price/price.intervals.ts'
import { intervalPutSql } from '#kernel/engine/interval/interval.ts'
import { readMigrations } from '#kernel/platform/db/schema/migrate.ts'

test.each(intervals)(
  'the newest $table_put of the migrations is the one that its declaration generates',
  (definition) => {
    const newest = readMigrations().findLast(({ sql }) => sql.includes(`function ${definition.table}_put(`))
    expect(newest?.sql).toContain(intervalPutSql(definition).trim())
  },
)
