import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

test('every test database is a separate copy of the migrated one', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  expect(one).not.toBe(two)
  await query(one, 'create table only_here (id int)')
  await expect(query(two, 'select * from only_here')).rejects.toThrow('does not exist')
  const { rowCount } = await query(two, 'select 1 from schema_migration')
  expect(rowCount).toBeGreaterThan(0)
})
