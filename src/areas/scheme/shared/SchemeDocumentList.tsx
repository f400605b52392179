import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import { DocumentSums } from '#kernel/web/console/list/document/DocumentSums.tsx'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { newDocumentId } from '#kernel/web/console/shell/tabs/tabs.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { rightsOf } from './scheme-document.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.web.ts'
import { schemeText } from './scheme-texts.web.ts'

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
