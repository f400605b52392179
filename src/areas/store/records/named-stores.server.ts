import { namedRows } from '#kernel/engine/document/named-rows.ts'
import { storeReference } from '../references.facade.ts'

/** A store that another area's document names. */
export interface NamedStore {
  readonly code: string
  readonly isEnabled: boolean
  readonly customerCode: string | null
}

export const namedStores = namedRows<NamedStore>(storeReference, {
  name: 'store.named',
  columns: { customerCode: 'r.customer_code' },
})
