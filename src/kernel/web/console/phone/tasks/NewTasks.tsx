import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { onLive } from '../../client/live/live.ts'
import { useSession } from '../../shell/session-context.ts'
import './new-tasks.css'

interface NewTasksProps {
  /** When the cards on screen were read. */
  readonly readAt: number
  readonly onRefresh: () => void
}

/** Cards never move under the finger: who looks at them is offered the new ones; who looks elsewhere simply has them. */
export function NewTasks({ readAt, onRefresh }: NewTasksProps) {
  const [newsAt, setNewsAt] = useState(0)
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useStream()
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

/** News come in once the page stands; until then they would only make it later. */
function useStream(): void {
  const { id } = useSession().user
  useEffect(() => {
    let stop: (() => void) | null = null
    let isGone = false
    void import('../../client/live/live-messages.ts').then(
      ({ startLive }) => {
        if (!isGone) stop = startLive(id)
      },
      // Without news the cards are read again by pulling.
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [id])
}
