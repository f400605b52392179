import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { ItemKind, LockedItem, OpenItem } from './receivable.rules.ts'

export interface ItemRow {
  readonly id: string
  readonly scope_id: number
  readonly no: string
  readonly external_no: string | null
  readonly kind: ItemKind
  readonly customer_code: string
  readonly operating_unit_code: string
  readonly currency: string
  readonly issued_on: string
  readonly due_on: string
  readonly original: string
  readonly open: string
  readonly locked: string
  readonly account_id: string
  readonly control: string
  readonly loss: string
}

/** The columns of an item `i`, with its clearing accounts. */
export const ITEM_COLUMNS = `i.id::text as id, i.scope_id, i.no, i.external_no, i.kind, i.customer_code, i.operating_unit_code, i.currency,
  i.issued_on::text as issued_on, i.due_on::text as due_on, i.original::text as original, i.open::text as open, i.locked::text as locked,
  i.account_id::text as account_id, c.control::text as control, c.loss::text as loss`

export const ITEM_CLEARING = `lateral (
  select max(k.id) filter (where k.kind = 'AR_CONTROL') as control, max(k.id) filter (where k.kind = 'LOSS') as loss from funds_account k
  where k.customer_code is null and k.operating_unit_code = i.operating_unit_code and k.currency = i.currency) c`

const itemsSql = (where: string) =>
  `select ${ITEM_COLUMNS} from receivable_item i, ${ITEM_CLEARING} where ${where} order by i.due_on, i.id`

const byId = prepared<ItemRow>('funds.items', itemsSql('i.id = any ($1::bigint[])'))
const byNo = prepared<ItemRow>(
  'funds.items-by-no',
  itemsSql('i.customer_code = $1 and i.operating_unit_code = $2 and i.currency = $3 and i.no = any ($4::text[])'),
)

/** Items by id. */
export function openItems(ids: readonly string[]): Statement<ItemRow> {
  return byId([...new Set(ids)])
}

/** Items of a customer by number. */
export function openItemsByNo(
  customerCode: string,
  operatingUnitCode: string,
  currency: string,
  nos: readonly string[],
): Statement<ItemRow> {
  return byNo(customerCode, operatingUnitCode, currency, [...new Set(nos)])
}

/**
 * Items that a stored document ($1) names: `select` returns their ids. Both are literals from code, never from a request.
 * @public For the documents of schemes.
 */
export function openItemsNamedBy(name: string, select: string): (documentId: string | null) => Statement<ItemRow> {
  return prepared<ItemRow>(`funds.items-by-${name}`, itemsSql(`i.id in (${select})`))
}

export function readItem(row: ItemRow): OpenItem {
  return {
    id: row.id,
    no: row.no,
    externalNo: row.external_no,
    kind: row.kind,
    customerCode: row.customer_code,
    operatingUnitCode: row.operating_unit_code,
    currency: row.currency,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    original: amount(row.original),
    open: amount(row.open),
    locked: amount(row.locked),
    account: row.account_id,
    control: row.control,
    loss: row.loss,
  }
}

export function readOpenItems(rows: readonly ItemRow[]): OpenItem[] {
  return rows.map(readItem)
}

interface LockedRow extends ItemRow {
  readonly line_no: number
  readonly own: string
}

const locked = prepared<LockedRow>(
  'funds.locked-items',
  `with own as (
     select item_id, line_no, sum(case act when 'lock' then amount when 'unlock' then -amount when 'settle' then -amount else 0 end) as own
     from receivable_move where by_document_id = $1 group by 1, 2)
   select ${ITEM_COLUMNS}, o.line_no, o.own::text as own from own o join receivable_item i on i.id = o.item_id, ${ITEM_CLEARING}
   where o.own > 0 order by o.line_no, i.id`,
)

/** A document's locks on items that are neither settled nor released. */
export function lockedItems(documentId: string | null): Statement<LockedRow> {
  return locked(documentId)
}

export function readLockedItems(rows: readonly LockedRow[]): LockedItem[] {
  return rows.map((row) => ({ item: readItem(row), line: row.line_no, amount: amount(row.own) }))
}
