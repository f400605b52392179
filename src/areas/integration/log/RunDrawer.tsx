import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import type { RefusedView, RunView } from '../integration-wire.ts'
import { integrationApi, syncChanged } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import { RunMark } from './sync-states.tsx'
import '#kernel/web/console/document/document.css'
import '../integration.css'

const LIMIT = 50
const EVERY_MS = 2_000

/** One run: its course, and every refused row with its reasons. */
export function RunDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const holds = usePageButtons()
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeys.detail('syncRun', id),
    queryFn: ({ pageParam, signal }) => integrationApi.run(id, pageParam, { signal, handles: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.rows.length === LIMIT ? pages.length + 1 : undefined),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data?.pages[0]?.run) ? EVERY_MS : false),
  })
  const run = data?.pages[0]?.run
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const mayStop = (holds?.('integration.sync.run') ?? false) && run && (isOpen(run) || run.nextAttemptAt !== null)
  const stop = async (): Promise<void> => {
    await integrationApi.stop(id).then(
      () => notify('success', syncText('stopAsked')),
      // The call has shown the error.
      () => undefined,
    )
    syncChanged()
  }
  return (
    <Dialog
      shape="drawer"
      isAddressed
      width={640}
      title={run ? `${run.settingName} · ${id}` : id}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={mayStop ? <Button onClick={() => void stop()}>{syncText('stop')}</Button> : undefined}
    >
      {run ? (
        <>
          <Facts run={run} />
          {run.kind === 'pull' ? <Refused run={run} rows={rows} /> : null}
          {hasNextPage ? (
            <button type="button" className="link-button" onClick={() => void fetchNextPage()}>
              {syncText('moreRows')}
            </button>
          ) : null}
        </>
      ) : error ? (
        <ErrorBanner error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </Dialog>
  )
}

function isOpen(run: RunView | undefined): boolean {
  return run?.state === 'pending' || run?.state === 'processing'
}

function Facts({ run }: { readonly run: RunView }) {
  const pairs: readonly (readonly [string, string | number | null])[] = [
    [syncText('fields.kind'), syncText(`kinds.${run.kind}`)],
    [syncText('fields.system'), run.systemName],
    [syncText('fields.record'), run.recordName],
    [syncText('fields.trigger'), run.startedBy ?? syncText('schedule')],
    [syncText('fields.started'), timeText(run.startedAt)],
    [syncText('fields.ended'), timeText(run.endedAt)],
    [syncText('fields.read'), run.read],
    [syncText('fields.written'), run.written],
    [syncText('fields.unchanged'), run.unchanged],
    [syncText('fields.refused'), run.refused],
    [syncText('fields.firstKey'), run.firstKey],
    [syncText('fields.lastKey'), run.lastKey],
    [syncText('fields.attempts'), run.attempts],
    ...(run.nextAttemptAt ? [[syncText('fields.next'), timeText(run.nextAttemptAt)] as const] : []),
  ]
  return (
    <section className="sync-section">
      <p>
        <RunMark run={run} />
      </p>
      {run.error ? <p className="sync-error">{run.error}</p> : null}
      <DescriptionList pairs={pairs} />
    </section>
  )
}

function Refused({ run, rows }: { readonly run: RunView; readonly rows: readonly RefusedView[] }) {
  return (
    <section className="sync-section">
      <h3>{syncText('refusedRows')}</h3>
      {run.refused === 0 && !isOpen(run) ? <p className="quiet">{syncText('noRefused')}</p> : null}
      <ol className="sync-refused">
        {rows.map(({ position, key, row, reasons }) => (
          <li key={position}>
            <p>
              <strong>{syncText('rowNo', { position })}</strong> {key ? <span className="code">{key}</span> : null}
            </p>
            <ul>
              {reasons.map((reason) => (
                <li key={reason} className="sync-error">
                  {reason}
                </li>
              ))}
            </ul>
            {row === null ? <p className="quiet">{syncText('hiddenRow')}</p> : <pre className="sync-row">{row}</pre>}
          </li>
        ))}
      </ol>
    </section>
  )
}
