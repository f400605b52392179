import { type ComponentType, Fragment, type ReactNode } from 'react'
import { type Amount as AmountValue, amount, formatAmount, sumAmounts } from '#kernel/base/money/money.ts'
import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import { insightText } from './insight-text.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import type { Overview } from './overview-api.web.ts'
import { percentOf, pointsOf, scaleOf, shareText, USE_PARTS, usedOf, waterfallOf } from './overview-figures.web.ts'
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

const monthName = (year: number, month: number) => periodText(year, month)

/** A bar for each budget month: its plan, and the executed, accrued and committed parts. */
export function UseByMonth({ overview, LinkTo, listOf }: PictureProps) {
  const { months, year } = overview
  const most = months.map(({ current }) => amount(current)).reduce((a, b) => (b.gt(a) ? b : a), amount('0'))
  return (
    <div className="use-months">
      {months.map((use) => {
        const [plan, used] = [amount(use.current), usedOf(use)]
        const label = insightText('overview.month', {
          month: monthName(year, use.month),
          plan: formatAmount(use.current),
          used: formatAmount(used.toFixed(2)),
          share: shareText(used, plan),
        })
        return (
          <LinkTo
            key={use.month}
            to={listOf({ month: String(use.month) })}
            className="use-month"
            title={label}
            aria-label={label}
          >
            <span className="use-month-board">
              <span className="use-month-plan" style={{ height: `${percentOf(plan, most)}%` }}>
                {USE_PARTS.map((part) => (
                  <span
                    key={part}
                    className={`use-part use-part-${part}`}
                    style={{ height: `${percentOf(amount(use[part]), plan)}%` }}
                  />
                ))}
              </span>
            </span>
            <span className="use-month-share">{plan.gt(0) ? shareText(used, plan) : '\u00a0'}</span>
            <span className="use-month-name">{use.month}</span>
          </LinkTo>
        )
      })}
    </div>
  )
}

/** `12.5M`, `1250万`: rounded for the axis; every amount beside it is exact. */
function shortAmount(value: AmountValue): string {
  return new Intl.NumberFormat(runningLanguage(), { notation: 'compact', maximumFractionDigits: 1 }).format(
    Number(value.toFixed(2)),
  )
}

/** Planned and used amounts, cumulated by month. */
export function CourseOfYear({ overview, LinkTo, listOf }: PictureProps) {
  const { course, year } = overview
  const most = course
    .flatMap(({ plan, used }) => [amount(plan), amount(used ?? '0')])
    .reduce((a, b) => (b.gt(a) ? b : a), amount('0'))
  const { top, marks } = scaleOf(most)
  const plan = pointsOf(
    course.map((each) => each.plan),
    top,
  )
  const used = pointsOf(
    course.map((each) => each.used),
    top,
  )
  const line = (points: typeof plan) => points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <div className="course">
      <svg viewBox="0 0 1200 100" preserveAspectRatio="none" aria-hidden="true">
        {marks.map(({ share }) => (
          <line key={share} className="course-grid" x1="0" x2="1200" y1={100 - share} y2={100 - share} />
        ))}
        {used.length > 0 ? (
          <polygon className="course-area" points={`${used[0]?.[0]},100 ${line(used)} ${used.at(-1)?.[0]},100`} />
        ) : null}
        <polyline className="course-plan" points={line(plan)} />
        <polyline className="course-used" points={line(used)} />
      </svg>
      <div className="course-scale" aria-hidden="true">
        {marks.map(({ value, share }) => (
          <span key={share} style={{ bottom: `${share}%` }}>
            {shortAmount(value)}
          </span>
        ))}
      </div>
      <div className="course-months">
        {course.map((each) => {
          const label = insightText('overview.toDate', {
            month: monthName(year, each.month),
            plan: formatAmount(each.plan),
            used: each.used === null ? '/' : formatAmount(each.used),
          })
          const isOver = each.used !== null
          return (
            <LinkTo
              key={each.month}
              // The used amount covers every budget of the year, not only this month's.
              to={listOf(isOver ? { asOf: lastDay(year, each.month) } : {})}
              className="course-month"
              title={label}
              aria-label={label}
            >
              {isOver ? (
                <span className="course-dot" style={{ bottom: `${percentOf(amount(each.used ?? '0'), top)}%` }} />
              ) : null}
              <span className="course-name">{each.month}</span>
            </LinkTo>
          )
        })}
      </div>
    </div>
  )
}

function lastDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
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
  const byCountry = Map.groupBy(cells, (cell) => cell.countryCode)
  const names = new Map(countries.map(({ countryCode, countryName }) => [countryCode, countryName]))
  const rows = [...byCountry].toSorted(([a], [b]) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b))
  return (
    <div className="heat-scroll" role="region" tabIndex={0} aria-label={insightText('overview.heat')}>
      <table className="heat">
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
              <th scope="row">{names.get(country) || country || insightText('overview.levels.project')}</th>
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
                  country: names.get(country) ?? country,
                  month: monthName(year, month),
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
                {shareText(sumAmounts(own.map(usedOf)), sumAmounts(own.map(({ current }) => amount(current))))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The numbers of both charts of the year. */
export function YearTable({ overview }: Pick<PictureProps, 'overview'>) {
  const { months, course, year } = overview
  return (
    <details className="year-table">
      <summary>{insightText('overview.asTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{pageLabel('period')}</th>
            <th scope="col">{insightText('overview.plan')}</th>
            {USE_PARTS.map((part) => (
              <th key={part} scope="col">
                {pageLabel(`buckets.${part}`)}
              </th>
            ))}
            <th scope="col">{insightText('overview.utilisation')}</th>
            <th scope="col">{insightText('overview.course')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((use, at) => (
            <Fragment key={use.month}>
              <tr>
                <th scope="row">{monthName(year, use.month)}</th>
                <td>
                  <Amount value={use.current} />
                </td>
                {USE_PARTS.map((part) => (
                  <td key={part}>
                    <Amount value={use[part]} />
                  </td>
                ))}
                <td>{shareText(usedOf(use), amount(use.current))}</td>
                <td>
                  <Amount value={course[at]?.used ?? null} /> / <Amount value={course[at]?.plan ?? null} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </details>
  )
}
