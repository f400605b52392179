import type { ReactNode } from 'react'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import type { ChartLink } from '#kernel/web/console/chart/Chart.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AreaUse } from '../shared/budget-api.web.ts'
import { GroupChart } from './GroupChart.tsx'
import { GROUP_AMOUNTS, type GroupSum, groupTotals } from './group-sums.web.ts'
import { insightText } from './insight-text.web.ts'
import { useGroup } from './use-group.web.ts'
import './group-phone.css'

interface GroupPhoneProps {
  readonly year: number
  readonly LinkTo: ChartLink
}

/** A year of the budgets of all areas, on a phone. */
export function GroupPhone({ year, LinkTo }: GroupPhoneProps) {
  const { use, areas } = useGroup(year)
  if (use.isError) return <Failure error={use.error} onRetry={() => void use.refetch()} />
  if (!areas) return <LoadingPart />
  if (areas.length === 0) return <p className="quiet">{insightText('overview.nothing')}</p>
  return (
    <div className="overview">
      <GroupChart year={year} areas={areas} LinkTo={LinkTo} />
      <Totals year={year} areas={areas} />
      <section aria-label={insightText('overview.area')}>
        <h2>{insightText('overview.area')}</h2>
        <p className="quiet">{pageLabel('buckets.current')}</p>
        {areas.flatMap(({ idcCode, areaName, sums }) =>
          sums.map((sum) => (
            <Sum key={`${idcCode} ${sum.currency}`} name={`${areaName} ${sum.currency}`} sum={sum}>
              <LinkTo to={linesAddress({ idcCode, year: String(year), currency: sum.currency })}>
                {insightText('overview.openList', { what: areaName })}
              </LinkTo>
            </Sum>
          )),
        )}
      </section>
    </div>
  )
}

function Totals({ year, areas }: { readonly year: number; readonly areas: readonly AreaUse[] }) {
  const { own, all, note } = groupTotals(areas, year, useReportingRates(year))
  return (
    <section aria-label={insightText('group.title', { year })}>
      <h2>{insightText('group.title', { year })}</h2>
      <p className="quiet">{pageLabel('buckets.current')}</p>
      {all ? <Sum name={`${insightText('group.all')} ${all.currency}`} sum={all} /> : null}
      {note === null ? null : <p className="quiet">{note}</p>}
      {own.map((sum) => (
        <Sum key={sum.currency} name={`${insightText('overview.total')} ${sum.currency}`} sum={sum} />
      ))}
    </section>
  )
}

interface SumProps {
  readonly name: string
  readonly sum: Omit<GroupSum, 'currency'>
  readonly children?: ReactNode
}

/** A sum with its current budget; the other amounts open, because eight areas with all of them are six screens. */
function Sum({ name, sum, children }: SumProps) {
  return (
    <details className="group-sum">
      <summary>
        <span>{name}</span>
        <Amount value={sum.current} />
      </summary>
      <dl>
        {GROUP_AMOUNTS.map((amount) => (
          <div key={amount}>
            <dt>{pageLabel(`buckets.${amount}`)}</dt>
            <dd>
              <Amount value={sum[amount]} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </details>
  )
}
