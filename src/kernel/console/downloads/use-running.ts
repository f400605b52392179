import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../client/live.ts'
import { downloadKeys, downloadsApi, PAGE_ROWS } from './downloads-api.ts'
import { tellEnd } from './started-exports.ts'

/** News come with every step of a task; the list is asked again at most this often. */
const CALM_MS = 700
/** Without news (the stream is away) a running task is looked after all the same. */
const LOOK_MS = 10_000

const RUNNING = { status: 1, page: 1, limit: PAGE_ROWS } as const

/** How many of the person's tasks run. Lives in the top bar, and keeps everything of the download centre true. */
export function useRunning(): number {
  const client = useQueryClient()
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
        void tellEnd(taskId).catch(() => undefined)
      }),
      onLive('refresh', refreshSoon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client])
  const { data } = useQuery({
    queryKey: downloadKeys.page(RUNNING),
    // A badge that cannot be read is no reason to disturb anyone.
    queryFn: ({ signal }) => downloadsApi.page(RUNNING, { signal, handles: true }),
    refetchInterval: (query) => ((query.state.data?.recordTotal ?? 0) > 0 ? LOOK_MS : false),
  })
  return data?.recordTotal ?? 0
}
