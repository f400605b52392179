import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { onLive } from '../client/live.ts'
import './new-data.css'

interface NewDataProps {
  /** What the list shows, by its name in the data cache: a kind of document, or `tasks`. */
  readonly kind: string
  /** When the rows on screen were read (`dataUpdatedAt`). */
  readonly readAt: number
  readonly onRefresh: () => void
}

/** News arrive a moment after the act. Rows read this short before were read because of it: by the one who acted. */
const JUST_READ_MS = 2_000

/**
 * Rows never move under the hands: who looks at the list is offered the new ones. Who looks elsewhere, in another
 * window, or has read them this very moment, simply has them.
 */
export function NewData({ kind, readAt, onRefresh }: NewDataProps) {
  const [newsAt, setNewsAt] = useState(0)
  useEffect(() => {
    const hear = (isConcerned: boolean) => {
      if (isConcerned) setNewsAt(Date.now())
    }
    return stopAll([
      onLive('change', (news) => hear(news.kinds.includes(kind))),
      onLive('tasks', () => hear(kind === 'tasks')),
      onLive('refresh', () => hear(true)),
    ])
  }, [kind])
  const isNew = newsAt > readAt
  const isUnseen = isNew && (newsAt - readAt < JUST_READ_MS || document.visibilityState === 'hidden')
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useEffect(() => {
    if (isUnseen) refresh.current()
  }, [isUnseen])
  if (!isNew || isUnseen) return null
  return (
    <Button
      type="text"
      className="new-data"
      aria-live="polite"
      icon={<Icon name="refresh" />}
      aria-label={pageText('inbox.newDataRefresh')}
      onClick={onRefresh}
    >
      {pageText('inbox.newData')}
    </Button>
  )
}

function stopAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}
