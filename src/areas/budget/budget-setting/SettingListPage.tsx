import { Button } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import type { ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { budgetSetting } from './budget-setting.doc.ts'
import { AreaListPage } from '../budget-line/AreaListPage.tsx'
import { ALL } from '../budget-line/AreaPicker.tsx'
import { settingAddress } from '../shared/budget-addresses.web.ts'
import { useAreas } from '../shared/budget-options.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import './setting-texts.web.ts'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

const SHOWN: ShownOfList = {
  columns: [
    'no',
    'target',
    'state',
    'areaId',
    'year',
    'mode',
    'currentHolder',
    'waitingSince',
    'drafter',
    'reason',
    'createdAt',
  ],
  // The area is chosen above the list.
  filters: ['no', 'state', 'target', 'mode', 'year', 'createdFrom', 'drafter'],
}

/** The list of changes of budget control, with assignees. */
export default function SettingListPage() {
  const [query, setQuery] = useSearchParams()
  const buttons = useButtons('budget_setting_list')
  const areas = useAreas()
  const open = useOpen()
  const texts = documentTexts(budgetSetting)
  const area = areas.options.find((option) => option.idcCode === query.get('idcCode'))
  const idcCode = area?.idcCode ?? null
  const lists = useMemo(() => ({ areaId: areas }), [areas])
  const fixedFilters = useMemo(() => (idcCode === null ? {} : { idcCode }), [idcCode])
  const mayAsk = buttons?.('budget.setting.submit') ?? null
  return (
    <AreaListPage
      title={texts.text('label')}
      areas={areas}
      idcCode={idcCode}
      withAll
      onChange={(next) => setQuery(next === ALL ? {} : { idcCode: next })}
    >
      <DocumentList
        key={idcCode ?? ALL}
        definition={budgetSetting}
        caption={texts.text('label')}
        exportRight="budget.setting.export"
        lists={lists}
        shown={SHOWN}
        fixedFilters={fixedFilters}
        mayDraft={mayAsk}
        primary={
          mayAsk ? (
            <>
              <Button type="primary" icon={<Icon name="plus" />} onClick={() => open(settingAddress('line', area))}>
                {texts.text('titles.line')}
              </Button>
              <Button icon={<Icon name="plus" />} onClick={() => open(settingAddress('pool', area))}>
                {texts.text('titles.pool')}
              </Button>
            </>
          ) : null
        }
      />
    </AreaListPage>
  )
}
