import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { GroupChart } from './GroupChart.tsx'
import { GroupUse } from './GroupUse.tsx'
import { insightText } from './insight-text.web.ts'
import { useGroup } from './use-group.web.ts'
import './overview.css'

/** A year of the budgets of all areas that the reader sees. */
export function GroupOverview({ year }: { readonly year: number }) {
  const { use, areas } = useGroup(year)
  if (use.isError)
    return (
      <ErrorBanner
        error={use.error}
        text={(reason) => pageText('list.failedFirst', { reason })}
        onRetry={() => void use.refetch()}
      />
    )
  if (!areas) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  if (areas.length === 0)
    return (
      <p className="empty">
        <strong>{insightText('overview.nothing')}</strong>
      </p>
    )
  return (
    <div className="overview">
      <GroupChart year={year} areas={areas} LinkTo={Link} />
      <section className="overview-wide">
        <h2>{insightText('group.title', { year })}</h2>
        <GroupUse year={year} areas={areas} />
      </section>
    </div>
  )
}
