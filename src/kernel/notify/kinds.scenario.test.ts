import pg from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { KINDS } from './kinds.ts'

it('every kind of notice can be kept', async () => {
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'notification__kind'`,
  )
  await client.end()
  const kept = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind)
  expect(new Set(kept)).toEqual(new Set(KINDS))
})
