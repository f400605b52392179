import { Button } from 'antd'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import { ApplicationList } from '../country-budget/ApplicationList.tsx'
import { AreaListPage } from '../budget-line/AreaListPage.tsx'
import { ALL } from '../budget-line/AreaPicker.tsx'
import { transferAddress } from '../shared/budget-addresses.web.ts'
import { useAreas } from '../shared/budget-options.web.ts'
import { budgetText } from '../shared/budget-texts.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import { useListQuery } from '../budget-line/use-list-query.web.ts'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

/** Budget transfers, by the giving area. */
export default function TransferListPage() {
  const areas = useAreas()
  const { query, setQuery, isReady } = useListQuery('transfer', areas)
  const buttons = useButtons('budget_transfer_list')
  const open = useOpen()
  const wanted = query.get('idcCode')
  const area = areas.options.find((option) => option.idcCode === wanted)
  const idcCode = area?.idcCode ?? null
  const mayApply = buttons ? buttons('budget.transfer.submit') : null
  return (
    <AreaListPage
      title={budgetText('menu.transferList')}
      areas={areas}
      idcCode={idcCode}
      withAll
      onChange={(next) => setQuery(next === ALL ? {} : { idcCode: next })}
    >
      {isReady ? (
        <ApplicationList
          key={idcCode ?? ALL}
          definition={budgetTransfer}
          kind="level"
          caption={pageLabel('transfers')}
          exportRight="budget.transfer.export"
          idc={idcCode}
          mayApply={mayApply}
          primary={
            mayApply ? (
              <>
                <Button
                  type="primary"
                  icon={<Icon name="plus" />}
                  onClick={() => open(transferAddress('country', area))}
                >
                  {pageLabel('newCountryTransfer')}
                </Button>
                <Button icon={<Icon name="plus" />} onClick={() => open(transferAddress('project', area))}>
                  {pageLabel('newProjectTransfer')}
                </Button>
              </>
            ) : null
          }
        />
      ) : null}
    </AreaListPage>
  )
}
