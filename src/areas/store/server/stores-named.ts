import { isWithinLimits } from '#kernel/access/limits.ts'
import { inScope, type Principal } from '#kernel/access/principal.ts'
import { prepared, type Statement } from '#kernel/db/statement.ts'

/** A store that a document of another area names. */
export interface NamedStore {
  readonly code: string
  readonly customerCode: string | null
  readonly isEnabled: boolean
}

export interface NamedStoreRow extends NamedStore {
  readonly scopeId: number
}

const named = prepared<NamedStoreRow>(
  'store.named',
  `select code, customer_code as "customerCode", enabled as "isEnabled", scope_id as "scopeId" from store where code = any ($1::text[])`,
)

/** The stores that a document names: a fact of its rules. */
export function storesNamed(codes: readonly (string | null)[]): Statement<NamedStoreRow> {
  return named([...new Set(codes.filter((code) => code !== null))])
}

/** Who may not see a store reads it as one that does not exist. */
export function readStoresNamed(
  rows: readonly NamedStoreRow[],
  person: Pick<Principal, 'scope' | 'limits'>,
): ReadonlyMap<string, NamedStore> {
  const seen = rows.filter(
    ({ code, customerCode, scopeId }) =>
      inScope(person.scope, scopeId) &&
      isWithinLimits(person, 'store', (column) => (column === 'code' ? code : customerCode)),
  )
  return new Map(seen.map((row) => [row.code, row]))
}
