import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Reads the tables from the database's own description, so that a law holds for a new table from its first day.

const schema = readFileSync(join(import.meta.dirname, '../../../db/schema.sql'), 'utf8')

const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gim)].map(
  ([, name = '', columns = '']) => ({ name, columns: columns.split('\n').map((line) => /^\s+(\w+) /.exec(line)?.[1]) }),
)

/** Tables whose rows belong to an organisation. */
export const scopedTables = tables.filter(({ columns }) => columns.includes('scope_id')).map(({ name }) => name)

/** Tables whose rows the database itself refuses to change or delete. */
export const appendOnlyTables = [...schema.matchAll(/^create trigger (\w+)__append_only\b/gim)].map(
  ([, name = '']) => name,
)
