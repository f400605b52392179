import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { newDocumentId } from '#kernel/web/console/shell/tabs/tab-key.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import '../application/application-texts.web.ts'
import './scheme-life.web.ts'
import './scheme-page.css'
import { schemes } from './scheme.list.ts'

/** All schemes with their amounts. */
export default function SchemeListPage() {
  const areas = useAreas()
  const navigate = useNavigate()
  const mayApply = useButtons('scheme_list')?.('scheme.application.submit') ?? false
  const options = useMemo(
    () => ({
      idcCode: {
        options: areas.options.map(({ idcCode, label }) => ({ value: idcCode, label: `${idcCode} / ${label}` })),
      },
    }),
    [areas.options],
  )
  const begin = () =>
    void navigate(`/scheme/application/pc?${new URLSearchParams({ type: 'new', id: newDocumentId() })}`)
  return (
    <ReadListPage
      list={schemes}
      options={options}
      rowLabel={({ schemeNo }) => schemeNo}
      primary={
        mayApply ? (
          <Button type="primary" icon={<Icon name="plus" />} onClick={begin}>
            {documentTexts(schemeApplication).text('label')}
          </Button>
        ) : null
      }
    />
  )
}
