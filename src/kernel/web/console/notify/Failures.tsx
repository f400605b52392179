import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { timeText } from '#kernel/web/ui/time.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { ErrorBanner } from '../Banner.tsx'
import { notifyApi, notifyKeys } from './notify-api.ts'
import { notifyText } from './notify-text.ts'

/** For operators: messages that were given up, why, and a retry. */
export function Failures({ mayRetry }: { readonly mayRetry: boolean }) {
  const [isRunning, setRunning] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: notifyKeys.failures(),
    queryFn: notifyApi.failures,
    refetchOnMount: 'always',
  })
  const retry = (): void => {
    setRunning(true)
    void notifyApi
      .retry((data?.records ?? []).map(({ id }) => id))
      .catch(() => undefined)
      .then(() => refetch())
      .then(() => setRunning(false))
  }
  if (error) {
    return (
      <ErrorBanner error={error} text={(reason) => notifyText('failed', { reason })} onRetry={() => void refetch()} />
    )
  }
  if (!data) return null
  return (
    <>
      <p className="quiet">
        {notifyText('failures.counts', { waiting: data.waiting, late: data.late, failed: data.failed })}
      </p>
      {data.records.length > 0 ? (
        <>
          <ul className="failure-list">
            {data.records.map((failure) => (
              <li key={failure.id}>
                <span className="code">{failure.account}</span>
                <span>{notifyText(`channels.${failure.channel}`)}</span>
                <time className="quiet" dateTime={failure.at}>
                  {timeText(failure.at)}
                </time>
                <span className="failure-error">{failure.error ?? '/'}</span>
              </li>
            ))}
          </ul>
          <div className="failure-acts">
            {mayRetry ? (
              <Button disabled={isRunning} onClick={retry}>
                {notifyText('failures.retry', { count: data.records.length })}
              </Button>
            ) : null}
            <ExportButton path="/aps/notification/failures/export" right="approval.monitor.export" />
          </div>
        </>
      ) : null}
    </>
  )
}
