import { onLive } from './live.ts'
import { queryClient } from '../query-client.ts'

/** Events come in bursts, and to everybody at once: automatic refetches are delayed and combined. */
const CALM_MS = 600

/** Cached queries that refetch automatically: numbers and short lists that nobody is editing. */
const SELF_REFRESHING = new Set<unknown>(['home', 'inbox', 'notifications'])

/**
 * Invalidates cached data by live events. Lists and documents are only marked: visible ones offer the new data
 * (list/NewData.tsx), those in hidden tabs refetch when the tab is opened.
 */
export function followNews(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refreshSoon = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => SELF_REFRESHING.has(queryKey[0]) })
      },
      CALM_MS * (0.5 + Math.random()),
    )
  }
  const mark = (isStale: (key: readonly unknown[]) => boolean): void => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey), refetchType: 'none' })
    refreshSoon()
  }
  const stops = [
    onLive('change', ({ kinds }) => mark((key) => typeof key[1] === 'string' && kinds.includes(key[1]))),
    onLive('tasks', () => mark((key) => key[0] === 'tasks')),
    onLive('notifications', () => mark((key) => key[0] === 'notifications')),
    onLive('refresh', () => mark((key) => key[0] !== 'buttons' && key[0] !== 'options')),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
