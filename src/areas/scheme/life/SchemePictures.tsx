import { amount, formatAmount, zero } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { Money } from './scheme.list.ts'
import { lifeText, type LifeMonth } from './scheme-life.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import './scheme-pictures.css'

const STEPS = ['executed', 'accrued', 'committed', 'released'] as const

/** A waterfall from approved to remaining. */
export function Waterfall({ money, currency }: { readonly money: Money; readonly currency: string }) {
  const whole = amount(money.approved)
  const share = (value: string) => (whole.gt(0) ? amount(value).div(whole).times(100).toNumber() : 0)
  const bars = STEPS.map((name, index) => ({
    name,
    width: share(money[name]),
    before: STEPS.slice(0, index).reduce((sum, each) => sum + share(money[each]), 0),
  }))
  return (
    <figure className="scheme-waterfall" aria-label={lifeText('waterfall')}>
      <Step name="approved" value={money.approved} currency={currency} before={0} width={100} />
      {bars.map(({ name, before, width }) => (
        <Step key={name} name={name} value={money[name]} currency={currency} before={before} width={width} />
      ))}
    </figure>
  )
}

interface StepProps {
  readonly name: 'approved' | (typeof STEPS)[number]
  readonly value: string
  readonly currency: string
  readonly before: number
  readonly width: number
}

function Step({ name, value, currency, before, width }: StepProps) {
  return (
    <div className="scheme-step">
      <span className="scheme-step-name">{schemeText(`money.${name}`)}</span>
      <span className="scheme-step-board" aria-hidden="true">
        <span className={`scheme-bar scheme-bar-${name}`} style={{ left: `${before}%`, width: `${width}%` }} />
      </span>
      <span className="scheme-step-amount">
        <Amount value={value} currency={currency} />
      </span>
    </div>
  )
}

/** Accrued and executed amounts by month. */
export function MonthsPicture({ months }: { readonly months: readonly LifeMonth[] }) {
  if (months.length === 0) return <p className="quiet">{lifeText('nothingPosted')}</p>
  const most = months
    .flatMap(({ accrued, executed }) => [amount(accrued), amount(executed)])
    .reduce((a, b) => (b.gt(a) ? b : a), zero)
  const height = (value: string) => (most.gt(0) ? Math.max(0, amount(value).div(most).times(100).toNumber()) : 0)
  return (
    <figure className="scheme-months" aria-label={lifeText('byMonth')}>
      {months.map(({ month, accrued, executed }) => (
        <div
          key={month}
          className="scheme-month"
          title={lifeText('month', { month, accrued: formatAmount(accrued), executed: formatAmount(executed) })}
        >
          <span className="scheme-month-board" aria-hidden="true">
            <span className="scheme-bar-accrued" style={{ height: `${height(accrued)}%` }} />
            <span className="scheme-bar-executed" style={{ height: `${height(executed)}%` }} />
          </span>
          <span className="scheme-month-name">{month}</span>
          <span className="unseen">
            {lifeText('month', { month, accrued: formatAmount(accrued), executed: formatAmount(executed) })}
          </span>
        </div>
      ))}
      <figcaption className="scheme-legend quiet">
        <span className="scheme-key scheme-bar-accrued" /> {schemeText('money.accrued')}
        <span className="scheme-key scheme-bar-executed" /> {schemeText('money.executed')}
      </figcaption>
    </figure>
  )
}
