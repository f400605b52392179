import { useId, useState } from 'react'
import type { ApprovalView, PersonView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { kernelText } from '../client/i18n.ts'
import { flowText } from './flow-text.ts'
import { actorText, modeText, namesOf, usualText } from './flow-words.ts'
import { type RouteStage, routeStages } from './route-stages.ts'
import './flow.css'
import './route-picture.css'

type NodeLook = StepView['status'] | 'unreached' | 'rejected' | 'returned'

export interface RoutePictureProps {
  readonly steps: readonly StepView[]
  readonly drafter: PersonView
  /** Null before a submit. */
  readonly state: ApprovalView['state'] | null
}

/**
 * The route as a picture: done, open and future steps, their people and reasons; parallel steps are side by side.
 * Horizontal where there is room, otherwise vertical. A step opens its details.
 */
export function RoutePicture({ steps, drafter, state }: RoutePictureProps) {
  const [openKey, setOpen] = useState<string | null>(null)
  const id = useId()
  const open = steps.find((step) => step.key === openKey)
  return (
    <div className="route">
      <ol className="route-stages">
        <li className="route-stage route-start">
          <div className="route-node">
            <span className={`route-step route-${state === null ? 'current' : 'done'}`}>
              <strong>{flowText('start')}</strong>
              <span className="route-people">{drafter.name}</span>
            </span>
          </div>
        </li>
        {routeStages(steps).map((stage) => (
          <Stage
            key={stage.key}
            stage={stage}
            state={state}
            openKey={openKey}
            panelId={id}
            onOpen={(key) => setOpen(openKey === key ? null : key)}
          />
        ))}
      </ol>
      {open ? <Panel id={id} step={open} /> : null}
    </div>
  )
}

interface StageProps {
  readonly stage: RouteStage
  readonly state: RoutePictureProps['state']
  readonly openKey: string | null
  readonly panelId: string
  readonly onOpen: (key: string) => void
}

function Stage({ stage, state, openKey, panelId, onOpen }: StageProps) {
  const isParallel = stage.steps.length > 1
  const nodes = stage.steps.map((step) => {
    const look = lookOf(step, state)
    const people = peopleOf(step)
    return (
      <div key={step.key} className="route-node">
        <button
          type="button"
          className={`route-step route-${look}`}
          aria-expanded={openKey === step.key}
          aria-controls={openKey === step.key ? panelId : undefined}
          aria-current={look === 'current' && state !== null ? 'step' : undefined}
          onClick={() => onOpen(step.key)}
        >
          <strong>
            {look === 'done' ? <Icon name="check" size={13} /> : null}
            {look === 'rejected' ? <Icon name="close" size={13} /> : null}
            {look === 'returned' ? <Icon name="undo" size={13} /> : null}
            {look === 'current' ? <Icon name="clock" size={13} /> : null}
            {step.name}
            <span className="unseen">{flowText(`status.${look}`)}</span>
          </strong>
          <span className="route-people">{people}</span>
          {step.mayBeNeeded ? <span className="route-rule">{flowText('mayBeNeeded')}</span> : null}
          {step.rule && look !== 'skipped' ? <span className="route-rule">{step.rule}</span> : null}
        </button>
      </div>
    )
  })
  return (
    <li
      className={isParallel ? 'route-stage route-parallel' : 'route-stage'}
      aria-label={isParallel ? flowText('parallel') : undefined}
    >
      {nodes}
    </li>
  )
}

/** The people who decided, the current assignees, or future people; for a skipped step, the reason. */
function peopleOf(step: StepView): string {
  if (step.status === 'skipped' && step.skipReason) return kernelText(`approval.skip.${step.skipReason}`)
  const decided = step.acts.filter(({ act }) => act === 'agree' || act === 'reject')
  const names =
    step.status === 'done' && decided.length > 0
      ? decided.map((act) => actorText(act.actor, act.principal))
      : tasksNow(step).map((task) => actorText(task.holder, task.principal))
  return [...new Set(names)].join(flowText('separator')) || namesOf(step.people) || flowText('nobody')
}

/** People who may act now, not those who wait for them. */
function tasksNow({ tasks }: StepView): StepView['tasks'] {
  const open = tasks.filter((task) => task.state === 'open')
  return open.length > 0 ? open : tasks
}

function Panel({ id, step }: { readonly id: string; readonly step: StepView }) {
  const rows: readonly (readonly [string, string])[] = [
    [flowText('why'), step.rule ?? ''],
    [flowText('who'), peopleOf(step)],
    [flowText('how'), step.people.length > 1 ? modeText(step) : ''],
    [flowText('usually'), step.usual ? usualText(step.usual) : ''],
  ]
  return (
    <div id={id} className="route-panel" role="group" aria-label={step.name}>
      <dl>
        {rows.map(([label, text]) =>
          text ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  )
}

/** A step of an ended approval was never reached. */
function lookOf(step: StepView, state: RoutePictureProps['state']): NodeLook {
  if (state === null || state === 'running' || step.status === 'skipped') return step.status
  const last = step.acts.findLast(({ act }) => act === 'agree' || act === 'reject' || act === 'return')?.act
  if (last === 'reject' && state === 'rejected') return 'rejected'
  if (last === 'return' && state === 'returned') return 'returned'
  return step.status === 'done' && last ? 'done' : 'unreached'
}
