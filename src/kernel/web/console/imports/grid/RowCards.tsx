import { useId } from 'react'
import type { ImportColumnView, ImportRowView } from '#kernel/services/imports/import-wire.ts'
import type { Edits as EditMap } from './edits.ts'
import { CellText } from './GridRow.tsx'
import type { RowsViewProps } from './ImportGrid.tsx'
import { importText } from '../import-text.ts'
import { RowMark } from './RowMark.tsx'
import { cellOf, isTypedCell, mayMend, problemsOf, sourceText } from './row-cells.ts'
import type { Edits } from './use-edits.ts'

/** The rows as cards where there is no room for a grid: invalid cells as fields, the rest collapsed. */
export function RowCards({ run, rows, edits, isStale }: RowsViewProps) {
  return (
    <ul className={isStale ? 'import-cards is-stale' : 'import-cards'}>
      {rows.map((row) => {
        const shown = run.columns.filter((column) => isShown(column, row, edits.map))
        const problems = problemsOf(run, row, edits.map)
        const mayEdit = mayMend(run, row)
        return (
          <li key={row.row}>
            <div className="import-card-head">
              <strong>{importText('rows.rowNo', { row: row.row })}</strong>
              <RowMark row={row} isTyped={edits.map[String(row.row)] !== undefined} />
              {run.can.edit && !row.isApplied ? (
                <button
                  type="button"
                  className="link-button"
                  aria-label={importText(row.action === 'removed' ? 'rows.restoreRow' : 'rows.removeRow', {
                    row: row.row,
                  })}
                  onClick={() => void edits.setRemoved([row.row], row.action !== 'removed')}
                >
                  {importText(row.action === 'removed' ? 'rows.restore' : 'rows.remove')}
                </button>
              ) : null}
            </div>
            <p className="import-card-name">{nameOf(run.columns, row, edits.map)}</p>
            {problems.map((problem) => (
              <p key={problem} className="field-error">
                {problem}
              </p>
            ))}
            <Fields columns={shown} row={row} edits={edits} isEditable={mayEdit && row.action === 'bad'} />
            <details>
              <summary>{importText(mayEdit ? 'rows.mend' : 'rows.all')}</summary>
              <Fields columns={run.columns} row={row} edits={edits} isEditable={mayEdit} />
            </details>
          </li>
        )
      })}
    </ul>
  )
}

/** Name of a row: the values of its first columns. */
function nameOf(columns: readonly ImportColumnView[], row: ImportRowView, edits: EditMap): string {
  const texts = columns.slice(0, 2).map((column) => cellOf(column, row, edits).text)
  return texts.filter((text) => text !== '').join(' · ')
}

/** The most relevant cells: invalid ones, or those that would change. */
function isShown(column: ImportColumnView, row: ImportRowView, edits: EditMap): boolean {
  const view = cellOf(column, row, edits)
  return view.problem !== null || view.before !== null || view.isTyped
}

interface FieldsProps {
  readonly columns: readonly ImportColumnView[]
  readonly row: ImportRowView
  readonly edits: Edits
  readonly isEditable: boolean
}

function Fields({ columns, row, edits, isEditable }: FieldsProps) {
  const id = useId()
  if (columns.length === 0) return null
  return (
    <dl className="import-fields">
      {columns.map((column) => {
        const view = cellOf(column, row, edits.map)
        const fieldId = `${id}${column.key}`
        return (
          <div key={column.key}>
            <dt>
              {isEditable && isTypedCell(column) ? <label htmlFor={fieldId}>{column.title}</label> : column.title}
            </dt>
            <dd>
              {isEditable && isTypedCell(column) ? (
                <input
                  id={fieldId}
                  className={view.problem ? 'import-field is-wrong' : 'import-field'}
                  aria-invalid={view.problem !== null}
                  inputMode={column.kind === 'amount' ? 'decimal' : column.kind === 'integer' ? 'numeric' : 'text'}
                  value={sourceText(column, row, edits.map)}
                  onChange={(event) => edits.put([{ row, texts: { [column.key]: event.target.value } }])}
                />
              ) : (
                <CellText view={view} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
