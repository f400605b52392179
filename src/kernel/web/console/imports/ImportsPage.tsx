import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ImportKindView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { IMPORT_STATES } from '#kernel/services/downloads/import-card.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import type { Page, PageRequest } from '../client/paging.ts'
import type { FilterSpec } from '../list/filters/filter-spec.ts'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { importAddress, importApi, importKeys } from './import-api.ts'
import { importText } from './import-text.ts'
import { ImportState } from './ImportState.tsx'
import { countText } from './run-figures.ts'
import { loadUploadDialog } from './ImportButton.tsx'
import './imports-page.css'

/** The person's own imports, newest first. */
export default function ImportsPage() {
  const columns = useMemo(() => runColumns(), [])
  const kinds = useKinds()
  return (
    <ListPage title={importText('runs.title')}>
      <ListView<ImportRunView>
        name="imports"
        caption={importText('runs.caption')}
        columns={columns}
        rowKey={keyOf}
        rowLabel={nameOf}
        filters={useFilters(kinds.data ?? NO_KINDS)}
        primary={<Begin kinds={kinds.data ?? NO_KINDS} />}
        fetchPage={fetchPage}
        addressOf={addressOf}
        emptyText={importText('runs.none')}
        emptyHint={importText('runs.noneHint')}
      />
    </ListPage>
  )
}

async function fetchPage({ page, limit, state, kind }: PageRequest, signal: AbortSignal): Promise<Page<ImportRunView>> {
  const filters = { ...(state ? { state } : {}), ...(kind ? { kind } : {}) }
  return { ...(await importApi.runs({ page, limit, ...filters }, { signal, handles: true })), capped: false }
}

const keyOf = ({ importId }: ImportRunView): string => importId
const nameOf = ({ fileName }: ImportRunView): string => fileName
const addressOf = ({ importId }: ImportRunView): string => importAddress(importId)

const NO_KINDS: readonly ImportKindView[] = []

function useKinds() {
  return useQuery({
    queryKey: importKeys.kinds,
    queryFn: ({ signal }) => importApi.kinds({ signal, handles: true }),
    staleTime: Infinity,
  })
}

/** Starts an import of a kind without parameters; others start in the form of their document. */
function Begin({ kinds }: { readonly kinds: readonly ImportKindView[] }) {
  const [kind, setKind] = useState<string | null>(null)
  const free = kinds.filter(({ hasParams }) => !hasParams)
  const { Dialog, open, close } = useLazyDialog(loadUploadDialog)
  if (free.length === 0) return null
  return (
    <>
      <PopMenu
        label={importText('runs.begin')}
        className="top-button import-begin"
        trigger={
          <>
            <Icon name="upload" />
            <span>{importText('runs.begin')}</span>
            <Icon name="down" size={14} />
          </>
        }
        items={free.map((each) => ({
          key: each.kind,
          text: each.title,
          act: () => {
            setKind(each.kind)
            open()
          },
        }))}
      />
      {Dialog && kind !== null ? <Dialog kind={kind} onClose={close} /> : null}
    </>
  )
}

function useFilters(kinds: readonly ImportKindView[]): readonly FilterSpec[] {
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'kind',
        label: importText('runs.kind'),
        options: kinds.map(({ kind, title }) => ({ value: kind, label: title })),
      },
      {
        kind: 'choice',
        name: 'state',
        label: importText('runs.state'),
        options: IMPORT_STATES.map((state) => ({ value: state, label: pageText(`imports.states.${state}`) })),
      },
    ],
    [kinds],
  )
}

function runColumns(): readonly Column<ImportRunView>[] {
  const count = (key: string, title: string, of: (run: ImportRunView) => number): Column<ImportRunView> => ({
    key,
    title,
    align: 'right',
    render: (run) => (of(run) === 0 ? '/' : countText(of(run))),
  })
  return [
    { key: 'file', title: importText('runs.file'), isFrozen: true, render: nameOf },
    { key: 'kind', title: importText('runs.kind'), render: ({ title }) => title },
    { key: 'state', title: importText('runs.state'), render: ({ state }) => <ImportState state={state} /> },
    count('rows', importText('runs.rows'), ({ rows }) => rows.total),
    count('bad', importText('runs.bad'), ({ rows }) => rows.bad),
    count('written', importText('runs.written'), ({ rows }) => rows.applied),
    { key: 'created', title: importText('runs.created'), render: ({ createTime }) => formatTime(createTime) },
    { key: 'updated', title: importText('runs.updated'), render: ({ updateTime }) => formatTime(updateTime) },
    { key: 'reason', title: importText('runs.reason'), render: ({ reason }) => reason ?? '/' },
  ]
}
