import { boundDocuments } from '#kernel/engine/document/server-document.ts'
import { mayAt, type Principal } from '#kernel/platform/access/principal.ts'

/** A document in approval that holds a price, with what says who may see it. */
export interface PriceHolder {
  readonly no: string
  readonly type: string | null
  readonly scopeId: number | null
  readonly drafterId: number | null
  readonly customerCode: string | null
}

/** SQL of the document of a row `h` of price_hold, with its key. */
export const priceHolder = (
  key: 'k' | 't' = 'k',
): string => `(select jsonb_build_object('no', h.document_no, 'type', d.document_type, 'scopeId', d.scope_id, 'drafterId', d.drafter_id,
  'customerCode', ${key}.customer_code) from (values (1)) one left join document d on d.document_id = h.document_id)`

type HolderReader = Pick<Principal, 'userId' | 'superAdmin' | 'rights' | 'grants' | 'limits'>

/** A row as it is found, before it is known who reads it. */
export type WithHolder<Row extends { readonly heldBy: string | null }> = Omit<Row, 'heldBy'> & {
  readonly heldBy: PriceHolder | null
}

/** The row as its reader may know it. */
export const heldAsShown = <Row extends { readonly heldBy: PriceHolder | null }>(
  principal: HolderReader,
  row: Row,
): Omit<Row, 'heldBy'> & { readonly heldBy: string | null } => ({
  ...row,
  heldBy: row.heldBy && numberShown(principal, row.heldBy),
})

/** The number of the document that holds a price; empty for people who may not see that document. */
export function numberShown(
  principal: HolderReader,
  { no, type, scopeId, drafterId, customerCode }: PriceHolder,
): string {
  if (drafterId === principal.userId) return no
  const right = boundDocuments().find(({ definition }) => definition.name === type)?.definition.viewRight
  const customers = principal.limits?.['customer_code']
  const isOfTheirs = !customers || (customerCode !== null && customers.includes(customerCode))
  return right !== undefined && isOfTheirs && mayAt(principal, right, scopeId) ? no : ''
}
