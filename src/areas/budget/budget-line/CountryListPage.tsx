import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { countryBudget } from '../country-budget/country-budget.doc.ts'
import { AreaListPage } from './AreaListPage.tsx'
import { ALL } from './AreaPicker.tsx'
import { useAreas } from '../shared/budget-options.web.ts'
import { budgetText } from '../shared/budget-texts.web.ts'
import { pageLabel } from './list-texts.web.ts'
import { BudgetLineList } from './BudgetLineList.tsx'
import { ApplicationList } from '../country-budget/ApplicationList.tsx'
import { NewApplications } from '../country-budget/NewApplications.tsx'
import { useListQuery } from './use-list-query.web.ts'

// The page of one line shares nearly everything with the list, and stands in its file.
export { LinePage } from './LinePage.tsx'
export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

type View = 'lines' | 'applications'

/** Country budgets with their amounts, and the applications that change them. */
export default function CountryListPage() {
  const areas = useAreas()
  const { query, setQuery, isReady } = useListQuery('country', areas)
  const buttons = useButtons('budget_country_list')
  const view: View = query.get('view') === 'applications' ? 'applications' : 'lines'
  const wanted = query.get('idcCode')
  // Applications can be listed over all areas; for a person with one area that is the same.
  const isEverywhere = wanted === ALL && view === 'applications' && areas.options.length > 1
  const idcCode = (wanted === ALL ? null : wanted) ?? areas.options[0]?.idcCode ?? ''
  const area = areas.options.find((option) => option.idcCode === idcCode)
  const newButtons = buttons?.('budget.country.submit') ? <NewApplications area={area} level="country" /> : null
  return (
    <AreaListPage
      title={budgetText('menu.countryList')}
      areas={areas}
      idcCode={isEverywhere ? null : idcCode}
      withAll={view === 'applications'}
      onChange={(next) => setQuery({ ...(view === 'applications' ? { view } : {}), idcCode: next })}
      views={{
        value: view,
        texts: { lines: pageLabel('lines'), applications: pageLabel('applications') },
        onChange: (next) =>
          setQuery({
            ...(next === 'applications' ? { view: next } : {}),
            ...(query.has('idcCode') ? { idcCode } : {}),
          }),
      }}
    >
      {idcCode === '' || !isReady ? null : view === 'lines' ? (
        <BudgetLineList
          key={idcCode}
          idc={idcCode}
          level="country"
          area={area}
          primary={newButtons}
          mayApply={buttons ? buttons('budget.country.submit') : null}
          mayTransfer={buttons?.('budget.transfer.submit') ?? false}
          mayControl={buttons?.('budget.setting.submit') ?? false}
        />
      ) : (
        <ApplicationList
          key={isEverywhere ? ALL : idcCode}
          definition={countryBudget}
          kind="applyType"
          caption={pageLabel('applications')}
          exportRight="budget.country.export"
          idc={isEverywhere ? null : idcCode}
          primary={newButtons}
          mayApply={buttons ? buttons('budget.country.submit') : null}
        />
      )}
    </AreaListPage>
  )
}
