import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { budgetApi } from '../shared/budget-api.web.ts'
import { GroupUse } from './GroupUse.tsx'
import { insightText } from './insight-text.web.ts'

/** A year of the budgets of all areas that the reader sees. */
export function GroupOverview({ year }: { readonly year: number }) {
  const use = useQuery({
    queryKey: queryKeys.sum('budgetLine', ['group', year]),
    queryFn: ({ signal }) => budgetApi.use(year, { signal, handles: true }),
  })
  if (use.isError)
    return (
      <ErrorBanner
        error={use.error}
        text={(reason) => pageText('list.failedFirst', { reason })}
        onRetry={() => void use.refetch()}
      />
    )
  if (!use.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  const areas = use.data.filter(({ sums }) => sums.length > 0)
  if (areas.length === 0)
    return (
      <p className="empty">
        <strong>{insightText('overview.nothing')}</strong>
      </p>
    )
  return (
    <div className="overview">
      <section className="overview-wide">
        <h2>{insightText('group.title', { year })}</h2>
        <GroupUse year={year} areas={areas} />
      </section>
    </div>
  )
}
