import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListColumn, ReadList } from '#kernel/engine/read-list/read-list.ts'
import type { CardRole, Column } from '#kernel/web/ui/table-columns.ts'
import { drawnCell, shownText } from './list-cell.tsx'
import { listText } from './read-list-api.ts'

/** Cells that a page draws itself; `drawn` is the cell as the kind of the column says it. */
export type ListCells<Row> = Readonly<
  Record<string, (row: Row, drawn: ReactNode, column: ListColumn<Row>) => ReactNode>
>

function cellAt<Row>(list: ReadList<Row>, column: ListColumn<Row>, cells: ListCells<Row>): (row: Row) => ReactNode {
  const cell = cells[column.key]
  return (row: Row): ReactNode => {
    const drawn = drawnCell(column, row)
    if (cell) return cell(row, drawn, column)
    const behind = column.address?.(row)
    if (behind) return <Link to={behind}>{drawn}</Link>
    if (column.kind !== 'document' || !list.address) return drawn
    return (
      <Link className="code" to={list.address(row)}>
        {shownText(column, row)}
      </Link>
    )
  }
}

/** Where a list says what its cards show on the phone, the cards of its table in a narrow window show the same. */
function cardOf<Row>({ phone, columns }: ReadList<Row>, { key, card }: ListColumn<Row>): CardRole | undefined {
  if (card) return card
  if (key === phone?.head.title) return 'title'
  if (phone?.head.below.includes(key)) return 'below'
  if (phone?.shown?.includes(key)) return 'fact'
  // The amounts of a card say it themselves.
  return key === 'currency' && columns.some(({ kind }) => kind === 'amount') ? 'none' : undefined
}

/** The columns of a list's table, from its declaration. */
export function listColumns<Row>(list: ReadList<Row>, cells: ListCells<Row> = {}): readonly Column<Row>[] {
  return list.columns
    .filter(({ only }) => only !== 'file')
    .map((column): Column<Row> => {
      const { key, kind, title, width, isFrozen, isHidden, isPrintHidden, isSorted } = column
      const card = cardOf(list, column)
      return {
        key,
        title: listText(title),
        kind,
        render: cellAt(list, column, cells),
        ...(card ? { card } : {}),
        // Beside it no column says the currency.
        ...(kind === 'amount' ? { renderCard: cellAt(list, { ...column, hasCurrency: true }, cells) } : {}),
        ...(kind === 'amount' || kind === 'number' || kind === 'percent' ? { align: 'right' as const } : {}),
        ...(kind === 'document' ? { isFrozen: true, width: width ?? 150 } : {}),
        ...(kind !== 'document' && width !== undefined ? { width } : {}),
        ...(isFrozen ? { isFrozen } : {}),
        ...(isHidden ? { isHidden } : {}),
        ...(isPrintHidden ? { isPrintHidden } : {}),
        ...(isSorted ? { sort: isSorted === true ? key : isSorted } : {}),
      }
    })
}
