import { type TSchema, Type } from 'typebox'
import { equals, type Selection } from '#kernel/engine/document/list/selector.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import { sightOf } from '#kernel/platform/access/scoped.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { money } from '#kernel/platform/http/wire-schemas.ts'

const count = Type.Integer()

/** The special prices of a form with the units that may still be bought, and what another area adds to each: columns of tables that it joins to `special_price`. */
export function specialPricesLeft<
  const W extends Readonly<Record<string, { readonly of: string; readonly as: TSchema }>>,
>(more: W, join: string) {
  const rows = selectorRows(
    { table: 'special_price', key: 'line_no', keyType: 'int' },
    {
      lineNo: { of: 'line_no', as: count },
      skuCode: 'sku_code',
      state: 'state',
      currency: 'currency',
      specialPrice: { of: 'special_price.price::text', as: money },
      quantityCap: { of: 'quantity_cap', as: count },
      reserved: { of: 'reserved', as: count },
      used: { of: 'used', as: count },
      left: {
        of: "case special_price.state when 'effective' then special_price.quantity_cap - special_price.reserved - special_price.used else 0 end",
        as: count,
      },
      ...more,
      validTo: 'special_price.valid_to::text',
    },
    { join, search: [] },
  )
  return {
    rows,
    ofForm: (selection: Selection, reader: Principal, no: string) =>
      rows.of(selection, ...sightOf(reader, 'special_price'), equals('special_price.document_no', no)),
  }
}
