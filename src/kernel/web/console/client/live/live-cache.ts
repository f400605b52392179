import { onLive } from './live.ts'
import { queryClient } from '../query-client.ts'

/** News come in bursts, and everybody hears them at once: what asks again by itself asks a little later and once. */
const CALM_MS = 600

/** Parts of the cache that are read again by themselves: numbers and short lists that nobody is working in. */
const SELF_REFRESHING = new Set<unknown>(['home', 'inbox', 'notifications'])

/**
 * Keeps what was read true to what is heard. Lists and documents are only marked: those on screen offer the new data
 * (list/NewData.tsx), those in hidden tabs are read again when one returns to them.
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
