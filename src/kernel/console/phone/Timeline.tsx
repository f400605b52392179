import { Icon, type IconName } from '#kernel/ui/Icon.tsx'
import { timeText } from '#kernel/ui/time.ts'
import type { ActView, StepView } from '#kernel/approval/approval-wire.ts'
import type { Approval } from '../client/approval.ts'
import { kernelText, pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import './timeline.css'

const ICONS: Record<StepView['status'], IconName> = {
  done: 'check',
  current: 'clock',
  future: 'minus',
  skipped: 'right',
}

interface TimelineProps {
  readonly approval: Approval
  /** Time zone of the document's organisation. */
  readonly zone?: string | undefined
}

/** The route of an approval: what was done, what is open, what will come, what is left out and why. */
export function Timeline({ approval, zone }: TimelineProps) {
  const { submitted, events, steps } = approval
  return (
    <ol className="timeline">
      {submitted ? (
        <li className="timeline-done">
          <Mark icon="check" />
          <Act act={submitted} zone={zone} />
        </li>
      ) : null}
      {steps.map((step) => (
        <Step key={step.key} step={step} zone={zone} isRunning={approval.state === 'running'} />
      ))}
      {events.map((event) => (
        <li key={event.id} className="timeline-rejected">
          <Mark icon="undo" />
          <Act act={event} zone={zone} />
        </li>
      ))}
    </ol>
  )
}

function Step({
  step,
  zone,
  isRunning,
}: {
  readonly step: StepView
  readonly zone: string | undefined
  readonly isRunning: boolean
}) {
  // The approval ended before this step: neither done nor to come.
  const isUnreached = !isRunning && step.status !== 'skipped' && step.acts.length === 0
  const status = isUnreached ? 'skipped' : step.status
  const isRejected = step.acts.some((act) => act.act === 'reject')
  const acted = new Set(step.acts.map((act) => act.actor?.account))
  const waiting = step.people.filter((person) => !acted.has(person.account))
  const names = waiting.map((person) => person.name).join(pageText('phone.nameSeparator'))
  return (
    <li
      className={`timeline-${isRejected ? 'rejected' : status}`}
      aria-current={status === 'current' ? 'step' : undefined}
    >
      <Mark icon={isRejected ? 'close' : ICONS[isUnreached ? 'future' : status]} />
      <p className="timeline-head">
        <strong>{step.name}</strong>
        <span className="timeline-status">
          {isRejected
            ? kernelText('approval.decisions.reject')
            : pageText(isUnreached ? 'phone.unreached' : `approval.status.${status}`)}
        </span>
      </p>
      {step.rule ? <p className="quiet">{step.rule}</p> : null}
      {step.status === 'skipped' && step.skipReason ? (
        <p className="quiet">{kernelText(`approval.skip.${step.skipReason}`)}</p>
      ) : null}
      {step.acts.map((act) => (
        <Act key={act.id} act={act} zone={zone} />
      ))}
      {(status === 'current' || status === 'future') && names ? (
        <p>
          {names}
          {waiting.length > 1 ? (
            <span className="quiet">
              {' '}
              {pageText('phone.mode', { mode: kernelText(`approval.modes.${step.mode}`) })}
            </span>
          ) : null}
        </p>
      ) : null}
    </li>
  )
}

function Act({ act, zone }: { readonly act: ActView; readonly zone: string | undefined }) {
  return (
    <div className="timeline-act">
      <p>
        {act.actor?.name ?? kernelText('approval.clock')}{' '}
        <span className="quiet">{kernelText(`approval.decisions.${act.act}`)}</span>
      </p>
      {act.opinion ? <blockquote>{act.opinion}</blockquote> : null}
      <p className="timeline-time">
        <time dateTime={act.at}>{timeText(act.at, zone)}</time>
        {act.waitedMinutes === null ? null : (
          <span>{pageText('approval.took', { time: durationText(act.waitedMinutes) })}</span>
        )}
      </p>
    </div>
  )
}

function Mark({ icon }: { readonly icon: IconName }) {
  return (
    <span className="timeline-mark">
      <Icon name={icon} size={14} />
    </span>
  )
}
