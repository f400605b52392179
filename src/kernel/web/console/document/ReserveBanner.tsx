import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { isFailed } from '#kernel/engine/reserve/reserve-states.ts'
import type { ReserveView } from '#kernel/engine/reserve/reserve-view.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { flowText } from '../approval/flow-text.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { pageText } from '../client/i18n.ts'
import { RetryFlow } from './RetryFlow.tsx'
import { useFollowed } from './use-followed.ts'

interface ReserveBannerProps {
  readonly definition: AnyDefinition
  readonly reserve: ReserveView
  readonly approval: DocumentDetail['approval']
}

/** Why the reserve is not confirmed, the attempts and the deadline; and the retry for people who may. */
export function ReserveBanner({ definition, reserve, approval }: ReserveBannerProps) {
  const isBroken = isFailed(reserve.state)
  useFollowed(!isBroken, definition.name)
  return (
    <div className={`banner banner-${isBroken ? 'error' : 'info'}`} role={isBroken ? 'alert' : 'status'}>
      <Icon name={isBroken ? 'alert' : 'info'} />
      <p className="banner-text">
        {flowText(`reserves.${reserve.state as 'occupying'}`)} {noteOf(reserve)}
      </p>
      {isBroken && approval?.allowed.includes('retry') ? (
        <RetryFlow definition={definition} formInstanceId={approval.formInstanceId} label={pageText('common.retry')} />
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
