import { useEffect, useRef } from 'react'
import { onLive } from '../client/live/live.ts'

/** Events come in bursts, and to everybody concerned at once. */
const CALM_MS = 600

/**
 * Reads the shown document again when something happened to the person's tasks or they were told something: it may be about this document,
 * which would else offer what is no longer possible.
 */
export function useFresh(read: () => void): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), CALM_MS * (0.5 + Math.random()))
    }
    const stops = [onLive('notifications', soon), onLive('tasks', soon), onLive('refresh', soon)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
}
