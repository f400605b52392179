import { useMemo } from 'react'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import type { BulkAction } from '#kernel/web/console/list/document/bulk.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { pushStatesBefore } from '#kernel/platform/outgoing/push-states.ts'
import type { PushView } from '../integration-wire.ts'
import { HealthBanner } from '../health/HealthBanner.tsx'
import { integrationApi, searchSettings, searchSystems, syncChanged } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import { syncPushes } from './sync-log.list.ts'

const SEARCHES = { settingCode: searchSettings, systemCode: searchSystems }

/** Which version was sent to which system, and the result. */
export default function PushListPage() {
  const holds = usePageButtons()
  const bulk = useMemo(() => (holds?.('integration.sync.run') ? [handAct('retry'), handAct('supersede')] : []), [holds])
  return (
    <ReadListPage
      list={syncPushes}
      before={<HealthBanner />}
      searches={SEARCHES}
      rowLabel={(push) => `${push.recordKey} ${push.version}`}
      bulk={holds ? bulk : null}
    />
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
