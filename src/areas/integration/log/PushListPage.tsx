import { useMemo } from 'react'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import type { BulkAction } from '#kernel/web/console/list/document/bulk.ts'
import { codeColumn, stateColumn, textColumn, timeColumn } from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { PUSH_STATES, pushStatesBefore } from '#kernel/platform/outgoing/push-states.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { PushView } from '../integration-wire.ts'
import { HealthBanner } from '../health/HealthBanner.tsx'
import { integrationApi, PUSHES, searchSettings, searchSystems, syncChanged } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import { pushColours } from './sync-states.tsx'

/** Which version was sent to which system, and the result. */
export default function PushListPage() {
  const holds = usePageButtons()
  const columns = useMemo(() => pushColumns(), [])
  const filters = useMemo(() => pushFilters(), [])
  const bulk = useMemo(() => (holds?.('integration.sync.run') ? [handAct('retry'), handAct('supersede')] : []), [holds])
  return (
    <ListPage title={syncText('pushes')}>
      <HealthBanner />
      <ListView<PushView>
        name="syncPush"
        caption={syncText('pushes')}
        columns={columns}
        rowKey={(push) => push.id}
        rowLabel={(push) => `${push.recordKey} ${push.version}`}
        filters={filters}
        fetchPage={(request, signal) => integrationApi.pushes(request, { signal, handles: true })}
        fetchCount={(asked, signal) => integrationApi.pushCount(asked, { signal, handles: true })}
        bulk={holds ? bulk : null}
        emptyText={syncText('noPushes')}
        tools={(view) => <ExportButton path={`${PUSHES}/export`} right="integration.log.export" view={view} />}
      />
    </ListPage>
  )
}

/** A manual act on the selection: pushes for which it is impossible are excluded. */
function handAct(act: 'retry' | 'supersede'): BulkAction<PushView> {
  const from = pushStatesBefore(act)
  return {
    key: act,
    label: syncText(act),
    whyNot: ({ state }) => (from.includes(state) ? null : syncText(act === 'retry' ? 'notFailed' : 'notWaiting')),
    act: async (target) => {
      if (target.kind !== 'rows') return { done: 0, failed: [] }
      const { done } = await integrationApi.act({ act, ids: target.rows.map(({ id }) => id) })
      syncChanged()
      return { done, failed: [] }
    },
  }
}

function pushColumns(): readonly Column<PushView>[] {
  return [
    { ...codeColumn<PushView>('key', syncText('fields.key'), (push) => push.recordKey), isFrozen: true, width: 170 },
    stateColumn(
      'state',
      syncText('fields.state'),
      {
        state: (push) => push.state,
        colours: pushColours,
        text: (state) => syncText(`pushStates.${state}`),
      },
      { width: 190 },
    ),
    {
      ...textColumn<PushView>('version', syncText('fields.version'), (push) => push.version, { width: 80 }),
      align: 'right',
    },
    textColumn('setting', syncText('fields.setting'), (push) => push.settingName, { width: 230 }),
    textColumn('act', syncText('fields.act'), (push) => syncText(`acts.${push.act as 'update'}`), { width: 90 }),
    {
      ...textColumn<PushView>('attempts', syncText('fields.attempts'), (push) => push.attempts, { width: 90 }),
      align: 'right',
    },
    textColumn('error', syncText('fields.error'), (push) => push.error, { width: 300 }),
    timeColumn('next', syncText('fields.next'), (push) => push.nextAttemptAt),
    timeColumn('changed', syncText('fields.changed'), (push) => push.updatedAt),
    timeColumn('created', syncText('fields.created'), (push) => push.createdAt),
    codeColumn('reference', syncText('fields.reference'), (push) => push.reference ?? ''),
    textColumn('requestedBy', syncText('fields.requestedBy'), (push) => push.requestedBy),
    textColumn('system', syncText('fields.system'), (push) => push.systemName, { isHidden: true }),
    textColumn('record', syncText('fields.record'), (push) => push.recordName, { isHidden: true }),
    codeColumn('messageId', syncText('fields.messageId'), (push) => push.messageId, { isHidden: true }),
  ]
}

function pushFilters(): readonly FilterSpec[] {
  return [
    { kind: 'search', name: 'settingCode', label: syncText('fields.setting'), search: searchSettings },
    {
      kind: 'choice',
      name: 'state',
      label: syncText('fields.state'),
      options: PUSH_STATES.map((value) => ({ value, label: syncText(`pushStates.${value}`) })),
    },
    { kind: 'text', name: 'recordKey', label: syncText('fields.key'), rule: { maxLength: 100 } },
    { kind: 'search', name: 'systemCode', label: syncText('fields.system'), search: searchSystems },
    { kind: 'dates', name: 'created', label: syncText('fields.created') },
  ]
}
