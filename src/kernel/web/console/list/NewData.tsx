import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { lastActAt } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { onLive } from '../client/live/live.ts'
import './new-data.css'

interface NewDataProps {
  /** The list's name in the query cache: a kind of document, `tasks` or `notifications`. */
  readonly kind: string
  /** When the displayed rows were loaded (`dataUpdatedAt`). */
  readonly readAt: number
  readonly onRefresh: () => void
}

/** Events arrive a moment after the answer of an act: within this time they are about the person's own act. */
const OWN_ACT_MS = 2_000

/**
 * Visible rows never move by themselves: new ones are offered. In a hidden list, another window, or after the person's
 * own act they are loaded directly.
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
