import { useEffect, useId, useRef, useState } from 'react'
import type { ImportColumnView, ImportRowView } from '#kernel/services/imports/import-wire.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { Edits } from './edits.ts'
import { HEAD_WIDTH } from './grid-layout.ts'
import { importText } from '../import-text.ts'
import { RowMark } from './RowMark.tsx'
import { cellOf, type CellView, isTypedCell, sourceText } from './row-cells.ts'

interface GridHeadProps {
  readonly columns: readonly ImportColumnView[]
  readonly widths: readonly number[]
  readonly width: number
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onAll: ((isAll: boolean) => void) | undefined
}

export function GridHead({ columns, widths, width, isAll, isSome, onAll }: GridHeadProps) {
  return (
    <div role="rowgroup" className="sheet-head" style={{ width }}>
      <div role="row" className="sheet-row">
        <div role="columnheader" className="sheet-cell sheet-number sheet-frozen import-number" style={HEAD}>
          {onAll ? (
            <Checkbox aria-label={importText('rows.selectPage')} checked={isAll} isSome={isSome} onChange={onAll} />
          ) : null}
          <span className="import-row-no">{importText('rows.row')}</span>
          {importText('rows.action')}
        </div>
        {columns.map((column, at) => (
          <div
            key={column.key}
            role="columnheader"
            className={`sheet-cell ${cellClass(column)}${at === 0 ? ' sheet-frozen' : ''}`}
            style={styleOf(at, widths[at])}
          >
            {column.title}
            {column.required ? (
              <span className="field-star" aria-hidden="true">
                *
              </span>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The first column names the row and stays in sight. */
const styleOf = (at: number, width: number | undefined) =>
  at === 0 ? { width, insetInlineStart: HEAD_WIDTH } : { width }

const HEAD = { width: HEAD_WIDTH, insetInlineStart: 0 }

function cellClass({ kind }: ImportColumnView): string {
  if (kind === 'amount' || kind === 'integer') return 'cell-right'
  return 'sheet-cell-grows'
}

interface GridRowProps {
  readonly row: ImportRowView
  readonly columns: readonly ImportColumnView[]
  readonly widths: readonly number[]
  readonly edits: Edits
  readonly position: number
  readonly top: number
  readonly problems: readonly string[]
  readonly isEditable: boolean
  readonly isSelected: boolean
  /** There is a column of check boxes, so row numbers need alignment. */
  readonly hasChecks: boolean
  readonly onSelect: ((isSelected: boolean) => void) | undefined
  readonly cursor: { readonly column: number; readonly isEditing: boolean; readonly typed?: string } | null
  readonly onActivate: (column: number, isEditing: boolean) => void
  readonly onCommit: (texts: Readonly<Record<string, string>>) => void
  readonly onDone: (next: 'down' | 'right' | 'stay') => void
}

export function GridRow(props: GridRowProps) {
  const { row, columns, widths, edits, problems, cursor, isEditable } = props
  const problemId = useId()
  const isLeftOut = row.action === 'removed'
  return (
    <div
      role="row"
      aria-rowindex={props.position + 2}
      aria-selected={props.isSelected}
      className={`sheet-line import-line${isLeftOut ? ' is-removed' : ''}`}
      style={{ top: props.top }}
    >
      <div className="sheet-row">
        <div role="rowheader" className="sheet-cell sheet-number sheet-frozen import-number" style={HEAD}>
          {props.onSelect ? (
            <Checkbox
              aria-label={importText('rows.select', { row: row.row })}
              checked={props.isSelected}
              onChange={props.onSelect}
            />
          ) : props.hasChecks ? (
            <span className="import-no-check" />
          ) : null}
          <span className="import-row-no">{row.row}</span>
          <RowMark row={row} isTyped={edits[String(row.row)] !== undefined} />
        </div>
        {columns.map((column, at) => (
          <Cell
            key={column.key}
            column={column}
            at={at}
            width={widths[at] ?? 0}
            row={row}
            view={cellOf(column, row, edits)}
            source={sourceText(column, row, edits)}
            problemId={problems.length > 0 ? problemId : undefined}
            isEditable={isEditable && isTypedCell(column)}
            isActive={cursor?.column === at}
            isEditing={cursor?.column === at && cursor.isEditing}
            typed={cursor?.column === at ? cursor.typed : undefined}
            onActivate={() => props.onActivate(at, isEditable && isTypedCell(column))}
            onCommit={(text) => props.onCommit({ [column.key]: text })}
            onDone={props.onDone}
          />
        ))}
      </div>
      {problems.length > 0 ? (
        <div className="import-problems" id={problemId}>
          <Icon name="alert" size={14} />
          <span title={problems.join('\n')}>{problems.join(' · ')}</span>
        </div>
      ) : null}
    </div>
  )
}

interface CellProps {
  readonly column: ImportColumnView
  readonly at: number
  readonly width: number
  readonly row: ImportRowView
  readonly view: CellView
  /** The text in the editor. */
  readonly source: string
  readonly problemId: string | undefined
  readonly isEditable: boolean
  readonly isActive: boolean
  readonly isEditing: boolean
  readonly typed: string | undefined
  readonly onActivate: () => void
  readonly onCommit: (text: string) => void
  readonly onDone: (next: 'down' | 'right' | 'stay') => void
}

function Cell(props: CellProps) {
  const { column, row, view, isActive, isEditing } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive && !isEditing && element.current && element.current !== document.activeElement)
      element.current.focus({ preventScroll: true })
  }, [isActive, isEditing])
  const label = importText('rows.cell', { column: column.title, row: row.row })
  const className = [
    'sheet-cell',
    cellClass(column),
    props.at === 0 ? 'sheet-frozen' : '',
    view.problem ? 'sheet-cell-bad' : '',
    view.before === null ? '' : 'import-changed',
    view.isTyped ? 'import-typed' : '',
    row.action === 'update' && view.before === null ? 'import-kept' : '',
  ]
    .filter(Boolean)
    .join(' ')
  const style = styleOf(props.at, props.width)
  if (isEditing && props.isEditable)
    return (
      <div className={`${className} sheet-cell-editing`} role="gridcell" style={style}>
        <Editor {...props} label={label} />
      </div>
    )
  return (
    <div
      ref={element}
      role="gridcell"
      className={className}
      style={style}
      tabIndex={isActive ? 0 : -1}
      aria-label={`${label}: ${spoken(view)}`}
      aria-invalid={view.problem ? true : undefined}
      aria-describedby={view.problem && isActive ? props.problemId : undefined}
      title={view.problem ?? view.note ?? spoken(view)}
      data-active={isActive}
      onMouseDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        // An open editor elsewhere must save its text before this cell becomes active.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        props.onActivate()
      }}
    >
      <CellText view={view} />
    </div>
  )
}

/** A change reads `old → new`: struck out and bold, so that it is visible without colour. */
export function CellText({ view }: { readonly view: CellView }) {
  if (view.before === null) return <span className="sheet-text">{view.text}</span>
  return (
    <span className="sheet-text import-change">
      <del>{view.before || '/'}</del>
      <span aria-hidden="true"> → </span>
      <ins>{view.text || '/'}</ins>
    </span>
  )
}

/** Text for screen readers. */
function spoken({ text, before, isTyped }: CellView): string {
  const parts = [text || '/']
  if (before !== null)
    parts.push(before === '' ? importText('rows.wasEmpty') : importText('rows.was', { value: before }))
  if (isTyped) parts.push(importText('rows.typed'))
  return parts.join(', ')
}

function Editor(props: CellProps & { readonly label: string }) {
  const { column, source, typed, view, label, onCommit, onDone } = props
  const [text, setText] = useState(typed ?? source)
  const isCancelled = useRef(false)
  const commit = (): void => {
    if (!isCancelled.current && text.trim() !== source) onCommit(text.trim())
  }
  return (
    <input
      className="sheet-input"
      autoFocus
      aria-label={label}
      aria-invalid={view.problem !== null}
      {...(view.problem && props.problemId ? { 'aria-describedby': props.problemId } : {})}
      inputMode={column.kind === 'amount' ? 'decimal' : column.kind === 'integer' ? 'numeric' : 'text'}
      value={text}
      onFocus={(event) => {
        if (typed === undefined) event.target.select()
      }}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        commit()
        onDone('stay')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isCancelled.current = true
        if (event.key === 'Enter' || event.key === 'Tab') {
          commit()
          // Focus moves to the next cell; the blur must not save the text again.
          isCancelled.current = true
        }
        if (event.key === 'Enter') {
          event.preventDefault()
          onDone('down')
        }
      }}
    />
  )
}
