import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { integrationApi, syncChanged } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import '../integration.css'

/** Refetch interval, because people monitoring want current data. */
const EVERY_MS = 15_000

/** State of synchronizations: what waits and since when, which settings fail, and possible actions. */
export function HealthBanner() {
  const { data } = useQuery({
    queryKey: queryKeys.sum('syncPush', 'health'),
    queryFn: ({ signal }) => integrationApi.health({ signal, handles: true }),
    refetchInterval: EVERY_MS,
  })
  if (!data) return <div className="sync-health" aria-hidden="true" />
  const { waiting, oldestWaitingAt, unsure, failed, running, failing } = data
  return (
    <section className="sync-health" aria-label={syncText('health.title')}>
      <p className="sync-marks">
        <StateMark colour="blue" text={syncText('health.running', { count: running })} />
        <StateMark
          colour="blue"
          text={[
            syncText('health.waiting', { count: waiting }),
            ...(oldestWaitingAt ? [syncText('health.oldest', { time: formatTime(oldestWaitingAt) })] : []),
          ].join(', ')}
        />
        {unsure > 0 ? <StateMark colour="orange" text={syncText('health.unsure', { count: unsure })} /> : null}
        {failed > 0 ? (
          <StateMark colour="red" text={syncText('health.failed', { count: failed })} />
        ) : failing.length === 0 ? (
          <StateMark colour="green" text={syncText('health.fine')} />
        ) : null}
      </p>
      {failing.length > 0 ? (
        <ul className="sync-failing">
          {failing.map(({ code, name, error, failed: count }) => (
            <li key={code}>
              <Link to={count > 0 ? pushesOf(code, 'failedPushed') : runsOf(code)}>{name}</Link>
              <span>{error ?? '/'}</span>
              {count > 0 ? <RetryAll code={code} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

export function pushesOf(settingCode: string, state?: string): string {
  return `/master/pc/syncPush?${new URLSearchParams({ settingCode, ...(state === undefined ? {} : { state }) })}`
}
export function runsOf(settingCode: string): string {
  return `/master/pc/syncRun?${new URLSearchParams({ settingCode })}`
}

function RetryAll({ code }: { readonly code: string }) {
  const holds = usePageButtons()
  const [isRunning, setRunning] = useState(false)
  if (!holds?.('integration.sync.run')) return null
  const retry = async (): Promise<void> => {
    setRunning(true)
    try {
      const { done } = await integrationApi.act({ act: 'retry', settingCode: code })
      notify('success', syncText('done', { count: done }))
    } catch {
      // The call has shown the error.
    } finally {
      setRunning(false)
      syncChanged()
    }
  }
  return (
    <Button size="small" loading={isRunning} onClick={() => void retry()}>
      {syncText('retryAll')}
    </Button>
  )
}
