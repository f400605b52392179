import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { pageText } from '../client/i18n.ts'
import { TextChoice } from '../form/TextChoice.tsx'
import { cellText, isRight, pastedValue, type SheetColumn, type Values } from './sheet-columns.ts'
import { growClass } from './sheet-layout.ts'
import { twoEnds } from '../two-ends.ts'

/** Date format, in every language. */
const DAY_LIKE = '2026-01-31'

const StructuredDialog = lazy(() =>
  import('../structured-field/StructuredDialog.tsx').then((module) => ({ default: module.StructuredDialog })),
)

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}

interface SheetCellProps {
  readonly column: SheetColumn
  readonly values: Values
  readonly row: number
  readonly error: string | undefined
  /** Id of the element with the active cell's error. */
  readonly errorId: string
  readonly isActive: boolean
  readonly isEditing: boolean
  readonly typed: string | undefined
  readonly left: number | undefined
  readonly onActivate: () => void
  readonly onCommit: (values: Values) => void
  readonly onDone: (next: 'down' | 'right' | 'stay') => void
  readonly onTyped?: ((key: string, text: string) => void) | undefined
}

/** One cell: plain text until it is edited, so that ten thousand lines stay fast. */
export function SheetCell(props: SheetCellProps) {
  const { column, values, row, error, isActive, isEditing } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive && !isEditing && element.current && element.current !== document.activeElement)
      element.current.focus({ preventScroll: true })
  }, [isActive, isEditing])
  const label = pageText('sheet.cell', { column: column.title, row: row + 1 })
  const className = [
    'sheet-cell',
    isRight(column) ? 'cell-right' : '',
    error ? 'sheet-cell-bad' : '',
    column.kind === 'shown' ? 'sheet-cell-shown' : '',
    growClass(column),
    props.left === undefined ? '' : 'sheet-frozen',
  ]
    .filter(Boolean)
    .join(' ')
  const style = { width: column.width, ...(props.left === undefined ? {} : { insetInlineStart: props.left }) }
  if (isEditing && column.kind !== 'shown') {
    return (
      <div className={`${className} sheet-cell-editing`} role="gridcell" style={style}>
        <Editor {...props} label={label} />
      </div>
    )
  }
  return (
    <div
      ref={element}
      role="gridcell"
      className={className}
      style={style}
      tabIndex={isActive ? 0 : -1}
      aria-label={column.kind === 'shown' ? undefined : `${label}: ${cellText(column, values)}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && isActive ? props.errorId : undefined}
      title={error ?? (column.kind === 'shown' ? undefined : cellText(column, values))}
      data-active={isActive}
      onMouseDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        // An open editor elsewhere must save its text before this cell becomes active.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        props.onActivate()
      }}
    >
      {column.kind === 'shown' ? (
        column.render(values, row)
      ) : (
        <CellText text={cellText(column, values)} column={column} />
      )}
    </div>
  )
}

/** The name of a choice that is too long loses its middle, where its code, its beginning and its end fit into the cell. */
function CellText({ text, column }: { readonly text: string; readonly column: SheetColumn }) {
  const [start, end] =
    column.kind === 'choice'
      ? twoEnds(text, { width: column.width, endTells: column.halves !== undefined })
      : [text, '']
  return (
    <>
      <span className="sheet-text">{start}</span>
      {end ? <span className="sheet-end">{end}</span> : null}
    </>
  )
}

function Editor({
  column,
  values,
  typed,
  label,
  error,
  errorId,
  onCommit,
  onDone,
  onTyped,
}: SheetCellProps & { readonly label: string }) {
  const value = values[column.key] ?? ''
  const [text, setText] = useState(typed ?? value)
  const isCancelled = useRef(false)
  const type = (next: string): void => {
    setText(next)
    if (column.kind === 'amount') onTyped?.(column.key, next)
  }
  if (column.kind === 'choice') {
    return (
      <TextChoice
        isBare
        autoFocus
        defaultOpen
        defaultSearch={typed}
        allowClear
        aria-label={label}
        aria-invalid={Boolean(error)}
        {...(error ? { 'aria-describedby': errorId } : {})}
        value={value || null}
        options={column.options(values)}
        onRetry={column.onRetry}
        onSearch={column.onSearch}
        noneText={column.whyNone?.(values)}
        {...(column.recentName === undefined ? {} : { recentName: column.recentName })}
        onChange={(next) => {
          onCommit({ [column.key]: next ?? '', ...(next ? column.also?.(next, values) : {}) })
          onDone('right')
        }}
        onBlur={() => onDone('stay')}
      />
    )
  }
  if (column.kind === 'opened')
    return (
      <OpenedEditor
        column={column}
        values={values}
        typed={typed}
        label={label}
        error={error}
        onCommit={onCommit}
        onDone={onDone}
      />
    )
  const commit = (): void => {
    if (isCancelled.current) return
    const next = pastedValue(column, text, values)
    if (next !== value) onCommit({ [column.key]: next })
  }
  return (
    <input
      className="sheet-input"
      autoFocus
      aria-label={label}
      aria-invalid={Boolean(error)}
      {...(error ? { 'aria-describedby': errorId } : {})}
      inputMode={column.kind === 'amount' || column.kind === 'decimal' ? 'decimal' : 'text'}
      maxLength={column.kind === 'text' ? column.maxLength : undefined}
      placeholder={column.kind === 'day' ? DAY_LIKE : undefined}
      value={text}
      onFocus={(event) => {
        if (typed === undefined) event.target.select()
      }}
      onChange={({ target }) => type(target.value)}
      onBlur={() => {
        commit()
        onDone('stay')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isCancelled.current = true
        if (event.key === 'Enter' || event.key === 'Tab') commit()
        if (event.key === 'Enter') {
          event.preventDefault()
          onDone('down')
        }
      }}
    />
  )
}

type OpenedEditorProps = Pick<SheetCellProps, 'values' | 'typed' | 'error' | 'onCommit' | 'onDone'> & {
  readonly column: SheetColumn & { readonly kind: 'opened' }
  readonly label: string
}

function OpenedEditor({ column, values, typed, label, error, onCommit, onDone }: OpenedEditorProps) {
  // This field keeps the focus and collects the keys until the dialog is open, because its code may have to be loaded first.
  const early = useRef<HTMLTextAreaElement>(null)
  const takeTyped = (): string => {
    const { current } = early
    const text = current?.value ?? ''
    if (current) current.value = ''
    return text
  }
  return (
    // Keys typed in the dialog are not for the sheet.
    <div className="sheet-text" onKeyDown={stop} onPaste={stop} onCopy={stop} onMouseDown={stop}>
      {cellText(column, values)}
      <textarea
        ref={early}
        className="unseen"
        autoFocus
        aria-label={label}
        defaultValue={typed ?? ''}
        // The next key goes behind the one that opened the cell.
        onFocus={({ currentTarget: area }) => area.setSelectionRange(area.value.length, area.value.length)}
      />
      <Suspense fallback={null}>
        <StructuredDialog
          title={label}
          error={error}
          field={column.field}
          value={values[column.key] ?? ''}
          values={values}
          currency={column.currency}
          takeTyped={takeTyped}
          onChange={(next) => onCommit({ [column.key]: next })}
          onClose={() => onDone('right')}
        />
      </Suspense>
    </div>
  )
}
