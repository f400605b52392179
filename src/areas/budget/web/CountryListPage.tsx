import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { Icon } from '#kernel/ui/Icon.tsx'
import { OptionsFailed } from '#kernel/console/Strip.tsx'
import { TextChoice } from '#kernel/console/form/TextChoice.tsx'
import { ListPage } from '#kernel/console/list/ListPage.tsx'
import { ViewPicker } from '#kernel/console/list/ViewPicker.tsx'
import { useButtons } from '#kernel/console/shell/session-context.ts'
import { applyAddress } from './budget-addresses.ts'
import { useAreas } from './budget-options.ts'
import { budgetText, pageLabel } from './budget-texts.ts'
import { BudgetLineList } from './BudgetLineList.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import { useOpen } from './use-open.ts'
import './country-list-page.css'

type View = 'lines' | 'applications'

/** Country budgets: what was granted and what became of it, and the applications that change it. */
export default function CountryListPage() {
  const [query, setQuery] = useSearchParams()
  const areas = useAreas()
  const buttons = useButtons('budget_country_list')
  const open = useOpen()
  const view: View = query.get('view') === 'applications' ? 'applications' : 'lines'
  const idcCode = query.get('idcCode') ?? areas.options[0]?.idcCode ?? ''
  const area = areas.options.find((option) => option.idcCode === idcCode)
  const newButtons = buttons?.('budget.country.submit') ? (
    <>
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => open(applyAddress('grant', area))}>
        {pageLabel('newGrant')}
      </Button>
      <Button icon={<Icon name="minus" />} onClick={() => open(applyAddress('revoke', area))}>
        {pageLabel('newRevoke')}
      </Button>
    </>
  ) : null
  return (
    <ListPage
      title={budgetText('menu.countryList')}
      aside={
        areas.options.length > 1 ? (
          <div className="area-picker">
            <TextChoice
              aria-label={pageLabel('area')}
              value={area?.value ?? null}
              options={areas.options}
              onChange={(areaId) => {
                const next = areas.options.find((option) => option.value === areaId)
                if (next) setQuery({ ...(view === 'applications' ? { view } : {}), idcCode: next.idcCode })
              }}
            />
          </div>
        ) : (
          <span className="quiet">{area?.label}</span>
        )
      }
      tabs={
        <>
          {areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
          <ViewPicker
            label={pageLabel('views')}
            value={view}
            views={[
              { key: 'lines', text: pageLabel('lines') },
              { key: 'applications', text: pageLabel('applications') },
            ]}
            onChange={(next) =>
              setQuery({
                ...(next === 'applications' ? { view: next } : {}),
                ...(query.has('idcCode') ? { idcCode } : {}),
              })
            }
          />
        </>
      }
    >
      {idcCode === '' ? null : view === 'lines' ? (
        <BudgetLineList
          key={idcCode}
          idc={idcCode}
          area={area}
          primary={newButtons}
          mayApply={buttons?.('budget.country.submit') ?? false}
        />
      ) : (
        <ApplicationList
          key={idcCode}
          idc={idcCode}
          primary={newButtons}
          mayApply={buttons?.('budget.country.submit') ?? false}
        />
      )}
    </ListPage>
  )
}
