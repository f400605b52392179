import { Chart, type ChartLink } from '#kernel/web/console/chart/Chart.tsx'
import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import type { AreaUse } from '../shared/budget-api.web.ts'
import { insightText } from './insight-text.web.ts'
import { groupChart } from './overview-charts.web.ts'

interface GroupChartProps {
  readonly year: number
  readonly areas: readonly AreaUse[]
  readonly LinkTo: ChartLink
}

/** The budgets of all areas beside each other. Without rates they cannot be compared, so there is no picture. */
export function GroupChart({ year, areas, LinkTo }: GroupChartProps) {
  const rates = useReportingRates(year)
  if (!rates) return null
  const spec = groupChart(areas, year, rates)
  return (
    <section aria-label={spec.title} className="overview-wide">
      <h2>{spec.title}</h2>
      <Chart spec={spec} LinkTo={LinkTo} emptyText={insightText('overview.nothing')} />
    </section>
  )
}
