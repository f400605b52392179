import type { ReactNode } from 'react'
import { cellText, isRight, type SheetColumn, type Values } from '../sheet/sheet-columns.ts'
import type { Compared } from './differences.ts'
import './setting.css'

interface LinesTableProps {
  readonly label: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly { readonly id: number | string; readonly values: Values }[]
  readonly tools?: ReactNode
}

/** The lines of a setting, read-only: the columns of the sheet without its tools. */
export function LinesTable({ label, columns, rows, tools }: LinesTableProps) {
  return (
    <div className="setting-lines">
      {tools ? <div className="setting-lines-tools">{tools}</div> : null}
      <table className="setting-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={isRight(column) ? 'right' : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} className={isRight(column) ? 'right' : undefined}>
                  {(column.kind === 'shown' ? column.render(row.values, index) : cellText(column, row.values)) || '/'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The fields above the lines as text. */
export function HeadFacts({ head, values }: { readonly head: Compared['head']; readonly values: Values }) {
  return (
    <dl className="setting-facts">
      {head.map(({ key, title, text = (value: string) => value }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{text(values[key] ?? '')}</dd>
        </div>
      ))}
    </dl>
  )
}
