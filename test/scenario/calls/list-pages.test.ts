import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { allRowsStatement, listPage } from '#kernel/engine/document/list/list-query.ts'
import { orderOf } from '#kernel/engine/record/definition.ts'
import { allRecords, recordPage } from '#kernel/engine/record/routes/record-list.ts'
import { FUNDS_LIST_NAMES } from '#areas/funds/lists/funds-list-names.ts'
import { FUNDS_LISTS } from '#areas/funds/lists/funds.list.ts'
import { listRows, readList } from '#areas/funds/lists/funds-list.queries.ts'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'

// Pages are read by other statements than files: each is held to the rows of the file, in their order.

const servers = await loadAreaServers(areas)
const documents = servers.flatMap((area) => area.documents.map(({ definition }) => definition))
const records = servers.flatMap((area) => area.records ?? [])
/** A reader of a region's organisations, and one limited to a customer: for a reader who sees everything there is no condition to check. */
const READERS = ['in.finance', 'in.dist']
const LIMIT = 10
/** The last is far behind the end of each list, where the organisations of the reader are merged. */
const PAGES = [1, 2, 2_000]

let pool: pg.Pool
const readers = new Map<string, Principal>()

beforeAll(async () => {
  pool = createPool({ databaseUrl: await demoDatabase(), max: 1, name: 'test pages' })
  for (const account of READERS) {
    const { rows } = await pool.query<{ id: number }>('select id from app_user where account = $1', [account])
    const principal = await reading(pool, (tx) => principalOfUser(tx, rows[0]!.id, 'en'))
    if (!principal) throw new Error(`${account} cannot sign in`)
    readers.set(account, principal)
  }
})

afterAll(() => pool?.end())

interface Row {
  readonly id: string
}
const ids = (rows: readonly unknown[]): readonly string[] => rows.map((row) => String((row as Row).id))
const downwards = (names: readonly string[]): readonly string[][] => names.map((name) => [`-${name.replace(/^-/, '')}`])

describe.each(READERS)('as %s', (account) => {
  it('pages of every document type have the rows of its file, in each order', async () => {
    const reader = readers.get(account)!
    let found = 0
    for (const definition of documents)
      for (const sort of [[], ['no'], ...downwards(definition.list.sort as readonly string[])]) {
        const whole = ids(await reading(pool, (tx) => tx.rows(allRowsStatement(definition, reader, { sort }))))
        for (const page of PAGES) {
          const rows = await reading(pool, (tx) =>
            readPage(tx, listPage(definition, reader, { sort, page, limit: LIMIT })),
          )
          expect([definition.name, sort, page, ids(rows)]).toEqual([
            definition.name,
            sort,
            page,
            whole.slice((page - 1) * LIMIT, page * LIMIT),
          ])
        }
        found += whole.length
      }
    expect(found).toBeGreaterThan(0)
  })

  it('pages of every kind of record have the rows of its file, in each order', async () => {
    const reader = readers.get(account)!
    let found = 0
    for (const record of records) {
      for (const sort of [[], ...downwards([orderOf(record)])]) {
        const whole = ids(await reading(pool, (tx) => tx.rows(allRecords(record, reader, 'en', { sort }))))
        for (const page of PAGES) {
          const rows = await reading(pool, (tx) =>
            readPage(tx, recordPage(record, reader, 'en', { sort, page, limit: LIMIT })),
          )
          expect([record.name, sort, page, ids(rows)]).toEqual([
            record.name,
            sort,
            page,
            whole.slice((page - 1) * LIMIT, page * LIMIT),
          ])
        }
        found += whole.length
      }
    }
    expect(found).toBeGreaterThan(0)
  })

  it('pages of every list of customer funds have the rows of its file, in each order', async () => {
    const principal = readers.get(account)!
    const who = { principal, language: 'en' as const, today: '2026-11-23' }
    let found = 0
    for (const name of FUNDS_LIST_NAMES.filter((each) => FUNDS_LISTS[each].order !== null)) {
      const list = FUNDS_LISTS[name]
      const sorted = list.columns.filter(({ isSorted }) => isSorted).map(({ key }) => key)
      for (const sort of [[], ...downwards(sorted)]) {
        const whole = await reading(pool, (tx) => tx.rows(listRows(list, who, {}, sort)))
        for (const offset of [0, LIMIT]) {
          const rows = await reading(pool, (tx) => readList(tx, list, who, {}, sort, { limit: LIMIT, offset }))
          expect([name, sort, offset, rows]).toEqual([name, sort, offset, whole.slice(offset, offset + LIMIT)])
        }
        found += whole.length
      }
    }
    expect(found).toBeGreaterThan(0)
  })
})
