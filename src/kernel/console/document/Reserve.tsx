import type { AnyDefinition } from '#kernel/document/definition.ts'
import { isFailed } from '#kernel/reserve/reserve-states.ts'
import type { ReserveView } from '#kernel/reserve/reserve-view.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { flowText } from '../approval/flow-text.ts'
import { kernelText } from '../client/i18n.ts'
import { reserveColours } from './reserve-colours.ts'
import { RetryFlow } from './RetryFlow.tsx'
import { useFollowed } from './use-followed.ts'

interface ReserveProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

function reserveOf({ document }: DocumentDetail): ReserveView | null {
  return (document['reserve'] ?? null) as ReserveView | null
}

/** Beside the document's own state: whether its money is held, and another system says so where there is one. */
export function ReserveMark({ detail }: Pick<ReserveProps, 'detail'>) {
  const reserve = reserveOf(detail)
  if (!reserve) return null
  return <StateMark colour={reserveColours[reserve.state]} text={kernelText(`reserveStates.${reserve.state}`)} />
}

/** What is still to be confirmed, or failed: why, how often it was tried and until when; and the retry for whoever may. */
export function Reserve({ definition, detail }: ReserveProps) {
  const reserve = reserveOf(detail)
  const state = reserve?.state
  const isUnderWay = state === 'occupying' || state === 'releasing'
  useFollowed(isUnderWay, definition.name)
  if (!reserve || !(isUnderWay || isFailed(reserve.state))) return null
  const { approval } = detail
  const isBroken = isFailed(reserve.state)
  return (
    <div className={`strip strip-${isBroken ? 'error' : 'info'}`} role={isBroken ? 'alert' : 'status'}>
      <Icon name={isBroken ? 'alert' : 'info'} />
      <p className="strip-text">
        {flowText(`reserves.${reserve.state as 'occupying'}`)} {noteOf(reserve)}
      </p>
      {isBroken && approval?.allowed.includes('retry') ? (
        <RetryFlow definition={definition} formInstanceId={approval.formInstanceId} />
      ) : null}
    </div>
  )
}

function noteOf({ error, attempts, nextAttemptAt, deadlineAt }: ReserveView): string {
  return [
    error,
    attempts > 0 && error ? flowText('pushes.attempts', { count: attempts }) : null,
    nextAttemptAt && error ? flowText('pushes.next', { time: formatTime(nextAttemptAt) }) : null,
    deadlineAt ? flowText('reserves.until', { time: formatTime(deadlineAt) }) : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
