import { useId, useState, type ReactNode } from 'react'
import type { ActView, ApprovalView, StepTaskView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { minutesSince, timeText } from '#kernel/web/ui/time.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { kernelText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { useNow } from '../use-now.ts'
import { actText, actorText, modeText, namesOf, usualText } from './flow-words.ts'
import { flowText } from './flow-text.ts'
import { type EntryLook, roundOf, type StepEntry, type TimelineAct, timelineEntries } from './timeline-model.ts'
import './flow.css'
import './timeline.css'

interface TimelineProps {
  readonly approval: ApprovalView
  /** Time zone of the document's organisation. */
  readonly zone?: string | undefined
  /** The heading; omitted by a page that has one of its own. */
  readonly title?: string
  /** Renders a link to another round of the document. */
  readonly roundLink: (round: number, text: string) => ReactNode
  /** Buttons in the head. */
  readonly tools?: ReactNode
  /** Content under the head: what a reader without a decision may do. */
  readonly children?: ReactNode
}

const MARKS: Record<EntryLook, IconName | null> = {
  done: 'check',
  current: null,
  future: null,
  skipped: null,
  unreached: null,
  rejected: 'close',
  returned: 'undo',
}

/** Acts of the system that confirms reserves. */
const OF_FINANCE: ReadonlySet<string> = new Set(['occupied', 'failToOccupy', 'released', 'failToRelease'])

/** Past, current and future steps of a document: people, opinions, time used, and on demand the rule behind each step. */
export function Timeline({ approval, zone, title, roundLink, tools, children }: TimelineProps) {
  const [hasDetails, setDetails] = useState(false)
  const id = useId()
  return (
    <section
      className={hasDetails ? 'timeline-box has-details' : 'timeline-box'}
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={title === undefined ? flowText('timeline') : undefined}
    >
      <div className="timeline-head">
        {title === undefined ? <span /> : <h2 id={id}>{title}</h2>}
        <div className="timeline-tools">
          {tools}
          <button
            type="button"
            className="timeline-tool"
            aria-pressed={hasDetails}
            onClick={() => setDetails(!hasDetails)}
          >
            {flowText('details')}
          </button>
        </div>
      </div>
      {children}
      <ol className="timeline">
        {timelineEntries(approval).map((entry) =>
          entry.kind === 'step' ? (
            <Step key={entry.key} entry={entry} zone={zone} />
          ) : (
            <Event key={entry.key} act={entry.act} zone={zone} />
          ),
        )}
      </ol>
      <Copies approval={approval} zone={zone} />
      <Rounds approval={approval} roundLink={roundLink} />
    </section>
  )
}

function Step({ entry, zone }: { readonly entry: StepEntry; readonly zone: string | undefined }) {
  const { step, look, acts, isOpen } = entry
  const mark = MARKS[look]
  return (
    <li
      className={`timeline-${look}${entry.isAgain ? ' timeline-again' : ''}`}
      aria-current={look === 'current' ? 'step' : undefined}
    >
      <span className="timeline-mark">{mark ? <Icon name={mark} size={10} /> : null}</span>
      {entry.isAgain ? <p className="timeline-note">{flowText('again')}</p> : null}
      {entry.beginsGroup ? <p className="timeline-note">{flowText('parallel')}</p> : null}
      <div className="timeline-step">
        {step.name}
        <small>{flowText(`status.${look}`)}</small>
      </div>
      {look === 'skipped' && step.skipReason ? (
        <div className="timeline-line quiet">{kernelText(`approval.skip.${step.skipReason}`)}</div>
      ) : null}
      {acts.map((act) => (
        <Act key={act.act.id} {...act} zone={zone} />
      ))}
      {isOpen ? <Waiting step={step} acts={acts} zone={zone} /> : null}
      {step.rule ? <div className="timeline-line timeline-detail quiet">{step.rule}</div> : null}
    </li>
  )
}

/** Open assignees, how long they have had the task, and how long it usually takes. */
function Waiting({
  step,
  acts,
  zone,
}: {
  readonly step: StepView
  readonly acts: readonly TimelineAct[]
  readonly zone: string | undefined
}) {
  const acted = new Set(acts.flatMap(({ act }) => act.actor?.account ?? []))
  const tasked = new Set(step.tasks.map((task) => task.holder.account))
  // People with a task are listed with it; the others of the step may follow.
  const others = step.people.filter((person) => !acted.has(person.account) && !tasked.has(person.account))
  return (
    <>
      {step.tasks.map((task) => (
        <OpenTask key={task.taskId} task={task} step={step} zone={zone} />
      ))}
      {others.length > 0 && (step.tasks.length === 0 || step.mode === 'sequential') ? (
        <div className="timeline-line quiet">{namesOf(others)}</div>
      ) : null}
      {step.people.length > 1 ? <div className="timeline-line quiet">{modeText(step)}</div> : null}
      {step.usual ? <div className="timeline-line quiet">{usualText(step.usual)}</div> : null}
    </>
  )
}

function OpenTask({
  task,
  step,
  zone,
}: {
  readonly task: StepTaskView
  readonly step: StepView
  readonly zone: string | undefined
}) {
  const minutes = minutesSince(task.since, useNow())
  const isOverdue = step.usual !== null && minutes > step.usual.p90Minutes
  const words = [
    task.kind === 'step' ? '' : flowText(`kinds.${task.kind}`),
    task.decidedIn
      ? flowText('decidedIn', { step: task.decidedIn })
      : task.state === 'waiting'
        ? flowText('waits')
        : flowText('since', { time: durationText(minutes) }),
  ].filter(Boolean)
  return (
    <div className="timeline-act">
      {actorText(task.holder, task.principal)} <span className="quiet">· {words.join(' · ')}</span>
      {isOverdue ? <span className="timeline-overdue"> · {flowText('overdue')}</span> : null}
      {task.remindAt || task.escalateAt ? (
        <div className="timeline-detail quiet">
          {task.remindAt ? flowText('remindAt', { time: timeText(task.remindAt, zone) }) : ''}
          {task.remindAt && task.escalateAt ? ' · ' : ''}
          {task.escalateAt ? flowText('escalateAt', { time: timeText(task.escalateAt, zone) }) : ''}
        </div>
      ) : null}
    </div>
  )
}

function Act({ act, isVoided, zone }: TimelineAct & { readonly zone: string | undefined }) {
  const took = act.waitedMinutes === null ? '' : ` · ${flowText('took', { time: durationText(act.waitedMinutes) })}`
  return (
    <div className={isVoided ? 'timeline-act timeline-voided' : 'timeline-act'}>
      <span>
        {OF_FINANCE.has(act.act) ? flowText('reserves.by') : actorText(act.actor, act.principal)} · {actText(act)}
      </span>
      {isVoided ? <div className="quiet">{flowText('voided')}</div> : null}
      <div className="quiet">
        <time dateTime={act.at}>{timeText(act.at, zone)}</time>
        {took}
      </div>
      <Said act={act} />
    </div>
  )
}

/** The opinion of an act, and its attachments. */
function Said({ act }: { readonly act: ActView }) {
  return (
    <>
      {act.opinion ? <p className="timeline-opinion">{act.opinion}</p> : null}
      {act.files.length > 0 ? <AttachmentList files={act.files} isInline /> : null}
    </>
  )
}

/** An act that belongs to no step. */
export function Event({ act, zone }: { readonly act: ActView; readonly zone: string | undefined }) {
  const isSubmit = act.act === 'submit'
  const isEnd = act.act === 'withdraw' || act.act === 'terminate'
  const look = isSubmit ? 'done' : isEnd ? 'rejected' : 'event'
  return (
    <li className={`timeline-${look}`}>
      <span className="timeline-mark">
        {isSubmit ? <Icon name="check" size={10} /> : isEnd ? <Icon name="undo" size={10} /> : null}
      </span>
      {isSubmit ? <div className="timeline-step">{kernelText('approval.submitStep')}</div> : null}
      <Act act={act} isVoided={false} zone={zone} />
    </li>
  )
}

/** People with a copy, marked where they have read it. */
function Copies({ approval, zone }: { readonly approval: ApprovalView; readonly zone: string | undefined }) {
  if (approval.copies.length === 0) return null
  return (
    <div className="timeline-copies">
      <h3>{flowText('copies')}</h3>
      <ul>
        {approval.copies.map((copy) => (
          <li key={`${copy.reader.account} ${copy.at}`}>
            <span>{copy.reader.name}</span>
            <span className="timeline-read">
              {copy.readAt ? (
                <>
                  <Icon name="check" size={12} />
                  {flowText('read', { time: timeText(copy.readAt, zone) })}
                </>
              ) : (
                flowText('unread')
              )}
            </span>
            {copy.sender || copy.message ? (
              <p>
                {copy.sender ? flowText('copiedBy', { name: copy.sender.name }) : ''}
                {copy.sender && copy.message ? ': ' : ''}
                {copy.message}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Rounds({ approval, roundLink }: Pick<TimelineProps, 'approval' | 'roundLink'>) {
  const { round } = roundOf(approval.formInstanceId)
  if (round < 2) return null
  return (
    <div className="timeline-rounds">
      <h3>{flowText('earlierRounds')}</h3>
      <p>
        {Array.from({ length: round - 1 }, (_, index) => (
          <span key={index + 1}>{roundLink(index + 1, flowText('round', { round: index + 1 }))}</span>
        ))}
      </p>
    </div>
  )
}
