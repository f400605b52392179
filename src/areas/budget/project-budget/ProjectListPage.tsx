import { useMemo } from 'react'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { codeColumn, textColumn } from '#kernel/web/console/list/columns.tsx'
import { YEAR_RULE } from '#kernel/web/console/list/filters/filter-rules.ts'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import type { Options } from '#kernel/web/console/client/use-options.ts'
import { LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { productClassFilter } from '../country-budget/ApplicationList.tsx'
import { AreaPicker } from '../budget-line/AreaPicker.tsx'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import { budgetApi, type ProjectBudget } from '../shared/budget-api.web.ts'
import { useAreas, useCountries, useDepartments, usePools } from '../shared/budget-options.web.ts'
import { BudgetLineList } from '../budget-line/BudgetLineList.tsx'
import { budgetText, fieldLabel, lineFieldLabel } from '../shared/budget-texts.web.ts'
import type { SumSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { levelLabel } from './level-texts.web.ts'
import { NewApplications } from '../country-budget/NewApplications.tsx'
import { useListQuery } from '../budget-line/use-list-query.web.ts'
import '../budget-line/country-list-page.css'

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
    <ListPage
      title={budgetText('menu.projectList')}
      aside={
        <AreaPicker
          areas={areas}
          idcCode={idcCode}
          withAll={false}
          onChange={(next) => setQuery({ ...(view === 'lines' ? { view } : {}), idcCode: next })}
        />
      }
      tabs={
        <>
          {areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
          <ViewPicker
            label={pageLabel('views')}
            value={view}
            views={[
              { key: 'projects', text: levelLabel('projects') },
              { key: 'lines', text: levelLabel('projectLines') },
            ]}
            onChange={(next) =>
              setQuery({
                ...(next === 'lines' ? { view: next } : {}),
                ...(wanted ? { idcCode: wanted.idcCode } : {}),
              })
            }
          />
        </>
      }
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
    </ListPage>
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
  const columns = useMemo(() => {
    const values = asked.split('|')
    const given = OF_AMOUNTS.flatMap((name, at) => (values[at] ? [[name, values[at]] as const] : []))
    return projectColumns(idc, Object.fromEntries(given))
  }, [idc, asked])
  return (
    <ListView<ProjectBudget>
      name="projectBudget"
      place={idc}
      caption={budgetText('menu.projectList')}
      columns={columns}
      rowKey={(row) => row.projectCode}
      filters={projectFilters({ pools, departments, countries })}
      fetchPage={(request, signal) => budgetApi.projects(idc, request, { signal, handles: true })}
      fetchCount={(filters, signal) => budgetApi.projectCount(idc, filters, { signal, handles: true })}
      addressOf={(row) => linesOf(idc, row)}
      tools={(view) => (
        <ExportButton path={budgetApi.projectExportPath(idc)} right="budget.country.export" view={view} />
      )}
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

function projectFilters(ofArea: {
  readonly pools: Options
  readonly departments: Options
  readonly countries: Options
}): readonly FilterSpec[] {
  return [
    { kind: 'text', name: 'keyword', label: lineFieldLabel('projectCode'), rule: { maxLength: 64 } },
    { kind: 'number', name: 'year', label: fieldLabel('year'), rule: YEAR_RULE },
    { kind: 'choice', name: 'countryCode', label: lineFieldLabel('countryCode'), ...ofArea.countries },
    { kind: 'choice', name: 'projectPoolCode', label: fieldLabel('projectPoolCode'), ...ofArea.pools },
    { kind: 'choice', name: 'budgetDeptCode', label: fieldLabel('budgetDeptCode'), ...ofArea.departments },
    productClassFilter(),
  ]
}

function projectColumns(idc: string, of: Readonly<Record<string, string>>): readonly Column<ProjectBudget>[] {
  return [
    codeColumn('projectCode', pageLabel('projectCode'), (row) => row.projectCode, { isFrozen: true }),
    textColumn('projectName', lineFieldLabel('projectCode'), (row) => row.projectName),
    textColumn('countryName', lineFieldLabel('countryCode'), (row) => row.countryName),
    textColumn('projectPoolName', fieldLabel('projectPoolCode'), (row) => row.projectPoolName),
    textColumn('year', fieldLabel('year'), (row) => row.year),
    textColumn('lineCount', pageLabel('lineCount'), (row) => row.lineCount),
    textColumn('currency', pageLabel('currency'), (row) => row.currency),
    ...LINE_AMOUNTS.map((bucket): Column<ProjectBudget> => ({
      key: bucket,
      title: pageLabel(`buckets.${bucket}`),
      align: 'right',
      render: (row) => (
        <ExplainedAmount subject={subjectOf(idc, of, row, bucket)} value={row[bucket]}>
          <Amount value={row[bucket]} />
        </ExplainedAmount>
      ),
    })),
  ]
}
