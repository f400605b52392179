import { Icon } from '#kernel/ui/Icon.tsx'
import { timeText } from '#kernel/ui/time.ts'
import type { ActView, StepView } from '#kernel/approval/approval-wire.ts'
import type { Approval } from '../client/approval.ts'
import { kernelText, pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import './timeline.css'

interface TimelineProps {
  readonly approval: Approval
  /** Time zone of the document's organisation. */
  readonly zone?: string | undefined
}

/** Where a document has been, is, and will go: people, opinions, time used, and the rule behind each step. */
export function Timeline({ approval, zone }: TimelineProps) {
  return (
    <section aria-labelledby="approval-route">
      <h2 id="approval-route" className="timeline-title">
        {pageText('approval.timeline')}
      </h2>
      <ol className="timeline">
        {approval.submitted ? (
          <li className="timeline-done">
            <span className="timeline-mark">
              <Icon name="check" size={10} />
            </span>
            <div className="timeline-step">{kernelText('approval.submitStep')}</div>
            <Act act={approval.submitted} zone={zone} />
          </li>
        ) : null}
        {approval.steps.map((step) => (
          <Step key={step.key} step={step} zone={zone} isRunning={approval.state === 'running'} />
        ))}
        {approval.events.map((event) => (
          <li key={event.id} className="timeline-bad">
            <span className="timeline-mark">
              <Icon name="undo" size={10} />
            </span>
            <div className="timeline-step">{kernelText(`approval.decisions.${event.act}`)}</div>
            <Act act={event} zone={zone} />
          </li>
        ))}
      </ol>
    </section>
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
  const isRejected = step.acts.some((act) => act.act === 'reject')
  const isUndecided = step.status === 'done' && step.acts.length === 0
  const look = isRejected ? 'bad' : isUndecided || (step.status === 'future' && !isRunning) ? 'skipped' : step.status
  return (
    <li className={`timeline-${look}`} aria-current={step.status === 'current' ? 'step' : undefined}>
      <span className="timeline-mark">
        {look === 'done' || look === 'bad' ? <Icon name={look === 'done' ? 'check' : 'close'} size={10} /> : null}
      </span>
      <div className="timeline-step">
        {step.name}
        {look === 'skipped' && step.status !== 'skipped' ? null : (
          <small>{pageText(`approval.status.${step.status}`)}</small>
        )}
      </div>
      {step.acts.length === 0 ? (
        <div className="timeline-act quiet">
          {step.people.map((person) => person.name).join(', ')}
          {step.people.length > 1 && step.status !== 'skipped' ? ` (${kernelText(`approval.modes.${step.mode}`)})` : ''}
        </div>
      ) : null}
      {step.status === 'skipped' && step.skipReason ? (
        <div className="timeline-act quiet">{kernelText(`approval.skip.${step.skipReason}`)}</div>
      ) : null}
      {step.acts.map((act) => (
        <Act key={act.id} act={act} zone={zone} />
      ))}
      {step.rule && (step.status === 'current' || step.status === 'future') ? (
        <div className="timeline-act quiet">{step.rule}</div>
      ) : null}
    </li>
  )
}

function Act({ act, zone }: { readonly act: ActView; readonly zone: string | undefined }) {
  const took =
    act.waitedMinutes === null ? '' : ` · ${pageText('approval.took', { time: durationText(act.waitedMinutes) })}`
  return (
    <div className="timeline-act">
      <span>
        {act.actor?.name ?? kernelText('approval.clock')} · {kernelText(`approval.decisions.${act.act}`)}
      </span>
      <div className="quiet">
        {timeText(act.at, zone)}
        {took}
      </div>
      {act.opinion ? <p className="timeline-opinion">{act.opinion}</p> : null}
    </div>
  )
}
