import { Button } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListView } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { POOL_AMOUNTS, type PoolAmount } from '../budget-line/line-amounts.ts'
import { poolBudget } from './pool-budget.doc.ts'
import { ApplicationList } from '../country-budget/ApplicationList.tsx'
import { AreaListPage } from '../budget-line/AreaListPage.tsx'
import { ALL } from '../budget-line/AreaPicker.tsx'
import { poolApplyAddress } from '../shared/budget-addresses.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AccountSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import type { PoolApplyType } from '../shared/budget-api.web.ts'
import { budgetPools, type PoolMoney } from './budget-pool.list.ts'
import { type AreaOption, useAreas, usePools } from '../shared/budget-options.web.ts'
import { budgetText } from '../shared/budget-texts.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import { useListQuery } from '../budget-line/use-list-query.web.ts'

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
    <AreaListPage
      title={budgetText('menu.poolList')}
      areas={areas}
      idcCode={isEverywhere ? null : idcCode}
      withAll={view === 'applications'}
      onChange={(next) => setQuery(chosen(next))}
      views={{
        value: view,
        texts: { pools: levelLabel('pools'), applications: pageLabel('applications') },
        onChange: (next) =>
          setQuery({
            ...(next === 'applications' ? { view: next } : {}),
            ...(wanted !== null && wanted !== ALL ? { idcCode: wanted } : {}),
          }),
      }}
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
    </AreaListPage>
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
  const params = useMemo(() => ({ idc }), [idc])
  return (
    <ReadListView
      list={budgetPools}
      params={params}
      cells={CELLS}
      options={{ projectPoolCode: pools }}
      addressOf={countryLinesOf}
      primary={primary}
    />
  )
}

/** Country budgets, or those of projects, below it. */
function linesOf(
  { idcCode, projectPoolCode, year, currency }: PoolMoney,
  level: 'country' | 'project' = 'country',
): string {
  return linesAddress({ idcCode, projectPoolCode, year: String(year), currency, level })
}

function subjectOf(row: PoolMoney, amount: PoolAmount): AccountSubject {
  const { idcCode, projectPoolCode, projectPoolName, year, currency } = row
  const key = [idcCode, projectPoolCode, year, currency].join('/')
  return { kind: 'pool', key, amount, currency, name: `${projectPoolName ?? projectPoolCode} ${year}`, amounts: row }
}

const countryLinesOf = (row: PoolMoney): string => linesOf(row)

const CELLS: ListCells<PoolMoney> = {
  // A pool is what was granted out of it: its code leads where its row does.
  projectPoolCode: (row, drawn) => <Link to={countryLinesOf(row)}>{drawn}</Link>,
  ...Object.fromEntries(
    POOL_AMOUNTS.map((name) => [
      name,
      (row: PoolMoney, drawn: React.ReactNode) => (
        <ExplainedAmount subject={subjectOf(row, name)} value={row[name]}>
          {drawn}
        </ExplainedAmount>
      ),
    ]),
  ),
  below: (row, drawn) => <Link to={linesOf(row)}>{drawn}</Link>,
  belowProjects: (row, drawn) => <Link to={linesOf(row, 'project')}>{drawn}</Link>,
}
