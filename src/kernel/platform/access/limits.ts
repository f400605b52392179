import { limitedColumns } from '#db/tables.ts'
import type { Limits, Principal } from './principal.ts'

/** A principal, as far as they may be limited to some customers or stores. */
export type Limited = Pick<Principal, 'limits'>

interface LimitedColumn {
  readonly column: string
  readonly codes: readonly string[]
}

/** The limits that apply to the rows of a table by their columns: `{ code: 'store_code', customer_code: 'customer_code' }`. */
export function limitsOn(table: string): Readonly<Record<string, string>> {
  return limitedColumns[table] ?? {}
}

/** The columns of a table by which this person is limited, with the codes that they may see. */
export function limitsIn({ limits = {} }: Limited, table: string): readonly LimitedColumn[] {
  return Object.entries(limitsOn(table)).flatMap(([column, by]) => {
    const codes = limits[by]
    return codes ? [{ column, codes }] : []
  })
}

/** The same as SQL conditions; `add` appends a parameter value and returns its placeholder. */
export function limitSql(
  person: Limited,
  table: string,
  alias: string,
  add: (value: unknown) => string,
): readonly string[] {
  return limitsIn(person, table).map(({ column, codes }) => `${alias}.${column} = any (${add(codes)}::text[])`)
}

/** Whether a person's limits allow a row; `valueOf` returns the row's value of a column. */
export function isWithinLimits(person: Limited, table: string, valueOf: (column: string) => unknown): boolean {
  return limitsIn(person, table).every(({ column, codes }) => codes.includes(String(valueOf(column))))
}

/** A key for caches: people with the same limits share it. */
export function limitMark({ limits = {} }: Limited): Limits | null {
  return Object.keys(limits).length === 0 ? null : limits
}
