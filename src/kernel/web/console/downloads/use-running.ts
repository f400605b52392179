import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useAtRest } from '../client/at-rest.ts'
import { onLive } from '../client/live/live.ts'
import { tellImport } from '../imports/started-imports.ts'
import { downloadKeys, downloadsApi, isWaiting } from './downloads-api.ts'
import { notifyExportEnd } from './started-exports.ts'

/** Every step of a task causes an event; the list is refetched at most this often. */
const CALM_MS = 700
/** Polling interval of running tasks while the live stream is down. */
const LOOK_MS = 10_000

/** The limit of running tasks per person, plus waiting imports. */
const RUNNING = { status: 1, page: 1, limit: 50 } as const

export interface Running {
  /** Exports being made, imports being checked or written. */
  readonly working: number
  /** Imports that wait for the person. */
  readonly waiting: number
}

/**
 * How many of the person's tasks run, and how many wait for them. Used by the top bar; also keeps the download centre's queries up to date.
 */
export function useRunning(): Running {
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
