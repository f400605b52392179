import { Button } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import { DocumentSums } from '#kernel/web/console/list/document/DocumentSums.tsx'
import type { Option, OptionList } from '#kernel/web/console/form/options.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { newDocumentId } from '#kernel/web/console/shell/tabs/tab-key.ts'
import { listDeskText } from '#kernel/web/console/list/list-desk-text.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'

/** Few documents come from a file. */
const ImportButton = lazy(() =>
  import('#kernel/web/console/imports/ImportButton.tsx').then((module) => ({ default: module.ImportButton })),
)

/** An area with its data centre, as selectors offer it. */
interface AreaOption extends Option {
  readonly idcCode: string
}

interface DocumentTypePageProps {
  readonly definition: AnyDefinition
  readonly areas: OptionList<AreaOption>
  readonly hasSums?: boolean
  /** Another page that creates many of them. */
  readonly many?: { readonly address: string; readonly label: () => string }
  /** Columns besides those of its definition. */
  readonly shown?: () => ShownOfList
}

/** The page of the list of one type of document, with the button that begins a new one. */
export function DocumentTypePage({ definition, areas, hasSums = false, many, shown }: DocumentTypePageProps) {
  const { menu, pages, actions, exportRight = '', importKind } = definition
  const buttons = useButtons(`${menu?.code ?? ''}_list`)
  // A document that cannot be saved as a draft has no form: it comes from a file or from another system.
  const mayDraft = buttons ? actions['save'] !== undefined && buttons(actions['submit']?.right ?? '') : null
  const navigate = useNavigate()
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
        {...(hasSums ? { totals: (filters) => <DocumentSums definition={definition} filters={filters} /> } : {})}
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
                {listDeskText('fresh')}
              </Button>
              {many ? <Button onClick={() => void navigate(many.address)}>{many.label()}</Button> : null}
            </>
          ) : importKind ? (
            <Suspense fallback={null}>
              <ImportButton kind={importKind} right={actions['submit']?.right ?? ''} />
            </Suspense>
          ) : null
        }
      />
    </ListPage>
  )
}
