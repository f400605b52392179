import { useMemo } from 'react'
import { IMPORT_STATES, type ImportRunView } from '#kernel/imports/import-wire.ts'
import type { Column } from '#kernel/ui/table-columns.ts'
import { formatTime } from '#kernel/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import type { Page, PageRequest } from '../client/paging.ts'
import type { FilterSpec } from '../list/filter-spec.ts'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { importAddress, importApi } from './import-api.ts'
import { importText } from './import-text.ts'
import { ImportState } from './ImportState.tsx'
import { countText } from './run-figures.ts'

/** The person's own imports, the newest first. */
export default function ImportsPage() {
  const columns = useMemo(() => runColumns(), [])
  return (
    <ListPage title={importText('runs.title')}>
      <ListView<ImportRunView>
        name="imports"
        caption={importText('runs.caption')}
        columns={columns}
        rowKey={keyOf}
        rowLabel={nameOf}
        filters={useFilters()}
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

function useFilters(): readonly FilterSpec[] {
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: importText('runs.state'),
        options: IMPORT_STATES.map((state) => ({ value: state, label: pageText(`imports.states.${state}`) })),
      },
    ],
    [],
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
