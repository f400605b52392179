import type { Difference } from './differences.ts'
import { pageLabel } from './routing-texts.ts'
import './routing.css'

/** What differs between two contents, in words. */
export function DifferenceTable({ differences }: { readonly differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="quiet">{pageLabel('editor.noDifferences')}</p>
  return (
    <div className="routing-differences">
      <table>
        <caption className="unseen">{pageLabel('editor.differences')}</caption>
        <thead>
          <tr>
            <th scope="col">{pageLabel('diff.where')}</th>
            <th scope="col">{pageLabel('diff.field')}</th>
            <th scope="col">{pageLabel('diff.before')}</th>
            <th scope="col">{pageLabel('diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference, index) => (
            <tr key={index}>
              <th scope="row">{difference.where ?? pageLabel('editor.ofWhole')}</th>
              <Cells difference={difference} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cells({ difference: { kind, field, before, after } }: { readonly difference: Difference }) {
  if (kind !== 'changed') {
    return <td colSpan={3}>{pageLabel(`diff.${kind}`, { from: before, to: after })}</td>
  }
  return (
    <>
      <td>{field}</td>
      <td>{before ? <del>{before}</del> : '/'}</td>
      <td>{after ? <ins>{after}</ins> : '/'}</td>
    </>
  )
}
