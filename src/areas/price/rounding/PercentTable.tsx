import { formatExact } from '#kernel/base/money/exact-text.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { RoundingRule } from '../shared/price-rounding.rules.ts'
import { roundingText, ruleInWords } from './rounding-texts.web.ts'
import './percent-table.css'

export interface PercentRow {
  readonly skuCode: string
  readonly before: string
  readonly exact: string
  readonly price: string
}

/** Places of an exact price. */
const DIGITS = 6

/** What prices become by percent: before, exactly, and rounded, with the rule. */
export function PercentTable({ rule, rows }: { readonly rule: RoundingRule; readonly rows: readonly PercentRow[] }) {
  return (
    <div className="percent-table">
      <p className="quiet">{ruleInWords(rule)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{roundingText('sku')}</th>
            {(['before', 'exact', 'rounded'] as const).map((key) => (
              <th key={key} scope="col" className="percent-table-number">
                {roundingText(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ skuCode, before, exact, price }) => (
            <tr key={skuCode}>
              <th scope="row" className="code">
                {skuCode}
              </th>
              <td className="percent-table-number">
                <Amount value={before} />
              </td>
              <td className="percent-table-number quiet">{formatExact(exact, DIGITS)}</td>
              <td className="percent-table-number">
                <Amount value={price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
