import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { documentColumn, textColumn, timeColumn } from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { RunState, RunView } from '../integration-wire.ts'
import { HealthBanner } from '../health/HealthBanner.tsx'
import { integrationApi, RUNS, searchSettings, searchSystems } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import { RunDrawer } from './RunDrawer.tsx'
import { RunMark, runColours } from './sync-states.tsx'

/** Address parameter of the run open beside the list. */
const OPEN = 'run'

/** Runs, their authors, and the result of every row. */
export default function RunListPage() {
  const [query, setQuery] = useSearchParams()
  const place = new URLSearchParams([...query].filter(([name]) => name !== OPEN)).toString()
  const addressOf = useMemo(
    () => (run: RunView) =>
      `/master/pc/syncRun?${new URLSearchParams([...new URLSearchParams(place), [OPEN, run.id]])}`,
    [place],
  )
  const columns = useMemo(() => runColumns(addressOf), [addressOf])
  const filters = useMemo(() => runFilters(), [])
  const opened = query.get(OPEN)
  const close = (): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      next.delete(OPEN)
      return next
    })
  return (
    <ListPage title={syncText('runs')}>
      <HealthBanner />
      <ListView<RunView>
        name="syncRun"
        caption={syncText('runs')}
        columns={columns}
        rowKey={idOf}
        filters={filters}
        fetchPage={(request, signal) => integrationApi.runs(request, { signal, handles: true })}
        fetchCount={(asked, signal) => integrationApi.runCount(asked, { signal, handles: true })}
        addressOf={addressOf}
        emptyText={syncText('noRuns')}
        tools={(view) => <ExportButton path={`${RUNS}/export`} right="integration.log.export" view={view} />}
      />
      {opened === null ? null : <RunDrawer key={opened} id={opened} onClose={close} />}
    </ListPage>
  )
}

const idOf = (run: RunView): string => run.id

function runColumns(address: (run: RunView) => string): readonly Column<RunView>[] {
  const number = (name: 'read' | 'written' | 'unchanged' | 'refused'): Column<RunView> => ({
    ...textColumn<RunView>(name, syncText(`fields.${name}`), (run) => run[name], { width: 90 }),
    align: 'right',
  })
  return [
    documentColumn(
      'id',
      syncText('fields.no'),
      {
        no: idOf,
        address,
        label: ({ id }) => syncText('openRun', { id }),
      },
      { width: 80 },
    ),
    textColumn('setting', syncText('fields.setting'), (run) => run.settingName, { width: 230 }),
    { key: 'state', title: syncText('fields.state'), render: (run) => <RunMark run={run} />, width: 190 },
    textColumn('kind', syncText('fields.kind'), (run) => syncText(`kinds.${run.kind}`), { width: 90 }),
    timeColumn('started', syncText('fields.started'), (run) => run.startedAt),
    timeColumn('ended', syncText('fields.ended'), (run) => run.endedAt),
    ...(['read', 'written', 'unchanged', 'refused'] as const).map(number),
    textColumn('trigger', syncText('fields.trigger'), (run) => run.startedBy ?? syncText('schedule')),
    textColumn('lastKey', syncText('fields.lastKey'), (run) => run.lastKey),
    textColumn('error', syncText('fields.error'), (run) => run.error, { width: 280 }),
    timeColumn('next', syncText('fields.next'), (run) => run.nextAttemptAt),
    textColumn('system', syncText('fields.system'), (run) => run.systemName, { isHidden: true }),
    textColumn('record', syncText('fields.record'), (run) => run.recordName, { isHidden: true }),
    timeColumn('created', syncText('fields.created'), (run) => run.createdAt, { isHidden: true }),
  ]
}

function runFilters(): readonly FilterSpec[] {
  const states = Object.keys(runColours) as RunState[]
  return [
    { kind: 'search', name: 'settingCode', label: syncText('fields.setting'), search: searchSettings },
    {
      kind: 'choice',
      name: 'state',
      label: syncText('fields.state'),
      options: states.map((value) => ({ value, label: syncText(`runStates.${value}`) })),
    },
    { kind: 'search', name: 'systemCode', label: syncText('fields.system'), search: searchSystems },
    {
      kind: 'choice',
      name: 'kind',
      label: syncText('fields.kind'),
      options: (['pull', 'fill', 'ping'] as const).map((value) => ({ value, label: syncText(`kinds.${value}`) })),
    },
    { kind: 'dates', name: 'created', label: syncText('fields.created') },
  ]
}
