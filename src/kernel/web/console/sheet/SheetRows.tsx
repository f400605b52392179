import { sheetDeskText } from './sheet-desk-text.ts'
import type { DragEvent } from 'react'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { SheetCell } from './SheetCell.tsx'
import { isRight, type SheetColumn, type Values } from './sheet-columns.ts'
import { frozenLefts, growClass, HEAD_WIDTH, ROW_HEIGHT } from './sheet-layout.ts'
import type { GridSheetRow } from './sheet-state.ts'

/** The header row. */
export function SheetHead({
  columns,
  width,
  isAll,
  isSome,
  onAll,
}: {
  readonly columns: readonly SheetColumn[]
  readonly width: number
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onAll: (isAll: boolean) => void
}) {
  const lefts = frozenLefts(columns)
  return (
    <div role="rowgroup" className="sheet-head" style={{ width }}>
      <div role="row" className="sheet-row">
        <div
          role="columnheader"
          className="sheet-cell sheet-number sheet-frozen"
          style={{ width: HEAD_WIDTH, insetInlineStart: 0 }}
        >
          <Checkbox aria-label={sheetDeskText('selectAll')} checked={isAll} isSome={isSome} onChange={onAll} />
          {pageText('sheet.lineNo')}
        </div>
        {columns.map((column, at) => (
          <div
            key={column.key}
            role="columnheader"
            className={`sheet-cell ${isRight(column) ? 'cell-right' : ''} ${column.isFrozen ? 'sheet-frozen' : ''} ${growClass(column)}`}
            style={{ width: column.width, ...(column.isFrozen ? { insetInlineStart: lefts[at] } : {}) }}
          >
            <span className="sheet-text">{column.title}</span>
            {column.isRequired ? (
              <span className="field-star" aria-hidden="true">
                *
              </span>
            ) : null}
            {column.hint ? <span className="sheet-hint">{column.hint}</span> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

interface SheetLineProps {
  readonly row: GridSheetRow | undefined
  readonly rowIndex: number
  readonly position: number
  readonly columns: readonly SheetColumn[]
  readonly errors: Readonly<Record<string, string>> | undefined
  readonly errorId: string
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
  readonly cursor: { readonly column: number; readonly isEditing: boolean; readonly typed?: string } | null
  readonly onActivate: (column: number) => void
  readonly onCommit: (values: Values) => void
  readonly onDone: (next: 'down' | 'right' | 'stay') => void
  /** Called at each keystroke in an amount. */
  readonly onTyped?: (key: string, text: string) => void
  /** For ordered lines: moves a line to another position. */
  readonly onMove?: ((from: number, to: number) => void) | undefined
}

export function SheetLine(props: SheetLineProps) {
  const { row, rowIndex, columns, errors, cursor } = props
  if (!row) return null
  const lefts = frozenLefts(columns)
  return (
    <div
      role="row"
      aria-rowindex={props.position + 2}
      aria-selected={props.isSelected}
      className="sheet-row sheet-line"
      style={{ top: props.position * ROW_HEIGHT }}
      {...dropOf(props)}
    >
      <div
        role="rowheader"
        className="sheet-cell sheet-number sheet-frozen"
        style={{ width: HEAD_WIDTH, insetInlineStart: 0 }}
        title={errors ? Object.values(errors).join('\n') : undefined}
        {...dragOf(props)}
      >
        <Checkbox
          aria-label={sheetDeskText('selectLine', { row: rowIndex + 1 })}
          checked={props.isSelected}
          onChange={props.onSelect}
        />
        {rowIndex + 1}
        {errors ? <Icon name="alert" size={14} /> : null}
      </div>
      {columns.map((column, at) => (
        <SheetCell
          key={column.key}
          column={column}
          values={row.values}
          row={rowIndex}
          error={errors?.[column.key]}
          errorId={props.errorId}
          isActive={cursor?.column === at}
          isEditing={cursor?.column === at && cursor.isEditing}
          typed={cursor?.column === at ? cursor.typed : undefined}
          left={column.isFrozen ? lefts[at] : undefined}
          onActivate={() => props.onActivate(at)}
          onCommit={props.onCommit}
          onDone={props.onDone}
          onTyped={props.onTyped}
        />
      ))}
    </div>
  )
}

const DRAGGED = 'application/x-sheet-line'

function dragOf({ onMove, position }: SheetLineProps) {
  if (!onMove) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAGGED, String(position))
      event.dataTransfer.effectAllowed = 'move'
    },
  }
}

function dropOf({ onMove, position }: SheetLineProps) {
  if (!onMove) return {}
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      onMove(Number(event.dataTransfer.getData(DRAGGED)), position)
    },
  }
}
