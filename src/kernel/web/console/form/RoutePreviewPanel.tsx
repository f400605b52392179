import { lazy, Suspense } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { flowText } from '../approval/flow-text.ts'
import { useSession } from '../shell/session-context.ts'
import type { FormRoute } from './use-route-preview.ts'
import './route-preview.css'

// A form has no route before its first check, and few routes ask the drafter for people.
const RoutePicture = lazy(async () => ({ default: (await import('../approval/RoutePicture.tsx')).RoutePicture }))
const PeoplePicker = lazy(async () => ({ default: (await import('../people/PeoplePicker.tsx')).PeoplePicker }))

interface RoutePreviewPanelProps {
  readonly route: FormRoute
  /** After an attempt to submit, missing choices are marked. */
  readonly isTried: boolean
  readonly idOf: (stepKey: string) => string
}

/** The approvers and reasons before a submit; also lets the drafter choose people where the route asks for it. */
export function RoutePreviewPanel({ route, isTried, idOf }: RoutePreviewPanelProps) {
  const { user } = useSession()
  const { preview, isBehind, onRetry, chosen, choose, unchosen } = route
  if (onRetry)
    return (
      <p className="route-preview-note" role="status">
        {flowText('preview.failed')}{' '}
        <button type="button" className="timeline-tool" onClick={onRetry}>
          {flowText('preview.retry')}
        </button>
      </p>
    )
  if (!preview) return <p className="route-preview-note">{flowText('preview.waiting')}</p>
  return (
    <div className={isBehind ? 'route-preview route-preview-behind' : 'route-preview'} aria-busy={isBehind}>
      {preview.refusals.length > 0 ? (
        <div className="route-preview-refusals" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{flowText('preview.refused')}</strong>
            {preview.refusals.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {preview.steps.length > 0 ? (
          <RoutePicture
            steps={preview.steps}
            drafter={{ account: user.userAccount, name: user.userName }}
            state={null}
          />
        ) : null}
        {preview.chooses.map(({ stepKey, stepName, candidates }) => (
          <PeoplePicker
            key={stepKey}
            inputId={idOf(stepKey)}
            label={flowText('choosePeople', { step: stepName })}
            picking={{ verb: 'choose' }}
            value={chosen[stepKey] ?? []}
            onChange={(people) => choose(stepKey, people)}
            most={10}
            candidates={candidates.length > 0 ? candidates : undefined}
            error={isTried && unchosen.includes(stepKey) ? flowText('preview.choose', { step: stepName }) : null}
          />
        ))}
      </Suspense>
      <p className="route-preview-note">
        {preview.likelyFinish ? `${flowText('likelyFinish', { time: timeText(preview.likelyFinish) })} · ` : ''}
        {flowText('preview.text')}
      </p>
    </div>
  )
}
