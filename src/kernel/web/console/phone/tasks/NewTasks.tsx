import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { onLive } from '../../client/live/live.ts'
import { useLiveStream } from '../use-live-stream.ts'
import './new-tasks.css'

interface NewTasksProps {
  /** When the displayed cards were loaded. */
  readonly readAt: number
  readonly onRefresh: () => void
}

/** Visible cards never move by themselves: new ones are offered; in a hidden page they are loaded directly. */
export function NewTasks({ readAt, onRefresh }: NewTasksProps) {
  const [newsAt, setNewsAt] = useState(0)
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useLiveStream()
  useEffect(() => {
    const hear = (): void => {
      if (document.visibilityState === 'hidden') refresh.current()
      else setNewsAt(Date.now())
    }
    const stops = [onLive('tasks', hear), onLive('refresh', hear)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  if (newsAt <= readAt) return null
  return (
    <button type="button" className="new-tasks" aria-live="polite" onClick={onRefresh}>
      <Icon name="refresh" />
      {pageText('inbox.newDataRefresh')}
    </button>
  )
}
