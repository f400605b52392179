import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { offerCenter } from './tell-processing.ts'
import { useAtRest } from '../client/at-rest.ts'
import { onLive } from '../client/live/live.ts'
import { tellImport } from '../imports/started-imports.ts'
import { downloadKeys, downloadsApi, isWaiting } from './downloads-api.ts'
import { notifyExportEnd } from './started-exports.ts'
import './download-button.css'

const loadDrawer = async () => (await import('./DownloadDrawer.tsx')).DownloadDrawer

/** Opens the download centre from anywhere; shows how many of the person's tasks run, and whether one waits for them. */
export function DownloadButton() {
  const running = useRunning()
  const { Dialog, open, close } = useLazyDialog(loadDrawer)
  useEffect(() => offerCenter(open), [open])
  const count = running.working + running.waiting
  const label = labelOf(running)
  return (
    <>
      <button type="button" className="top-button download-button" aria-label={label} title={label} onClick={open}>
        <Icon name="download" />
        {count > 0 ? (
          <span className={running.waiting > 0 ? 'download-badge is-waiting' : 'download-badge'} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </button>
      {Dialog ? <Dialog onClose={close} /> : null}
    </>
  )
}

function labelOf({ working, waiting }: Running): string {
  if (waiting > 0) return pageText('downloads.titleBusy', { working, waiting })
  return working > 0 ? pageText('downloads.titleRunning', { count: working }) : pageText('downloads.title')
}

/** Every step of a task causes an event; the list is refetched at most this often. */
const CALM_MS = 700
/** Polling interval of running tasks while the live stream is down. */
const LOOK_MS = 10_000

/** The limit of running tasks per person, plus waiting imports. */
const RUNNING = { status: 1, page: 1, limit: 50 } as const

interface Running {
  /** Exports being made, imports being checked or written. */
  readonly working: number
  /** Imports that wait for the person. */
  readonly waiting: number
}

/**
 * How many of the person's tasks run, and how many wait for them. Used by the top bar; also keeps the download centre's queries up to date.
 */
function useRunning(): Running {
  const client = useQueryClient()
  const navigate = useNavigate()
  const go = useRef((address: string): void => void navigate(address))
  useEffect(() => {
    go.current = (address) => void navigate(address)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: downloadKeys.all })
      }, CALM_MS)
    }
    const stops = [
      onLive('download', ({ taskId }) => {
        refreshSoon()
        void notifyExportEnd(taskId).catch(() => undefined)
        void tellImport(taskId, go.current).catch(() => undefined)
      }),
      onLive('refresh', refreshSoon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client])
  const isAtRest = useAtRest()
  const { data } = useQuery({
    queryKey: downloadKeys.page(RUNNING),
    enabled: isAtRest,
    // A badge that cannot be loaded shows no error.
    queryFn: ({ signal }) => downloadsApi.page(RUNNING, { signal, handles: true }),
    refetchInterval: ({ state }) => (state.data?.records.some((task) => !isWaiting(task)) ? LOOK_MS : false),
  })
  const waiting = data?.records.filter(isWaiting).length ?? 0
  return { working: (data?.recordTotal ?? 0) - waiting, waiting }
}
