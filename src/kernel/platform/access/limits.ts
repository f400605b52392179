import { limitedColumns } from '#db/tables.ts'
import type { Limits, Principal } from './principal.ts'

/** Whoever may be limited to some customers or stores. */
export type Limited = Pick<Principal, 'limits'>

interface LimitedColumn {
  readonly column: string
  readonly codes: readonly string[]
}

/** The columns of a table by which this person is limited, with the codes that are his. */
export function limitsIn({ limits = {} }: Limited, table: string): readonly LimitedColumn[] {
  return Object.entries(limitedColumns[table] ?? {}).flatMap(([column, by]) => {
    const codes = limits[by]
    return codes ? [{ column, codes }] : []
  })
}

/** The same as conditions in SQL; `add` puts a value behind the others and answers its place. */
export function limitSql(
  person: Limited,
  table: string,
  alias: string,
  add: (value: unknown) => string,
): readonly string[] {
  return limitsIn(person, table).map(({ column, codes }) => `${alias}.${column} = any (${add(codes)}::text[])`)
}

/** Whether a row is his; `valueOf` answers what it has in a column. */
export function isWithinLimits(person: Limited, table: string, valueOf: (column: string) => unknown): boolean {
  return limitsIn(person, table).every(({ column, codes }) => codes.includes(String(valueOf(column))))
}

/** What tells the rows of one person from those of another, for what is kept by who may see it. */
export function limitMark({ limits = {} }: Limited): Limits | null {
  return Object.keys(limits).length === 0 ? null : limits
}
