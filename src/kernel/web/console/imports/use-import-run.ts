import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { onLive } from '../client/live/live.ts'
import { importApi, importKeys } from './import-api.ts'
import { isAtWork } from './ImportState.tsx'

/** Every step causes an event; the run is refetched at most this often. */
const CALM_MS = 500
/** Polling interval of a running import while the live stream is down. */
const LOOK_MS = 3_000

/** A run, with its queries kept up to date. */
export function useImportRun(importId: string) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: importKeys.detail(importId),
    queryFn: ({ signal }) => importApi.detail(importId, { signal, handles: true }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.state) ? LOOK_MS : false),
    refetchOnMount: 'always',
  })
  const taskId = query.data?.taskId
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: importKeys.run(importId) }),
    [client, importId],
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: importKeys.detail(importId) })
      }, CALM_MS)
    }
    const stops = [
      onLive('download', (news) => {
        if (news.taskId === taskId) refreshSoon()
      }),
      onLive('refresh', refreshSoon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client, importId, taskId])
  useFollowingRows(query.data)
  return { ...query, refresh }
}

/** Rows are refetched once something was done to them, not at every step of a long run. */
function useFollowingRows(run: ImportRunView | undefined): void {
  const client = useQueryClient()
  const mark = run ? `${run.state} ${isAtWork(run.state) ? '' : run.version}` : null
  const importId = run?.importId
  useEffect(() => {
    if (mark === null || importId === undefined) return
    void client.invalidateQueries({ queryKey: [...importKeys.run(importId), 'rows'] })
  }, [client, importId, mark])
}
