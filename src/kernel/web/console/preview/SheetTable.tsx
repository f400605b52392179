import { formatAmount } from '#kernel/base/money/money.ts'

export interface PreviewRows {
  readonly rows: readonly {
    /** As a spreadsheet program numbers it. */
    readonly row: number
    readonly cells: readonly string[]
    /** Places of the cells that hold a number. */
    readonly numbers: readonly number[]
  }[]
}

interface SheetTableProps extends PreviewRows {
  readonly isStale: boolean
}

/** A sheet as it stands in the file, its first filled row as the head, its row numbers beside it. */
export function SheetTable({ rows, isStale }: SheetTableProps) {
  const [head, ...body] = rows
  if (!head) return null
  const columns = Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, (_, at) => at)
  /** A title stands over its figures. */
  const isNumber = columns.map((at) => body.some(({ numbers }) => numbers.includes(at)))
  return (
    // A person who scrolls by the keyboard has to get into it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={isStale ? 'sheet-view is-stale' : 'sheet-view'} tabIndex={0}>
      <table className="sheet-table">
        <thead>
          <tr>
            <th scope="col" className="sheet-place">
              {head.row}
            </th>
            {columns.map((at) => (
              <th key={at} scope="col" className={isNumber[at] ? 'is-number' : undefined}>
                {head.cells[at]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(({ row, cells, numbers }) => (
            <tr key={row}>
              <th scope="row" className="sheet-place">
                {row}
              </th>
              {columns.map((at) => (
                <td key={at} className={numbers.includes(at) ? 'is-number' : undefined} title={long(cells[at])}>
                  {numbers.includes(at) ? figure(cells[at]) : cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** An amount is shown as everywhere; other numbers (a year, a quantity) as they stand in the file. */
function figure(cell: string | undefined): string | undefined {
  return cell !== undefined && /^-?\d+\.\d\d$/.test(cell) ? formatAmount(cell) : cell
}

/** What is likely cut by the width of its cell can be read in full. */
function long(cell: string | undefined): string | undefined {
  return cell !== undefined && cell.length > 30 ? cell : undefined
}
