import type { Tx } from '#kernel/db/tx.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { type AnyRecord, recordText, type Use } from './definition.ts'
import { recordErrors } from './record.errors.ts'

/** What names a record: how many rows, and the first few as people know them. */
export interface UseView {
  readonly name: string
  readonly count: number
  readonly shown: readonly string[]
}

const SHOWN = 5

interface UsedRow {
  readonly key: string
  readonly count: number
  readonly shown: readonly string[]
}

function usedSql({ table, column, show, of }: Use): string {
  const [from, label] = of
    ? [`${table} x join ${of.table} w on w.id = x.${of.by}`, `w.${show}`]
    : [`${table} x`, `x.${show}`]
  return `select u.key, count(distinct u.label)::int as count, (array_agg(distinct u.label))[1:${SHOWN}] as shown
    from (select x.${column}::text as key, ${label}::text as label from ${from} where x.${column} = any ($1)) u group by u.key`
}

/** What names these records: one statement for each table that may, however many records are asked for. */
export async function readUses(tx: Tx, record: AnyRecord, keys: readonly string[]): Promise<Map<string, UseView[]>> {
  const found = new Map<string, UseView[]>()
  if (keys.length === 0) return found
  for (const use of record.usedBy ?? []) {
    for (const { key, count, shown } of await tx.rows<UsedRow>({ text: usedSql(use), values: [keys] })) {
      const uses = found.get(key) ?? []
      found.set(key, uses)
      uses.push({ name: use.name, count, shown })
    }
  }
  return found
}

/** Why a record cannot be deleted, by its key: what refers to it, listed. */
export async function usesOf(tx: Tx, record: AnyRecord, keys: readonly string[]): Promise<Map<string, Refusal>> {
  const found = await readUses(tx, record, keys)
  return new Map(
    [...found].map(([key, uses]) => {
      const [first] = uses
      const count = uses.reduce((sum, use) => sum + use.count, 0)
      const refusal = recordErrors.used({ count, uses: `@${recordText(record, `uses.${first?.name ?? ''}`)}` })
      return [key, { ...refusal, data: { uses } }]
    }),
  )
}
