import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import type { Approval } from '../../client/approval.ts'
import { pageText } from '../../client/i18n.ts'
import { useShortcut } from '../../shell/shortcuts/shortcuts.ts'
import { ActFailureText } from './ActFailureText.tsx'
import { DialogFrame } from './DialogFrame.tsx'
import { useIsResting } from './after-decision.ts'
import { flowText } from '../flow-text.ts'
import { Phrases } from './Phrases.tsx'
import type { Acts } from './use-acts.ts'
import { useOpinion } from './use-opinion.ts'
import { barVerbs, type PageVerb, VERBS } from './verb-spec.ts'
import { LONGEST_OPINION, withPhrase } from './use-phrases.ts'
import '../../document/action-bar.css'
import './decision-bar.css'

/** Lazy-loaded: few people may approve less. */
const ReduceButton = lazy(() =>
  import('../../partial-approval/ReduceButton.tsx').then((module) => ({ default: module.ReduceButton })),
)

interface DecisionBarProps {
  readonly definition: AnyDefinition
  readonly approval: Approval
  readonly acts: Acts
  /** Opens the dialog of an act that needs more than an opinion, passing on what is already written. */
  readonly onVerb: (verb: PageVerb, opinion?: string) => void
  /** Buttons of the document's own acts. */
  readonly children?: ReactNode
}

/** The bar at the bottom of an approval page. Buttons are disabled while a request runs. */
export function DecisionBar({ definition, approval, acts, onVerb, children }: DecisionBarProps) {
  const { deciding, open, more } = barVerbs(approval)
  if (deciding.length + open.length + more.length === 0 && !children) return null
  return (
    <div className="action-bar" role="region" aria-label={pageText('approval.opinion')}>
      {deciding.length > 0 ? (
        <OpinionForm
          definition={definition}
          approval={approval}
          deciding={deciding}
          more={more}
          acts={acts}
          onVerb={onVerb}
        >
          {children}
        </OpinionForm>
      ) : (
        <div className="action-bar-end">
          <MoreVerbs verbs={more} isRunning={acts.running !== null} onVerb={onVerb} />
          {children}
          {open.map((verb) => (
            <Button
              key={verb}
              danger={verb === 'terminate'}
              icon={verb === 'withdraw' ? <Icon name="undo" /> : null}
              disabled={acts.running !== null}
              onClick={() => onVerb(verb)}
            >
              {flowText(`verbs.${verb}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

interface OpinionFormProps extends DecisionBarProps {
  readonly deciding: readonly PageVerb[]
  readonly more: readonly PageVerb[]
}

function OpinionForm({ definition, approval, deciding, more, acts, onVerb, children }: OpinionFormProps) {
  const { opinion, setOpinion, hold, forget } = useOpinion(approval)
  const [missing, setMissing] = useState<PageVerb | null>(null)
  // Several documents may be open in tabs, so ids must differ.
  const id = useId()
  const box = useRef<TextAreaRef>(null)
  const { running, failure } = acts
  const isResting = useIsResting(approval.formInstanceId)
  const isFree = running === null && !isResting
  const isWithheld = (verb: PageVerb) => approval.withheld?.includes(verb) ?? false
  const write = (text: string): void => {
    setOpinion(text)
    setMissing(null)
  }
  const decide = (verb: PageVerb | undefined): void => {
    if (!isFree || verb === undefined || !deciding.includes(verb) || isWithheld(verb)) return
    // A dialog asks for the people of later steps.
    if (verb === 'approve' && approval.chooses.length > 0) return onVerb(verb, opinion)
    if (opinion.trim() === '') {
      setMissing(verb)
      box.current?.focus()
      return
    }
    hold()
    void acts.act({ verb, opinion: opinion.trim() }).then((isDone) => isDone && forget())
  }
  const failed = failure && deciding.includes(failure.verb) ? failure.cause : null
  const [main] = deciding
  const isRejecting = missing === 'reject'
  useShortcut('a', flowText(`verbs.${main ?? 'approve'}`), () => decide(main), { isActive: isFree })
  useShortcut('r', pageText('approval.reject'), () => decide('reject'), {
    isActive: isFree && deciding.includes('reject'),
  })
  useShortcut('c', pageText('approval.opinion'), () => box.current?.focus())
  return (
    <>
      <div className="opinion">
        <label htmlFor={id} className="unseen">
          {pageText(isRejecting ? 'approval.reason' : 'approval.opinion')}
        </label>
        <Input.TextArea
          ref={box}
          id={id}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={LONGEST_OPINION}
          placeholder={pageText('approval.opinion')}
          value={opinion}
          status={missing ? 'error' : ''}
          aria-required
          aria-invalid={missing !== null}
          aria-describedby={missing ? `${id}-error` : undefined}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide(main)
          }}
        />
        {missing ? <Missing id={`${id}-error`} verb={missing} /> : null}
        <ActFailureText cause={failed} />
        <Phrases
          kind={isRejecting ? 'reject' : 'agree'}
          definition={definition}
          Frame={DialogFrame}
          onPick={(phrase) => write(withPhrase(opinion, phrase))}
        >
          <AttachButton onAttach={() => onVerb(main ?? 'approve', opinion)} />
        </Phrases>
      </div>
      <div className="action-bar-end">
        <MoreVerbs verbs={more} isRunning={!isFree} onVerb={onVerb} />
        {children}
        {approval.mayReduce ? (
          <Suspense fallback={null}>
            <ReduceButton isDisabled={!isFree || isWithheld('approve')} onOpen={() => onVerb('approve', opinion)} />
          </Suspense>
        ) : null}
        {deciding.toReversed().map((verb) => (
          <DecideButton
            key={verb}
            verb={verb}
            isMain={verb === main}
            isRunning={running === verb}
            isDisabled={!isFree || isWithheld(verb)}
            onClick={() => decide(verb)}
          />
        ))}
      </div>
    </>
  )
}

function Missing({ id, verb }: { readonly id: string; readonly verb: PageVerb }) {
  return (
    <div className="field-error" id={id} role="alert">
      {flowText(VERBS[verb].missing ?? 'missing.opinion')}
    </div>
  )
}

interface DecideButtonProps {
  readonly verb: PageVerb
  readonly isMain: boolean
  readonly isRunning: boolean
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function DecideButton({ verb, isMain, isRunning, isDisabled, onClick }: DecideButtonProps) {
  const look = isMain ? { type: 'primary' as const } : { danger: true }
  return (
    <Button {...look} loading={isRunning} disabled={isDisabled} onClick={onClick}>
      {flowText(`verbs.${verb}`)}
    </Button>
  )
}

/** Files need room, so the dialog continues with the text of the bar. */
function AttachButton({ onAttach }: { readonly onAttach: () => void }) {
  return (
    <button
      type="button"
      className="phrases-edit"
      title={flowText('attach')}
      aria-label={flowText('attach')}
      onClick={onAttach}
    >
      <Icon name="clip" size={14} />
    </button>
  )
}

interface MoreVerbsProps {
  readonly verbs: readonly PageVerb[]
  readonly isRunning: boolean
  readonly onVerb: (verb: PageVerb) => void
}

function MoreVerbs({ verbs, isRunning, onVerb }: MoreVerbsProps) {
  if (verbs.length === 0) return null
  return (
    <PopMenu
      label={flowText('more')}
      className="flow-button"
      side="above"
      trigger={
        <>
          {flowText('moreShort')} <Icon name="up" size={14} />
        </>
      }
      items={verbs.map((verb) => ({
        key: verb,
        text: flowText(`verbs.${verb}`),
        disabled: isRunning,
        act: () => onVerb(verb),
      }))}
    />
  )
}
