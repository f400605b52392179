import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import { DocumentSums } from '#kernel/web/console/list/document/DocumentSums.tsx'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { newDocumentId } from '#kernel/web/console/shell/tabs/tab-key.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { schemeText } from './scheme-texts.web.ts'

interface DocumentListPageProps {
  readonly definition: AnyDefinition
  /** Another page that creates many of them. */
  readonly many?: { readonly address: string; readonly label: () => string }
  /** Columns besides those of its definition. */
  readonly shown?: () => ShownOfList
}

/** All documents of one type: withholds, executions. */
export function DocumentListPage({ definition, many, shown }: DocumentListPageProps) {
  const { menu, pages, actions, exportRight = '' } = definition
  const buttons = useButtons(`${menu?.code ?? ''}_list`)
  const mayDraft = buttons ? buttons(actions['submit']?.right ?? '') : null
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
  const columns = useMemo(() => shown?.(), [shown])
  const title = documentTexts(definition).text('label')
  return (
    <ListPage title={title}>
      <DocumentList
        definition={definition}
        caption={title}
        exportRight={exportRight}
        lists={lists}
        {...(columns ? { shown: columns } : {})}
        mayDraft={mayDraft}
        totals={(filters) => <DocumentSums definition={definition} filters={filters} />}
        primary={
          mayDraft ? (
            <>
              <Button
                type="primary"
                icon={<Icon name="plus" />}
                onClick={() =>
                  void navigate(
                    `${pages.edit.split('?')[0]}?${new URLSearchParams({ type: 'new', id: newDocumentId() })}`,
                  )
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
