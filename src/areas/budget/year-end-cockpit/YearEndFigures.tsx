import { Link } from 'react-router'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { figureAddress } from '../explain/posting-addresses.web.ts'
import type { AreaOption } from '../shared/budget-options.web.ts'
import type { CockpitView } from './year-end-api.web.ts'
import { Section } from './YearEndSection.tsx'
import { yearEndText } from './year-end-texts.web.ts'

const STAGES = ['available', 'held', 'occupied', 'committed', 'accrued'] as const

const LEVELS = ['country', 'project', 'pool'] as const

/** The money of a year by stage: each part leads to the rows that add up to it. */
export function YearEndFigures({ view, area }: { readonly view: CockpitView; readonly area: AreaOption }) {
  const { figures, currency, left, year } = view
  // Amounts of another currency than the area's stand by themselves.
  const currencies = [currency, ...new Set(figures.map((figure) => figure.currency))].filter(
    (each, at, all) => all.indexOf(each) === at,
  )
  return (
    <Section title={yearEndText('figures')}>
      <dl className="year-end-figures">
        <div className="year-end-figure year-end-figure-lead">
          <dt>{yearEndText('left')}</dt>
          <dd>
            <Amount value={left} currency={currency} />
          </dd>
        </div>
        {currencies.flatMap((of) =>
          STAGES.map((bucket) => {
            const parts = LEVELS.flatMap((level) =>
              figures.filter((each) => each.currency === of && each.bucket === bucket && each.level === level),
            )
            return (
              <div key={`${of} ${bucket}`} className="year-end-figure">
                <dt>{yearEndText(bucket)}</dt>
                <dd>
                  <Amount
                    value={amountText(sumAmounts(parts.map((part) => amount(part.amount))))}
                    {...(of === currency ? {} : { currency: of })}
                  />
                  {parts.map((part) => (
                    <span key={part.level} className="quiet">
                      <Link to={figureAddress(part, area.idcCode, year)}>
                        <Amount value={part.amount} />
                      </Link>{' '}
                      {yearEndText(`counts.${part.level}`, { count: part.count })}
                    </span>
                  ))}
                </dd>
              </div>
            )
          }),
        )}
      </dl>
    </Section>
  )
}
