import {
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useMoreAside } from '#kernel/web/ui/use-more-aside.ts'
import { pageText } from '../client/i18n.ts'
import { clipboardOf } from './clipboard.ts'
import { SheetFoot, type SheetSum } from './SheetFoot.tsx'
import { SheetHead, SheetLine } from './SheetRows.tsx'
import { SheetTools } from './SheetTools.tsx'
import { shortened } from './shortened.ts'
import type { SheetColumn, Values } from './sheet-columns.ts'
import { HEAD_WIDTH, MAX_HEIGHT, OVERSCAN, ROW_HEIGHT, useScrollTo, useSheetInSight, widthOf } from './sheet-layout.ts'
import type { RowErrors, SheetEvent, GridSheetRow, SheetState } from './sheet-state.ts'
import type { Cursor } from './cell-moves.ts'
import { useCellCursor } from './use-cell-cursor.ts'
import './sheet.css'

interface SheetProps {
  readonly label: string
  readonly columns: readonly SheetColumn[]
  readonly state: SheetState
  readonly dispatch: Dispatch<SheetEvent>
  /** By line index, then by column. */
  readonly errors: RowErrors
  readonly sum: SheetSum | null
  readonly newRow: () => Values
  /** Moves the cursor, for the error summary. Each new object is a new jump. */
  readonly focus: { readonly row: number; readonly key: string } | null
  readonly tools?: ReactNode
  /** Note on the active cell: how much its line may take; `typed` is the text in its editor. */
  readonly noteAt?: (row: number, key: string, typed: string | null) => ReactNode
  /** The order of lines is significant: Alt with an arrow key moves a line, and so does dragging its number. */
  readonly isOrdered?: boolean
}

/** State of a cell's editor. */
interface Typing {
  readonly row: number
  readonly key: string
  readonly text: string
}

/** A spreadsheet of lines that renders only visible rows. */
export function Sheet(props: SheetProps) {
  const { label, columns, state, dispatch, errors } = props
  const model = useSheetModel(props)
  const { scroller, shown, selected, setSelected, cursor, isBadOnly, setBadOnly, fill, line } = model
  const { first, visible } = rowsInSight(shown, model.top)
  const errorId = useId()
  const activeError = cursor ? reasonAt(errors, columns[cursor.column], shown[cursor.row]) : null
  const more = useMoreAside()
  const { note, onTyped } = useNote(props, cursor, shown)
  return (
    <div className="sheet">
      <SheetTools
        rowCount={state.rows.length}
        selected={selected}
        badCount={errors.size}
        isBadOnly={isBadOnly}
        canUndo={state.undo.length > 0}
        onBadOnly={setBadOnly}
        onAdd={() => {
          model.addLine()
          model.setCursor({ row: shown.length, column: 0, isEditing: false })
        }}
        onCopy={() => dispatch({ type: 'copy', rows: [...selected].toSorted((a, b) => a - b) })}
        onDelete={model.deleteLines}
        onFill={fill}
        onUndo={() => dispatch({ type: 'undo' })}
        tools={props.tools}
      />
      <div className="more-aside" ref={more}>
        <div
          ref={scroller}
          className="sheet-scroll"
          style={{ maxHeight: MAX_HEIGHT }}
          role="grid"
          aria-label={label}
          aria-rowcount={shown.length + 1}
          aria-multiselectable="true"
          tabIndex={cursor ? -1 : 0}
          onFocus={(event) => {
            if (event.target === event.currentTarget && !cursor && shown.length > 0)
              model.setCursor({ row: 0, column: 0, isEditing: false })
          }}
          onBlur={(event) => {
            if (hasLeft(event)) model.setCursor(null)
          }}
          onScroll={(event) => model.setTop(event.currentTarget.scrollTop)}
          onKeyDown={(event) => onSheetKey(event, props, model)}
          {...model.clipboard}
        >
          <SheetHead
            columns={columns}
            width={HEAD_WIDTH + widthOf(columns)}
            isAll={state.rows.length > 0 && selected.size === state.rows.length}
            isSome={selected.size > 0}
            onAll={(isAll) => setSelected(new Set(isAll ? state.rows.keys() : []))}
          />
          <div
            role="rowgroup"
            className="sheet-body"
            style={{ height: shown.length * ROW_HEIGHT, width: HEAD_WIDTH + widthOf(columns) }}
          >
            {visible.map((rowIndex, offset) => (
              <SheetLine
                key={state.rows[rowIndex]?.id}
                row={state.rows[rowIndex]}
                rowIndex={rowIndex}
                position={first + offset}
                columns={columns}
                errors={errors.get(rowIndex)}
                errorId={errorId}
                isSelected={selected.has(rowIndex)}
                cursor={cursor?.row === first + offset ? cursor : null}
                onMove={props.isOrdered && !isBadOnly ? model.moveLine : undefined}
                {...(props.noteAt
                  ? { onTyped: (key: string, text: string) => onTyped({ row: rowIndex, key, text }) }
                  : {})}
                {...line(rowIndex, first + offset)}
              />
            ))}
          </div>
          {state.rows.length === 0 ? <p className="sheet-empty quiet">{pageText('sheet.noLines')}</p> : null}
        </div>
      </div>
      <SheetFoot rows={state.rows} sum={props.sum} errorId={errorId} error={activeError} note={note} />
    </div>
  )
}

/** Keys of the sheet as a whole; all others are the cursor's. */
function onSheetKey(
  event: KeyboardEvent<HTMLElement>,
  { isOrdered, dispatch }: SheetProps,
  { cursor, fill, moveLine, onKeyDown }: ReturnType<typeof useSheetModel>,
): void {
  const shortcut = event.ctrlKey || event.metaKey ? event.key : ''
  const step = isOrdered && event.altKey && cursor && !cursor.isEditing ? MOVES[event.key] : undefined
  if (step !== undefined && cursor) moveLine(cursor.row, cursor.row + step)
  else if (shortcut === 'z' && !cursor?.isEditing) dispatch({ type: 'undo' })
  else if (shortcut === 'd' && fill) fill()
  else return onKeyDown(event)
  event.preventDefault()
}

/** The note on the active cell, at each keystroke. */
function useNote({ columns, noteAt }: SheetProps, cursor: Cursor | null, shown: readonly number[]) {
  const [typing, onTyped] = useState<Typing | null>(null)
  const row = cursor ? shown[cursor.row] : undefined
  const key = cursor ? columns[cursor.column]?.key : undefined
  const isTyped = typing !== null && typing.row === row && typing.key === key && cursor?.isEditing
  const note = row === undefined || key === undefined ? null : noteAt?.(row, key, isTyped ? typing.text : null)
  return { note, onTyped }
}

const MOVES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The error of a cell, with its position; a text that names the column needs only the line. */
function reasonAt(errors: RowErrors, column: SheetColumn | undefined, row: number | undefined): string | null {
  if (!column || row === undefined) return null
  const reason = errors.get(row)?.[column.key]
  if (!reason) return null
  const line = { row: row + 1 }
  const place = reason.includes(column.title)
    ? pageText('form.row', line)
    : pageText('sheet.cell', { ...line, column: column.title })
  // All errors of a list of codes are in its dialog.
  return `${place}: ${shortened(reason)}`
}

/** Leaving the window (to copy from a spreadsheet) keeps the cursor; leaving the sheet clears it. */
function hasLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return !currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement)
}

/** State and actions of the sheet; the lines belong to the page. */
function useSheetModel({ columns, state, dispatch, errors, newRow, focus }: SheetProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isBadOnly, setBadOnly] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const shown = useMemo(() => shownRows(state.rows, isBadOnly ? errors : null), [state.rows, isBadOnly, errors])
  const addLine = useCallback(() => dispatch({ type: 'add', values: newRow() }), [dispatch, newRow])
  const { cursor, setCursor, move, onKeyDown } = useCellCursor({
    rowCount: shown.length,
    columns,
    onBeyondLast: addLine,
    onClear: (at) => {
      const row = shown[at.row]
      const column = columns[at.column]
      if (row !== undefined && column && column.kind !== 'shown')
        dispatch({ type: 'set', row, values: { [column.key]: '' } })
    },
  })
  useJump(focus, shown, columns, setCursor)
  useScrollTo(scroller, cursor?.row, cursor?.column, columns)
  useSheetInSight(scroller, focus)

  const clipboard = clipboardOf({ columns, state, dispatch, shown, cursor, setCursor })
  const fill = cursor ? () => fillDown(dispatch, shown, columns[cursor.column], cursor.row, selected) : null
  const deleteLines = (): void => {
    dispatch({ type: 'delete', rows: [...selected] })
    setSelected(new Set())
    setCursor(null)
  }
  /** By displayed positions, which equal those of the lines unless only some are shown; then nothing is moved. */
  const moveLine = (from: number, to: number): void => {
    if (isBadOnly || to < 0 || to >= shown.length) return
    dispatch({ type: 'move', from, to })
    setSelected(new Set())
    setCursor({ row: to, column: cursor?.column ?? 0, isEditing: false })
  }
  const line = (rowIndex: number, position: number) => ({
    onSelect: (isSelected: boolean) => setSelected(toggled(selected, rowIndex, isSelected)),
    onActivate: (column: number) => setCursor({ row: position, column, isEditing: columns[column]?.kind !== 'shown' }),
    onCommit: (values: Values) => dispatch({ type: 'set', row: rowIndex, values }),
    onDone: (next: 'down' | 'right' | 'stay') => {
      if (next !== 'stay') move(next === 'down' ? 1 : 0, next === 'right' ? 1 : 0, true)
    },
  })
  return {
    scroller,
    top,
    setTop,
    shown,
    selected,
    setSelected,
    cursor,
    setCursor,
    isBadOnly,
    setBadOnly,
    addLine,
    deleteLines,
    moveLine,
    fill,
    line,
    clipboard,
    onKeyDown,
  }
}

function rowsInSight(
  shown: readonly number[],
  top: number,
): { readonly first: number; readonly visible: readonly number[] } {
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN)
  return { first, visible: shown.slice(first, first + Math.ceil(MAX_HEIGHT / ROW_HEIGHT) + OVERSCAN * 2) }
}

function shownRows(rows: readonly GridSheetRow[], errors: RowErrors | null): readonly number[] {
  const all = [...rows.keys()]
  return errors ? all.filter((index) => errors.has(index)) : all
}

function toggled(set: ReadonlySet<number>, value: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set)
  if (isIn) next.add(value)
  else next.delete(value)
  return next
}

/** Copies the active cell's value into the selected lines below it, or into all lines below without a selection. */
function fillDown(
  dispatch: Dispatch<SheetEvent>,
  shown: readonly number[],
  column: SheetColumn | undefined,
  at: number,
  selected: ReadonlySet<number>,
): void {
  const from = shown[at]
  if (from === undefined || !column || column.kind === 'shown') return
  const below = shown.slice(at + 1)
  const rows = selected.size > 0 ? below.filter((row) => selected.has(row)) : below
  dispatch({ type: 'fill', key: column.key, from, rows, ...alsoOf(column) })
}

/** A choice sets its dependent values in every filled line. */
function alsoOf(column: SheetColumn): { readonly also?: (value: string, row: Values) => Values } {
  return column.kind === 'choice' && column.also ? { also: column.also } : {}
}

function useJump(
  focus: SheetProps['focus'],
  shown: readonly number[],
  columns: readonly SheetColumn[],
  setCursor: ReturnType<typeof useCellCursor>['setCursor'],
): void {
  const [done, setDone] = useState<SheetProps['focus']>(null)
  if (focus && focus !== done) {
    setDone(focus)
    const row = shown.indexOf(focus.row)
    if (row >= 0)
      setCursor({
        row,
        column: Math.max(
          0,
          columns.findIndex((column) => column.key === focus.key),
        ),
        isEditing: false,
      })
  }
}
