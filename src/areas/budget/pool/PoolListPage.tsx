import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { codeColumn, textColumn } from '#kernel/web/console/list/columns.tsx'
import { YEAR_RULE } from '#kernel/web/console/list/filters/filter-rules.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { POOL_AMOUNTS, type PoolAmount } from '../budget-line/line-amounts.ts'
import { poolBudget } from './pool-budget.doc.ts'
import { ApplicationList } from '../country-budget/ApplicationList.tsx'
import { ALL, AreaPicker } from '../budget-line/AreaPicker.tsx'
import { poolApplyAddress } from '../shared/budget-addresses.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AccountSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import { budgetApi, type PoolApplyType, type PoolMoney } from '../shared/budget-api.web.ts'
import { type AreaOption, useAreas, usePools } from '../shared/budget-options.web.ts'
import { budgetText, fieldLabel } from '../shared/budget-texts.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import { useListQuery } from '../budget-line/use-list-query.web.ts'
import '../budget-line/country-list-page.css'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

type View = 'pools' | 'applications'

/** Pools of an area with their yearly amounts, and the applications that change them. */
export default function PoolListPage() {
  const areas = useAreas()
  const { query, setQuery, isReady } = useListQuery('pool', areas)
  const buttons = useButtons('budget_pool_list')
  const view: View = query.get('view') === 'applications' ? 'applications' : 'pools'
  const wanted = query.get('idcCode')
  const isEverywhere = view === 'applications' && (wanted === ALL || wanted === null) && areas.options.length > 1
  const area = areas.options.find((option) => option.idcCode === wanted) ?? areas.options[0]
  const idcCode = area?.idcCode ?? null
  const mayApply = buttons ? buttons('budget.pool.submit') : null
  const primary = mayApply ? <NewPoolApplications area={isEverywhere ? undefined : area} /> : null
  const chosen = (more: string | null) => ({
    ...(view === 'applications' ? { view } : {}),
    ...(more === null ? {} : { idcCode: more }),
  })
  return (
    <ListPage
      title={budgetText('menu.poolList')}
      aside={
        <AreaPicker
          areas={areas}
          idcCode={isEverywhere ? null : idcCode}
          withAll={view === 'applications'}
          onChange={(next) => setQuery(chosen(next))}
        />
      }
      tabs={
        <>
          {areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
          <ViewPicker
            label={pageLabel('views')}
            value={view}
            views={[
              { key: 'pools', text: levelLabel('pools') },
              { key: 'applications', text: pageLabel('applications') },
            ]}
            onChange={(next) =>
              setQuery({
                ...(next === 'applications' ? { view: next } : {}),
                ...(wanted !== null && wanted !== ALL ? { idcCode: wanted } : {}),
              })
            }
          />
        </>
      }
    >
      {idcCode === null || !isReady ? null : view === 'pools' ? (
        <PoolList key={idcCode} idc={idcCode} primary={primary} />
      ) : (
        <ApplicationList
          key={isEverywhere ? ALL : idcCode}
          definition={poolBudget}
          kind="applyType"
          caption={pageLabel('applications')}
          exportRight="budget.pool.export"
          idc={isEverywhere ? null : idcCode}
          primary={primary}
          mayApply={mayApply}
        />
      )}
    </ListPage>
  )
}

function NewPoolApplications({ area }: { readonly area: AreaOption | undefined }) {
  const open = useOpen()
  const begin = (applyType: PoolApplyType) => () => open(poolApplyAddress(applyType, area))
  return (
    <>
      <Button type="primary" icon={<Icon name="plus" />} onClick={begin('supplement')}>
        {levelLabel('newPoolSupplement')}
      </Button>
      <Button icon={<Icon name="minus" />} onClick={begin('reduce')}>
        {levelLabel('newPoolReduce')}
      </Button>
      <PopMenu
        label={levelLabel('more')}
        className="icon-button list-tool"
        trigger={<Icon name="more" />}
        items={[{ key: 'initialLoad', text: levelLabel('newPoolLoad'), act: begin('initialLoad') }]}
      />
    </>
  )
}

function PoolList({ idc, primary }: { readonly idc: string; readonly primary: React.ReactNode }) {
  const pools = usePools(idc)
  const columns = useMemo(() => poolColumns(), [])
  return (
    <ListView<PoolMoney>
      name="budgetPool"
      place={idc}
      caption={levelLabel('pools')}
      columns={columns}
      rowKey={(row) => row.id}
      filters={[
        { kind: 'choice', name: 'projectPoolCode', label: fieldLabel('projectPoolCode'), ...pools },
        { kind: 'number', name: 'year', label: fieldLabel('year'), rule: YEAR_RULE },
      ]}
      fetchPage={(request, signal) => budgetApi.pools(idc, request, { signal, handles: true })}
      fetchCount={(filters, signal) => budgetApi.poolCount(idc, filters, { signal, handles: true })}
      totals={(filters) => <PoolTotals idc={idc} filters={filters} />}
      addressOf={linesOf}
      primary={primary}
      emptyHint={levelLabel('noPools')}
      tools={(view) => <ExportButton path={budgetApi.poolExportPath(idc)} right="budget.pool.export" view={view} />}
    />
  )
}

/** Country budgets funded by it. */
function linesOf({ idcCode, projectPoolCode, year, currency }: PoolMoney): string {
  return linesAddress({ idcCode, projectPoolCode, year: String(year), currency })
}

function subjectOf(row: PoolMoney, amount: PoolAmount): AccountSubject {
  const { idcCode, projectPoolCode, projectPoolName, year, currency } = row
  const key = [idcCode, projectPoolCode, year, currency].join('/')
  return { kind: 'pool', key, amount, currency, name: `${projectPoolName ?? projectPoolCode} ${year}`, amounts: row }
}

function poolColumns(): readonly Column<PoolMoney>[] {
  return [
    codeColumn('projectPoolCode', fieldLabel('projectPoolCode'), (row) => row.projectPoolCode, {
      isFrozen: true,
      sort: 'projectPoolCode',
    }),
    textColumn('projectPoolName', levelLabel('poolName'), (row) => row.projectPoolName),
    textColumn('year', fieldLabel('year'), (row) => row.year, { sort: 'year' }),
    textColumn('currency', pageLabel('currency'), (row) => row.currency),
    ...POOL_AMOUNTS.map((name): Column<PoolMoney> => ({
      key: name,
      title: pageLabel(`buckets.${name}`),
      align: 'right',
      render: (row) => (
        <ExplainedAmount subject={subjectOf(row, name)} value={row[name]}>
          <Amount value={row[name]} />
        </ExplainedAmount>
      ),
    })),
    {
      key: 'below',
      title: levelLabel('below'),
      align: 'right',
      render: (row) => (
        <Link to={linesOf(row)}>
          <Amount value={row.belowAvailable} />
        </Link>
      ),
    },
    textColumn('lineCount', pageLabel('lineCount'), (row) => row.lineCount),
  ]
}

/** One line per year and currency, which are never added. */
function PoolTotals({ idc, filters }: { readonly idc: string; readonly filters: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('budgetPool', [idc, filters]),
    queryFn: ({ signal }) => budgetApi.poolSums(idc, filters, { signal, handles: true }),
  })
  if (!data || data.length === 0) return null
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      {data.map((sum) => (
        <div key={`${sum.year} ${sum.currency}`} className="totals-row">
          <strong>
            {sum.year} {sum.currency}
          </strong>
          {POOL_AMOUNTS.map((name) => (
            <dl key={name}>
              <dt>{pageLabel(`buckets.${name}`)}</dt>
              <dd>
                <Amount value={sum[name]} />
              </dd>
            </dl>
          ))}
        </div>
      ))}
    </div>
  )
}
