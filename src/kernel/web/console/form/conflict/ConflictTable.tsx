import { conflictWord, type DifferenceText } from './conflict-texts.ts'
import './conflict.css'

/** The differences between the input here and the stored version. */
export function ConflictTable({ rows }: { readonly rows: readonly DifferenceText[] }) {
  return (
    <table className="conflict-table">
      <caption className="unseen">{conflictWord('changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{conflictWord('field')}</th>
          <th scope="col">{conflictWord('yours')}</th>
          <th scope="col">{conflictWord('stored')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.label}</td>
            <td>{row.mine}</td>
            <td>{row.theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
