import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListView } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { AreaListPage } from '../budget-line/AreaListPage.tsx'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import { type ProjectBudget, projectBudgets } from './project-budget.list.ts'
import { useAreas, useCountries, useDepartments, usePools } from '../shared/budget-options.web.ts'
import { BudgetLineList } from '../budget-line/BudgetLineList.tsx'
import { budgetText } from '../shared/budget-texts.web.ts'
import type { SumSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import { levelLabel } from './level-texts.web.ts'
import { NewApplications } from '../country-budget/NewApplications.tsx'
import { useListQuery } from '../budget-line/use-list-query.web.ts'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

type View = 'projects' | 'lines'

/**
 * Projects with their budgets of a year, each amount with its explanation, each row with its lines; and project
 * budgets, besides those of countries.
 */
export default function ProjectListPage() {
  const areas = useAreas()
  const { query, setQuery, isReady } = useListQuery('project', areas)
  const buttons = useButtons('budget_project_list')
  const view: View = query.get('view') === 'lines' ? 'lines' : 'projects'
  const wanted = areas.options.find((option) => option.idcCode === query.get('idcCode'))
  const area = wanted ?? areas.options[0]
  const idcCode = area?.idcCode ?? null
  return (
    <AreaListPage
      title={budgetText('menu.projectList')}
      areas={areas}
      idcCode={idcCode}
      withAll={false}
      onChange={(next) => setQuery({ ...(view === 'lines' ? { view } : {}), idcCode: next })}
      views={{
        value: view,
        texts: { projects: levelLabel('projects'), lines: levelLabel('projectLines') },
        onChange: (next) =>
          setQuery({
            ...(next === 'lines' ? { view: next } : {}),
            ...(wanted ? { idcCode: wanted.idcCode } : {}),
          }),
      }}
    >
      {idcCode === null || !isReady ? null : view === 'projects' ? (
        <ProjectList key={idcCode} idc={idcCode} asked={OF_AMOUNTS.map((name) => query.get(name) ?? '').join('|')} />
      ) : (
        <BudgetLineList
          key={idcCode}
          idc={idcCode}
          level="project"
          area={area}
          primary={buttons?.('budget.country.submit') ? <NewApplications area={area} level="project" /> : null}
          mayApply={buttons ? buttons('budget.country.submit') : null}
          mayTransfer={buttons?.('budget.transfer.submit') ?? false}
          mayControl={buttons?.('budget.setting.submit') ?? false}
        />
      )}
    </AreaListPage>
  )
}

/** List filters that decide which budgets its amounts are of. */
const OF_AMOUNTS = ['projectPoolCode', 'budgetDeptCode', 'productClass'] as const

interface ProjectListProps {
  readonly idc: string
  /** Their values, joined. */
  readonly asked: string
}

function ProjectList({ idc, asked }: ProjectListProps) {
  const pools = usePools(idc)
  const departments = useDepartments(idc, '')
  const countries = useCountries(idc)
  const cells = useMemo(() => {
    const values = asked.split('|')
    const given = OF_AMOUNTS.flatMap((name, at) => (values[at] ? [[name, values[at]] as const] : []))
    return cellsOf(idc, Object.fromEntries(given))
  }, [idc, asked])
  const params = useMemo(() => ({ idc }), [idc])
  return (
    <ReadListView
      list={projectBudgets}
      params={params}
      cells={cells}
      options={{ projectPoolCode: pools, budgetDeptCode: departments, countryCode: countries }}
      addressOf={(row) => linesOf(idc, row)}
    />
  )
}

function linesOf(idcCode: string, { projectCode, year }: ProjectBudget): string {
  return linesAddress({ idcCode, projectCode, year: String(year) })
}

function subjectOf(
  idc: string,
  of: Readonly<Record<string, string>>,
  row: ProjectBudget,
  amount: LineAmount,
): SumSubject {
  const { projectCode, projectName, year, currency } = row
  const filters = { ...of, projectCode, year }
  return { kind: 'sum', idc, filters, amount, currency, name: `${projectName} ${year}`, amounts: row }
}

/** Each amount with what it is made of. */
function cellsOf(idc: string, of: Readonly<Record<string, string>>): ListCells<ProjectBudget> {
  const amounts = LINE_AMOUNTS.map((bucket) => [
    bucket,
    (row: ProjectBudget, drawn: ReactNode) => (
      <ExplainedAmount subject={subjectOf(idc, of, row, bucket)} value={row[bucket]}>
        {drawn}
      </ExplainedAmount>
    ),
  ])
  return {
    ...Object.fromEntries(amounts),
    // A project's budget is its lines: its code leads where its row does.
    projectCode: (row: ProjectBudget, drawn: ReactNode) => <Link to={linesOf(idc, row)}>{drawn}</Link>,
  }
}
