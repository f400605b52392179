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

/** SQL of the document of a row `h` of price_hold, whose key is `k`. */
export const PRICE_HOLDER = `(select jsonb_build_object('no', h.document_no, 'type', d.document_type, 'scopeId', d.scope_id, 'drafterId', d.drafter_id,
  'customerCode', k.customer_code) from (values (1)) one left join document d on d.document_id = h.document_id)`

/** The number of the document that holds a price; empty for people who may not see that document. */
export function numberShown(
  principal: Pick<Principal, 'userId' | 'superAdmin' | 'rights' | 'grants' | 'limits'>,
  { no, type, scopeId, drafterId, customerCode }: PriceHolder,
): string {
  if (drafterId === principal.userId) return no
  const right = boundDocuments().find(({ definition }) => definition.name === type)?.definition.viewRight
  const customers = principal.limits?.['customer_code']
  const isOfTheirs = !customers || (customerCode !== null && customers.includes(customerCode))
  return right !== undefined && isOfTheirs && mayAt(principal, right, scopeId) ? no : ''
}
