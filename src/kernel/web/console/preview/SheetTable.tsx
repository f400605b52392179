import { formatAmount } from '#kernel/base/money/money.ts'

export interface PreviewRows {
  readonly rows: readonly {
    /** Row number of the spreadsheet. */
    readonly row: number
    readonly cells: readonly string[]
    /** Indexes of cells with numbers. */
    readonly numbers: readonly number[]
  }[]
}

interface SheetTableProps extends PreviewRows {
  readonly isStale: boolean
}

/** A sheet as in the file, with its first filled row as head and row numbers. */
export function SheetTable({ rows, isStale }: SheetTableProps) {
  const [head, ...body] = rows
  if (!head) return null
  const columns = Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, (_, at) => at)
  /** A title is aligned like its figures. */
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

/** Amounts are formatted as everywhere; other numbers (a year, a quantity) as in the file. */
function figure(cell: string | undefined): string | undefined {
  return cell !== undefined && /^-?\d+\.\d\d$/.test(cell) ? formatAmount(cell) : cell
}

/** Full text for a cell that is probably truncated. */
function long(cell: string | undefined): string | undefined {
  return cell !== undefined && cell.length > 30 ? cell : undefined
}
