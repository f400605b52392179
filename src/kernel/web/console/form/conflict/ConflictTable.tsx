import { pageText } from '../../client/i18n.ts'
import type { DifferenceText } from './conflict-texts.ts'
import './conflict.css'

/** The differences between the input here and the stored version. */
export function ConflictTable({ rows }: { readonly rows: readonly DifferenceText[] }) {
  return (
    <table className="conflict-table">
      <caption className="unseen">{pageText('form.conflictChanges')}</caption>
      <thead>
        <tr>
          <th scope="col">{pageText('form.conflictField')}</th>
          <th scope="col">{pageText('form.conflictYours')}</th>
          <th scope="col">{pageText('form.conflictStored')}</th>
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
