import { expect, it } from 'vitest'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { ADMIN, type Detail, keyColumnOf, type RecordWorld } from '#test/helpers/record-world.ts'

/** Records that the demonstration company has none of: nobody is away. */
const NOT_IN_DEMO: ReadonlySet<string> = new Set([
  'approval_substitute',
  'scheme_payment',
  'device_snapshot',
  'device_claim',
  'scheme_withhold_notice',
  'scheme_annual_carryover',
  // Made and counted by the worker of a product that runs.
  'device_day',
  'device_stock_day',
  'price_protection_proposal',
  'price_protection_cut',
  'price_protection_line',
])

/** Nobody in the demonstration is away from only one organisation. */
const NONE_IN_DEMO = new Set(['approval_substitute'])

export function isDeletedOnlyWhileUnused(record: AnyRecord, its: () => RecordWorld): void {
  it('the record names every table that refers to it', async () => {
    const keys = await its().server.query<{ table: string; column: string }>(
      `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       -- A partition has its constraints from the whole table.
       where c.contype = 'f' and c.confrelid = $1::regclass and c.conparentid = 0`,
      [record.table],
    )
    const links = Object.values(record.fields).flatMap(({ links: of }) => (of ? [`${of.table}.${of.own}`] : []))
    // The days of a record's own values go with it.
    if (record.dated) links.push(`${record.dated.table}.record_id`)
    const known = new Set([...(await its().usesOf(record)).map((use) => `${use.table}.${use.column}`), ...links])
    // Once in use it is not deleted at all.
    if (record.traced) return
    expect(keys.map(({ table, column }) => `${table}.${column}`).filter((key) => !known.has(key))).toEqual([])
  })

  it('the record is deleted only while nothing refers to it', async () => {
    const { server, call, made, gone } = its()
    const all = record.traced ? [] : await its().usesOf(record)
    for (const use of all.filter(({ table }) => !NONE_IN_DEMO.has(table))) {
      const [used] = await server.query<{ id: string }>(
        `select max(t.id)::text as id from ${record.table} t where exists
         (select from ${use.table} x where x.${use.column} = t.${record.held?.column ?? keyColumnOf(record)}) having max(t.id) is not null`,
      )
      if (!used && NOT_IN_DEMO.has(use.table)) continue
      expect(used, `${use.table} names one`).toBeDefined()
      const { data } = await call<Detail>(ADMIN, record, 'detail', { id: used?.id })
      const told = data.uses.find(({ name }) => name === use.name)
      expect(told?.shown.length, use.name).toBeGreaterThan(0)
      expect(told?.label).toBe(textAt('en', use.label))
      const refused = await call(ADMIN, record, 'delete', { id: used?.id, version: data.record.version })
      const below = data.uses.some(({ name }) => name === `${record.name}.${record.parent}`)
      const own = below ? record.hasChildren?.().key : undefined
      expect([refused.status, refused.error?.key]).toEqual([409, own ?? 'record.used'])
      expect(refused.error).toMatchObject({ data: { uses: data.uses } })
    }

    const row = await made(record)
    await gone(record, row)
    expect((await call(ADMIN, record, 'detail', { id: row.id })).status).toBe(404)
    const acts = await server.query<{ action: string }>(
      'select action from audit_entry where document_type = $1 and document_id = $2 order by id',
      [record.name, row.id],
    )
    expect(acts.map(({ action }) => action)).toEqual(['create', 'delete'])
  })
}
