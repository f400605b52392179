import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAreas } from '#areas/budget/web/budget-web.facade.ts'
import { documentTexts } from '#kernel/console/client/document-texts.ts'
import { DocumentList } from '#kernel/console/list/DocumentList.tsx'
import { DocumentSums } from '#kernel/console/list/DocumentSums.tsx'
import { ListPage } from '#kernel/console/list/ListPage.tsx'
import { useButtons } from '#kernel/console/shell/session-context.ts'
import { newDocumentId } from '#kernel/console/shell/tabs.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { rightsOf } from '../scheme-document.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'
import { schemeText } from './scheme-texts.ts'

/** All documents of one kind: withholds, executions. */
export function SchemeDocumentList({ document: { route, page, many } }: { readonly document: SchemeDocumentWeb }) {
  const { definition } = page
  const rights = rightsOf(route)
  const buttons = useButtons(`scheme_${route}_list`)
  const mayDraft = buttons ? buttons(rights.submit) : null
  const navigate = useNavigate()
  const areas = useAreas()
  const lists = useMemo(
    () => ({
      areaId: areas,
      idcCode: {
        ...areas,
        options: areas.options.map(({ idcCode, label }) => ({ value: idcCode, label: `${idcCode} / ${label}` })),
      },
    }),
    [areas],
  )
  const title = documentTexts(definition).text('label')
  return (
    <ListPage title={title}>
      <DocumentList
        definition={definition}
        caption={title}
        exportRight={rights.export}
        lists={lists}
        mayDraft={mayDraft}
        totals={(filters) => <DocumentSums definition={definition} filters={filters} />}
        primary={
          mayDraft ? (
            <>
              <Button
                type="primary"
                icon={<Icon name="plus" />}
                onClick={() =>
                  void navigate(`/scheme/${route}/pc?${new URLSearchParams({ type: 'new', id: newDocumentId() })}`)
                }
              >
                {schemeText('page.fresh')}
              </Button>
              {many ? <Button onClick={() => void navigate(many.address)}>{many.label()}</Button> : null}
            </>
          ) : null
        }
      />
    </ListPage>
  )
}
