import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

/** A store that another area's document names. */
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

/** Whether a person may see a store, for the sight of facts. */
export function seesStore(
  { code, customerCode, scopeId }: NamedStoreRow,
  person: Pick<Principal, 'scope' | 'limits'>,
): boolean {
  return (
    inScope(person.scope, scopeId) &&
    isWithinLimits(person, 'store', (column) => (column === 'code' ? code : customerCode))
  )
}

export function readStoresNamed(rows: readonly NamedStoreRow[]): ReadonlyMap<string, NamedStore> {
  return new Map(rows.map((row) => [row.code, row]))
}
