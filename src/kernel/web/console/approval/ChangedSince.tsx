import { changesText } from './changes-text.ts'
import { useRef, useState } from 'react'
import type { ChangeView, DifferenceView } from '#kernel/engine/approval/approval-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { ChangeRows } from './ChangeRows.tsx'
import { changeKey } from './Changed.tsx'

/** Changes shown at first; the rest on request. */
const FIRST = 5

interface ChangedSinceProps {
  readonly difference: DifferenceView | null
  readonly zone: string | undefined
}

/** Changes since the reader's last look, as a list of links to their places. */
export function ChangedSince({ difference, zone }: ChangedSinceProps) {
  const [isAll, setAll] = useState(false)
  const box = useRef<HTMLElement>(null)
  if (!difference || difference.changes.length === 0) return null
  const { changes, lookedAt, more } = difference
  const shown = isAll ? changes : changes.slice(0, FIRST)
  const total = changes.length + more
  return (
    <section ref={box} className="changed-since" aria-label={changesText('title')}>
      <h2>
        <Icon name="alert" />
        {changesText('titleAt', { time: timeText(lookedAt, zone) })}
        <small>{total === 1 ? changesText('one') : changesText('count', { count: total })}</small>
      </h2>
      <ChangeRows changes={shown} more={isAll ? more : 0} onJump={(change) => jumpTo(box.current, change)} />
      {shown.length < changes.length ? (
        <button type="button" className="timeline-tool" onClick={() => setAll(true)}>
          {changesText('more', { count: total - shown.length })}
        </button>
      ) : null}
    </section>
  )
}

/** The place on this page, not in another tab with the same document. */
function jumpTo(box: HTMLElement | null, { row, field, table }: ChangeView): void {
  const page = box?.parentElement
  const place = page?.querySelector<HTMLElement>(`[data-change="${CSS.escape(changeKey(row, field, table))}"]`)
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
