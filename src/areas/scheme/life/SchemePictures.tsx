import { amount } from '#kernel/base/money/money.ts'
import { Chart, type ChartLink } from '#kernel/web/console/chart/Chart.tsx'
import type { ChartSpec } from '#kernel/web/console/chart/chart-spec.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { Scheme } from './scheme-wire.ts'
import { figureAddress } from './scheme-figure.web.ts'
import { lifeText, type LifeMonth, type SchemeLife } from './scheme-life.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import './scheme-pictures.css'

const STEPS = ['executed', 'accrued', 'committed', 'released'] as const

interface WaterfallProps {
  readonly scheme: Scheme
  readonly LinkTo: ChartLink
}

interface PicturesProps {
  readonly life: SchemeLife
  readonly LinkTo: ChartLink
}

/** What became of a scheme's money, as a whole and by month. */
export function SchemePictures({ life, LinkTo }: PicturesProps) {
  return (
    <div className="scheme-pictures">
      <section aria-label={lifeText('waterfall')}>
        <h2>{lifeText('waterfall')}</h2>
        <Waterfall scheme={life.scheme} LinkTo={LinkTo} />
      </section>
      <section aria-label={lifeText('byMonth')}>
        <h2>{lifeText('byMonth')}</h2>
        <Chart spec={schemeMonths(life.scheme, life.months)} LinkTo={LinkTo} emptyText={lifeText('nothingPosted')} />
      </section>
    </div>
  )
}

/** A waterfall from approved to remaining; the amounts beside the bars are its table, and lead to their postings. */
function Waterfall({ scheme: money, LinkTo }: WaterfallProps) {
  const whole = amount(money.approved)
  const share = (value: string) => (whole.gt(0) ? amount(value).div(whole).times(100).toNumber() : 0)
  const bars = STEPS.map((name, index) => ({
    name,
    width: share(money[name]),
    before: STEPS.slice(0, index).reduce((sum, each) => sum + share(money[each]), 0),
  }))
  return (
    <figure className="scheme-waterfall" aria-label={lifeText('waterfall')}>
      <Step name="approved" scheme={money} LinkTo={LinkTo} before={0} width={100} />
      {bars.map(({ name, before, width }) => (
        <Step key={name} name={name} scheme={money} LinkTo={LinkTo} before={before} width={width} />
      ))}
    </figure>
  )
}

interface StepProps extends WaterfallProps {
  readonly name: 'approved' | (typeof STEPS)[number]
  readonly before: number
  readonly width: number
}

function Step({ name, scheme: { schemeNo, currency, [name]: value }, LinkTo, before, width }: StepProps) {
  return (
    <div className="scheme-step">
      <span className="scheme-step-name">{schemeText(`money.${name}`)}</span>
      <span className="scheme-step-board" aria-hidden="true">
        <span className={`scheme-bar scheme-bar-${name}`} style={{ left: `${before}%`, width: `${width}%` }} />
      </span>
      <span className="scheme-step-amount">
        <LinkTo to={figureAddress(schemeNo, { figure: name })}>
          <Amount value={value} currency={currency} />
        </LinkTo>
      </span>
    </div>
  )
}

/** Every month from the first to the last: a gap in time is a gap in the picture. */
function withoutGaps(months: readonly LifeMonth[]): readonly LifeMonth[] {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (first === undefined || last === undefined) return months
  const known = new Map(months.map((each) => [each.month, each]))
  const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  return Array.from({ length: numberOf(last) - numberOf(first) + 1 }, (_, at) => {
    const number = numberOf(first) + at
    const month = `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
    return known.get(month) ?? { month, accrued: '0.00', executed: '0.00', released: '0.00' }
  })
}

function schemeMonths({ schemeNo, currency }: Scheme, posted: readonly LifeMonth[]): ChartSpec {
  const months = withoutGaps(posted)
  const bars = [
    ['accrued', 'middle'],
    ['executed', 'full'],
  ] as const
  return {
    title: lifeText('byMonth'),
    axis: lifeText('monthName'),
    currency,
    categories: months.map(({ month }) => ({
      key: month,
      short: month,
      name: month,
      href: figureAddress(schemeNo, { month }),
    })),
    series: bars.map(([name, tone]) => ({
      name: schemeText(`money.${name}`),
      shape: 'bar',
      tone,
      values: months.map((each) => each[name]),
    })),
  }
}
