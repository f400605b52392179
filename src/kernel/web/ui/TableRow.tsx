import { memo, type CSSProperties, type ReactNode } from 'react'
import { Checkbox } from './choices/Checkbox.tsx'
import { cellClass, type Column } from './table-columns.ts'

interface TableRowProps {
  readonly row: unknown
  readonly index: number
  readonly columns: readonly Column<unknown>[]
  readonly isOpening: boolean
  /** Null where rows cannot be selected. */
  readonly isSelected: boolean | null
  readonly selectLabel: string
  /** The one row that the Tab key reaches. */
  readonly isActive: boolean
}

/** Memoised, because a table may have five hundred rows. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, columns, isOpening, isSelected, selectLabel, isActive } = props
  const lead = isSelected === null ? 0 : 1
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected ?? undefined}
      tabIndex={isActive ? 0 : -1}
      className={isOpening ? 'table-row-open' : undefined}
    >
      {isSelected === null ? null : (
        <td className="cell-select cell-frozen" style={leftOf(0)}>
          <label>
            <Checkbox tabIndex={-1} aria-label={selectLabel} checked={isSelected} onChange={noop} />
          </label>
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.key} className={cellClass(column)} style={column.isFrozen ? leftOf(at + lead) : undefined}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
})

/** The table handles the change event; React requires a handler on a controlled input. */
function noop(): void {
  return undefined
}

const LEFTS = new Map<number, CSSProperties>()

/** Left offset of a frozen cell; the same object each time. */
export function leftOf(index: number): CSSProperties {
  let style = LEFTS.get(index)
  if (!style) LEFTS.set(index, (style = { insetInlineStart: `var(--left-${index}, 0)` }))
  return style
}

/** Placeholder for the rows above and below that are not rendered. */
export function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr className="table-spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

interface TableFootProps {
  readonly columns: readonly Column<unknown>[]
  readonly foot: ReadonlyMap<string, ReactNode>
  /** Columns before those of the rows: the check boxes. */
  readonly lead: number
}

export function TableFoot({ columns, foot, lead }: TableFootProps) {
  return (
    <tfoot>
      <tr>
        {lead > 0 ? <td className="cell-frozen" /> : null}
        {columns.map((column, at) => (
          <td key={column.key} className={cellClass(column)} style={column.isFrozen ? leftOf(at + lead) : undefined}>
            {foot.get(column.key)}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

export function Skeleton({ rows, columns }: { readonly rows: number; readonly columns: readonly string[] }) {
  return Array.from({ length: rows }, (_, index) => (
    <tr key={index} className="table-skeleton">
      {columns.map((key) => (
        <td key={key}>
          <span style={{ width: `${45 + ((index * 7 + key.length * 13) % 40)}%` }} />
        </td>
      ))}
    </tr>
  ))
}
