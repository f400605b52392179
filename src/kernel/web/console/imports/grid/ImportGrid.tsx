import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ImportRowView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { useMoreAside } from '#kernel/web/ui/use-more-aside.ts'
import { notify } from '../../client/live/notices.ts'
import { readTsv } from '../../sheet/tsv.ts'
import type { Cursor } from '../../sheet/cell-moves.ts'
import { useCellCursor } from '../../sheet/use-cell-cursor.ts'
import type { SheetColumn } from '../../sheet/sheet-columns.ts'
import { GridHead, GridRow } from './GridRow.tsx'
import { bottomOf, HEAD_WIDTH, MAX_HEIGHT, rowsInSight, steppedTop, topsOf } from './grid-layout.ts'
import { importText } from '../import-text.ts'
import { cellOf, columnWidths, isTypedCell, mayMend, problemsOf } from './row-cells.ts'
import type { Edits } from './use-edits.ts'
import '../../sheet/sheet.css'
import './import-grid.css'

export interface RowsViewProps {
  readonly run: ImportRunView
  readonly rows: readonly ImportRowView[]
  readonly edits: Edits
  readonly selected: ReadonlySet<number>
  readonly onSelect: (selected: ReadonlySet<number>) => void
  /** Other rows are being loaded. */
  readonly isStale: boolean
}

/** A page of rows as in a spreadsheet, rendering only visible ones. Errors of a row are shown below it. */
export function ImportGrid(props: RowsViewProps) {
  const { run, rows, edits, selected, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const more = useMoreAside()
  const hintId = useId()
  const problems = useMemo(() => rows.map((row) => problemsOf(run, row, edits.map)), [run, rows, edits.map])
  const tops = useMemo(() => topsOf(problems), [problems])
  const widths = useMemo(() => columnWidths(run.columns, rows, edits.map), [run.columns, rows, edits.map])
  const width = HEAD_WIDTH + widths.reduce((sum, each) => sum + each, 0)
  const { cursor, setCursor, onKeyDown, move, clipboard } = useGridKeys(props)
  useScrollToCursor(scroller, cursor, tops, widths)
  const { first, last } = rowsInSight(tops, top)
  return (
    <div className={props.isStale ? 'sheet import-grid is-stale' : 'sheet import-grid'}>
      <div className="more-aside" ref={more}>
        <div
          ref={scroller}
          className="sheet-scroll"
          style={{ maxHeight: MAX_HEIGHT }}
          role="grid"
          aria-label={importText('rows.caption')}
          aria-rowcount={rows.length + 1}
          aria-readonly={!run.can.edit}
          aria-describedby={hintId}
          tabIndex={cursor ? -1 : 0}
          onFocus={(event) => {
            if (event.target === event.currentTarget && !cursor) setCursor({ row: 0, column: 0, isEditing: false })
          }}
          onBlur={(event) => {
            if (hasLeft(event)) setCursor(null)
          }}
          onScroll={(event) => setTop(steppedTop(event.currentTarget.scrollTop))}
          onKeyDown={onKeyDown}
          {...clipboard}
        >
          <GridHead
            columns={run.columns}
            widths={widths}
            width={width}
            isAll={rows.every(({ row, isApplied }) => isApplied || selected.has(row))}
            isSome={rows.some(({ row }) => selected.has(row))}
            onAll={
              run.can.edit
                ? (isAll) =>
                    onSelect(new Set(isAll ? rows.flatMap(({ row, isApplied }) => (isApplied ? [] : row)) : []))
                : undefined
            }
          />
          <div role="rowgroup" className="sheet-body" style={{ height: bottomOf(tops), width }}>
            {rows.slice(first, last).map((row, offset) => {
              const position = first + offset
              return (
                <GridRow
                  key={row.row}
                  row={row}
                  columns={run.columns}
                  widths={widths}
                  edits={edits.map}
                  position={position}
                  top={tops[position] ?? 0}
                  problems={problems[position] ?? []}
                  isEditable={mayMend(run, row)}
                  isSelected={selected.has(row.row)}
                  hasChecks={run.can.edit}
                  onSelect={
                    run.can.edit && !row.isApplied ? (isIn) => onSelect(toggled(selected, row.row, isIn)) : undefined
                  }
                  cursor={cursor?.row === position ? cursor : null}
                  onActivate={(column, isEditing) => setCursor({ row: position, column, isEditing })}
                  onCommit={(texts) => edits.put([{ row, texts }])}
                  onDone={(next) => {
                    if (next !== 'stay') move(next === 'down' ? 1 : 0, next === 'right' ? 1 : 0, true)
                  }}
                />
              )
            })}
          </div>
        </div>
      </div>
      <p className="sheet-foot quiet" id={hintId}>
        {rows.some((row) => mayMend(run, row)) ? importText('rows.hint') : importText('rows.caption')}
      </p>
    </div>
  )
}

function toggled(set: ReadonlySet<number>, row: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set)
  if (isIn) next.add(row)
  else next.delete(row)
  return next
}

/** Leaving the window (to copy from a spreadsheet) keeps the cursor; leaving the grid clears it. */
function hasLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return !currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement)
}

/** Spreadsheet keys, including the clipboard; in a read-only run only navigation. */
function useGridKeys({ run, rows, edits }: RowsViewProps) {
  const columns = useMemo(
    (): readonly SheetColumn[] =>
      run.columns.map((column) => ({
        key: column.key,
        title: column.title,
        width: 0,
        kind: 'text',
      })),
    [run.columns],
  )
  const put = (at: Cursor, text: string): void => {
    const [row, column] = [rows[at.row], run.columns[at.column]]
    if (row && column && isTypedCell(column) && mayMend(run, row)) edits.put([{ row, texts: { [column.key]: text } }])
  }
  const held = useCellCursor({
    rowCount: rows.length,
    columns,
    onBeyondLast: () => undefined,
    onClear: (at) => put(at, ''),
  })
  const { setCursor } = held
  const isBeyond = held.cursor !== null && held.cursor.row >= rows.length
  // The page ends here, and corrected rows may leave it.
  if (isBeyond)
    setCursor(rows.length === 0 ? null : { row: rows.length - 1, column: held.cursor?.column ?? 0, isEditing: false })
  const cursor = isBeyond ? null : held.cursor
  const row = cursor ? rows[cursor.row] : undefined
  const column = cursor ? run.columns[cursor.column] : undefined
  const mayEdit = row !== undefined && column !== undefined && isTypedCell(column) && mayMend(run, row)
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnCell = (event.target as Element).closest('[role=gridcell]') !== null
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !cursor?.isEditing) {
      event.preventDefault()
      edits.undo()
    } else if (isOnCell && (mayEdit || event.key.startsWith('Arrow'))) held.onKeyDown(event)
  }
  const clipboard = {
    onPaste: (event: ClipboardEvent): void => {
      const text = event.clipboardData.getData('text/plain')
      // A single value pasted into an open editor is handled by the editor.
      if (!cursor || !mayEdit || (cursor.isEditing && !/[\t\n]/.test(text.trim()))) return
      event.preventDefault()
      const pasted = pastedTexts(readTsv(text), rows, run, cursor)
      if (pasted.changes.length === 0) return
      edits.put(pasted.changes)
      setCursor({ row: cursor.row, column: cursor.column, isEditing: false })
      if (pasted.cells > 1)
        notify('success', importText(pasted.isAll ? 'rows.pasted' : 'rows.pastedLess', { count: pasted.cells }))
    },
    onCopy: (event: ClipboardEvent): void => {
      if (!row || !column || cursor?.isEditing) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', cellOf(column, row, edits.map).text)
    },
  }
  return { ...held, cursor, onKeyDown, clipboard }
}

/** Pasted cells applied to the rows from the active cell on; what exceeds the page is dropped. */
function pastedTexts(
  block: readonly (readonly string[])[],
  rows: readonly ImportRowView[],
  run: ImportRunView,
  cursor: Cursor,
) {
  const targets = run.columns.slice(cursor.column).filter(isTypedCell)
  const below = rows.slice(cursor.row)
  const changes = block.slice(0, below.length).flatMap((cells, at) => {
    const row = below[at]
    if (!row || !mayMend(run, row)) return []
    const texts = Object.fromEntries(
      targets.flatMap(({ key }, index) => {
        const text = cells[index]
        return text === undefined ? [] : [[key, text.trim()] as const]
      }),
    )
    return [{ row, texts }]
  })
  const cells = changes.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0)
  return { changes, cells, isAll: cells === block.reduce((sum, row) => sum + row.length, 0) }
}

/** Keeps the active cell visible; rows that are not rendered cannot scroll themselves into view. */
function useScrollToCursor(
  scroller: { readonly current: HTMLDivElement | null },
  cursor: Cursor | null,
  tops: readonly number[],
  widths: readonly number[],
): void {
  const [row, column] = [cursor?.row, cursor?.column]
  useEffect(() => {
    const box = scroller.current
    if (!box || row === undefined || column === undefined) return
    const [start, end] = [tops[row] ?? 0, tops[row + 1] ?? 0]
    const height = box.clientHeight - 36
    if (start < box.scrollTop) box.scrollTo({ top: start })
    else if (end > box.scrollTop + height) box.scrollTo({ top: end - height })
    const left = widths.slice(0, column).reduce((sum, each) => sum + each, HEAD_WIDTH)
    const right = left + (widths[column] ?? 0)
    if (left - HEAD_WIDTH < box.scrollLeft) box.scrollTo({ left: left - HEAD_WIDTH })
    else if (right > box.scrollLeft + box.clientWidth) box.scrollTo({ left: right - box.clientWidth })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a move of the cursor scrolls, not the rows under it
  }, [row, column])
}
