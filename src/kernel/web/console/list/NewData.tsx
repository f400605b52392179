import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { lastActAt } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { onLive } from '../client/live/live.ts'
import './new-data.css'

interface NewDataProps {
  /** What the list shows, by its name in the data cache: a kind of document, `tasks` or `notifications`. */
  readonly kind: string
  /** When the rows on screen were read (`dataUpdatedAt`). */
  readonly readAt: number
  readonly onRefresh: () => void
}

/** News of an act arrive a moment after its answer: whoever acted himself this short before hears of what he did. */
const OWN_ACT_MS = 2_000

/**
 * Rows never move under the hands: who looks at the list is offered the new ones. Who looks elsewhere, in another
 * window, or brought them about himself, simply has them.
 */
export function NewData({ kind, readAt, onRefresh }: NewDataProps) {
  const [news, setNews] = useState({ at: 0, isOwn: false })
  useEffect(() => {
    const hear = (isConcerned: boolean) => {
      if (isConcerned) setNews({ at: Date.now(), isOwn: Date.now() - lastActAt() < OWN_ACT_MS })
    }
    return stopAll([
      onLive('change', (change) => hear(change.kinds.includes(kind))),
      onLive('tasks', () => hear(kind === 'tasks')),
      onLive('notifications', () => hear(kind === 'notifications')),
      onLive('refresh', () => hear(true)),
    ])
  }, [kind])
  const isNew = news.at > readAt
  const isUnseen = isNew && (news.isOwn || document.visibilityState === 'hidden')
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useEffect(() => {
    if (isUnseen) refresh.current()
  }, [isUnseen, news])
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
