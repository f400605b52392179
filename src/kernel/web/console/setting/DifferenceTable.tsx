import type { SettingDifference } from './differences.ts'
import { settingText } from './setting-text.ts'
import './setting.css'

/** The differences between two contents as texts. */
export function DifferenceTable({ differences }: { readonly differences: readonly SettingDifference[] }) {
  if (differences.length === 0) return <p className="quiet">{settingText('editor.noDifferences')}</p>
  return (
    <div className="setting-differences">
      <table>
        <caption className="unseen">{settingText('editor.differences')}</caption>
        <thead>
          <tr>
            <th scope="col">{settingText('diff.where')}</th>
            <th scope="col">{settingText('diff.field')}</th>
            <th scope="col">{settingText('diff.before')}</th>
            <th scope="col">{settingText('diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference, index) => (
            <tr key={index}>
              <th scope="row">{difference.where ?? settingText('editor.ofWhole')}</th>
              <Cells difference={difference} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cells({ difference: { kind, field, before, after } }: { readonly difference: SettingDifference }) {
  if (kind !== 'changed') {
    return <td colSpan={3}>{settingText(`diff.${kind}`, { from: before, to: after })}</td>
  }
  return (
    <>
      <td>{field}</td>
      <td>{before ? <del>{before}</del> : '/'}</td>
      <td>{after ? <ins>{after}</ins> : '/'}</td>
    </>
  )
}
