import type { ComponentType, ReactNode } from 'react'
import { amount, formatAmount, sumAmounts } from '#kernel/base/money/money.ts'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import { insightText } from './insight-text.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import type { Overview } from './overview-api.web.ts'
import { percentOf, shareText, usedOf, waterfallOf } from './overview-figures.web.ts'
import { periodText } from '../period/period.web.ts'
import './overview.css'

type LinkProps = {
  readonly to: string
  readonly className?: string
  readonly title?: string
  readonly 'aria-label'?: string
  readonly style?: React.CSSProperties
  readonly children?: ReactNode
}

export interface PictureProps {
  readonly overview: Overview
  readonly LinkTo: ComponentType<LinkProps>
  /** Address of the lines of a bar or a cell. */
  readonly listOf: (filters: Readonly<Record<string, string>>) => string
}

interface WaterfallProps extends PictureProps {
  /** An amount with its explanation. */
  readonly amountOf: (name: LineAmount) => ReactNode
}

/** A waterfall from granted to remaining; the amounts beside the bars serve as its table. */
export function Waterfall({ overview, LinkTo, listOf, amountOf }: WaterfallProps) {
  return (
    <dl className="fall">
      {waterfallOf(overview.totals).map(({ name, kind, start, length }, at) => (
        <div key={name} className={`fall-row fall-${kind}`}>
          <dt>
            <span className="fall-sign" aria-hidden="true">
              {kind === 'rise' ? '+' : kind === 'drop' ? '−' : at > 0 ? '=' : ''}
            </span>
            {pageLabel(`buckets.${name}`)}
          </dt>
          <dd className="fall-track">
            <LinkTo
              to={listOf({})}
              className="fall-link"
              aria-label={insightText('overview.openList', { what: pageLabel(`buckets.${name}`) })}
            >
              <span className="fall-bar" style={{ marginInlineStart: `${start}%`, width: `${length}%` }} />
            </LinkTo>
          </dd>
          <dd className="fall-amount">{amountOf(name)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Share of each country's monthly plan that is used. The chart is a table. */
export function HeatMap({ overview, LinkTo, listOf }: PictureProps) {
  const { cells, countries, year, months } = overview
  const names = new Map(countries.map(({ countryCode, countryName }) => [countryCode, countryName]))
  const nameOf = (country: string) => names.get(country) || country || insightText('overview.levels.project')
  const byCountry = Map.groupBy(cells, (cell) => cell.countryCode)
  const rows = [...byCountry].toSorted(([a], [b]) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b))
  return (
    <div className="heat-scroll" role="region" tabIndex={0} aria-label={insightText('overview.heat')}>
      <table className="heat" data-unstacked>
        <thead>
          <tr>
            <th scope="col">{insightText('overview.country')}</th>
            {months.map(({ month }) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">{insightText('overview.yearTotal')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([country, own]) => (
            <tr key={country}>
              <th scope="row">{nameOf(country)}</th>
              {months.map(({ month }) => {
                const cell = own.find((each) => each.month === month)
                const plan = amount(cell?.current ?? '0')
                if (!cell || !plan.gt(0))
                  return (
                    <td key={month} className="heat-none">
                      <span className="unseen">{insightText('overview.noMonth')}</span>
                    </td>
                  )
                const used = usedOf(cell)
                const share = shareText(used, plan)
                const label = insightText('overview.cell', {
                  country: nameOf(country),
                  month: periodText(year, month),
                  share,
                  plan: formatAmount(cell.current),
                })
                const depth = { '--heat': `${Math.round(percentOf(used, plan) / 2)}%` } as React.CSSProperties
                return (
                  <td key={month}>
                    <LinkTo
                      to={listOf({ month: String(month), ...(country ? { countryCode: country } : {}) })}
                      className="heat-cell"
                      style={depth}
                      title={label}
                      aria-label={label}
                    >
                      {share}
                    </LinkTo>
                  </td>
                )
              })}
              <td className="heat-total">
                <LinkTo
                  to={listOf(country ? { countryCode: country } : {})}
                  aria-label={insightText('overview.openList', { what: nameOf(country) })}
                >
                  {shareText(sumAmounts(own.map(usedOf)), sumAmounts(own.map(({ current }) => amount(current))))}
                </LinkTo>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
