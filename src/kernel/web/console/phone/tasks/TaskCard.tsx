import { useRef, type PointerEvent, type ReactNode } from 'react'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import { RequestedAmount } from '../../RequestedAmount.tsx'
import { durationText } from '../../duration.ts'
import { holdersText, limitText, marksOf, whyNotDecide } from '../../tasks/row-texts.ts'
import { taskText } from '../../tasks/task-texts.ts'
import { useNow } from '../../use-now.ts'
import { PhoneLink } from '../PhoneLink.tsx'

interface TaskCardProps {
  readonly row: InboxRow
  /** Whether it is selected; null outside of selection mode. */
  readonly isPicked: boolean | null
  readonly onPick: () => void
  /** A long press starts the selection with this card. */
  readonly onHold: (() => void) | null
}

const HOLD_MS = 500
const STILL_PX = 10

/** A row of the inbox as a card: what, from whom, how much, since when. */
export function TaskCard({ row, isPicked, onPick, onHold }: TaskCardProps) {
  const hold = useHold(onHold)
  if (isPicked !== null)
    return (
      <li>
        <label className={isPicked ? 'card task-card task-card-picked' : 'card task-card'}>
          <Checkbox
            className="task-card-tick"
            checked={isPicked}
            disabled={whyNotDecide(row) !== null}
            aria-label={taskText('phone.pick', { no: row.documentNo })}
            onChange={onPick}
          />
          <CardBody row={row} />
        </label>
      </li>
    )
  return (
    <li {...hold}>
      {row.mayOpen ? (
        <PhoneLink to={row.mobileUrl} className="card task-card">
          <CardBody row={row} />
        </PhoneLink>
      ) : (
        <div className="card task-card">
          <CardBody row={row} />
        </div>
      )}
    </li>
  )
}

/** A long press, until the finger moves or leaves: scrolling is not holding. */
function useHold(onHold: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const at = useRef({ x: 0, y: 0 })
  const wasHeld = useRef(false)
  const stop = (): void => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
  }
  if (!onHold) return {}
  return {
    onPointerDown: (event: PointerEvent) => {
      at.current = { x: event.clientX, y: event.clientY }
      wasHeld.current = false
      stop()
      timer.current = setTimeout(() => {
        wasHeld.current = true
        onHold()
      }, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - at.current.x, event.clientY - at.current.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault: () => void }) => {
      // Some phones open a context menu for a held link; here the selection has started instead.
      if (wasHeld.current || timer.current) event.preventDefault()
    },
  }
}

function CardBody({ row }: { readonly row: InboxRow }): ReactNode {
  const now = useNow()
  const since = row.box === 'open' ? row.createdAt : row.waitingSince
  const isNew = !row.isRead && (row.box === 'open' || row.box === 'copies')
  const limit = limitText(row, now)
  const marks = marksOf(row, now)
  return (
    <>
      <span className="task-card-head">
        <strong className={isNew ? 'task-card-new' : undefined}>{row.title}</strong>
        <span className="quiet">
          {row.endedAt ? formatTime(row.endedAt) : since ? durationText(minutesSince(since, now)) : null}
        </span>
      </span>
      {row.amount === null ? null : (
        <span className="task-card-amount">
          <Amount value={row.amount} currency={row.currency} /> <RequestedAmount value={row.asked} />
        </span>
      )}
      <span className="quiet">
        <span className="code">{row.documentNo}</span>
        {[
          row.box === 'mine' ? '' : row.drafterName,
          row.stepName,
          row.decision ? taskText(`decisions.${row.decision}`) : '',
        ]
          .filter(Boolean)
          .map((part) => ` · ${part}`)}
      </span>
      {row.box === 'open' ? null : (
        <span className="quiet">
          {taskText(`states.${row.state}`)}
          {row.currentHolder.length > 0 ? ` · ${holdersText(row)}` : null}
        </span>
      )}
      {row.facts.length > 0 ? (
        <span className="task-card-facts">
          {row.facts.slice(0, 3).map((fact) => (
            <span key={fact.label}>
              <span className="quiet">{fact.label}</span> {fact.value}
            </span>
          ))}
        </span>
      ) : null}
      {marks.length > 0 || limit ? (
        <span className="task-card-marks">
          {marks.map(({ key, text, isUrgent }) => (
            <span key={key} className={isUrgent ? 'task-mark task-mark-urgent' : 'task-mark'}>
              {text}
            </span>
          ))}
          {limit ? <span className="quiet">{limit}</span> : null}
        </span>
      ) : null}
    </>
  )
}
