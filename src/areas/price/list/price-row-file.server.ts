import { f } from '#kernel/engine/definition/fields.ts'
import { ladderText } from '#kernel/engine/definition/ladder.ts'
import type { ListColumn, PhoneReadList } from '#kernel/engine/read-list/read-list.ts'
import { LADDER } from '../shared/price-terms.ts'
import { type PriceRow, priceRows } from './price-row.list.ts'

const TIERS = f.ladder(LADDER)

const added = (
  key: keyof PriceRow,
  more: Partial<ListColumn<PriceRow>> = {},
): readonly [string, ListColumn<PriceRow>] => [
  key,
  { key, kind: 'text', title: `priceList.columns.${key}`, only: 'file', ...more },
]
/** The columns after which they stand; a code brings its name with it. */
const ADDED = new Map([
  ['classificationCode', added('classificationName')],
  ['customerCode', added('customerName')],
  ['associatedCode', added('associatedName')],
  [
    'price',
    added('ladder', {
      value: ({ ladder }) => (ladder === null ? null : ladderText(TIERS, ladder, {})),
      reads: 'ladder',
    }),
  ],
])

/** The list as its file says it: codes as an import takes them and their names beside them, and prices by quantity in words. */
export const priceRowFile: PhoneReadList<PriceRow> = {
  ...priceRows,
  columns: priceRows.columns.flatMap((column) => {
    const [key, more] = ADDED.get(column.key) ?? []
    return more === undefined ? [column] : [{ ...column, ...(key === 'ladder' ? {} : { beside: key }) }, more]
  }),
}
