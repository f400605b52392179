import { verbDialogText } from './verb-dialog-text.ts'
import { lazy, Suspense, useId, useState, type ComponentType } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { MOST_OF_OPINION } from '#kernel/platform/files/attachment-wire.ts'
import type { ActInput } from '../../client/acts.ts'
import type { DocumentDetail } from '../../client/document-api.ts'
import { forgetKeptText } from '../../use-kept-text.ts'
import type { PersonChoice, PickingFor } from '../../people/people-api.ts'
import { PeoplePicker } from '../../people/PeoplePicker.tsx'
import { AttachmentField } from '../../attachments/AttachmentField.tsx'
import { usePendingUploads } from '../../attachments/use-pending-uploads.ts'
import { ActFailureText } from './ActFailureText.tsx'
import { flowText } from '../flow-text.ts'
import type { FrameProps } from './DialogFrame.tsx'
import { gapOf, type ReducibleLine, lessLines, outcomeOf } from '../../partial-approval/partial-approval-model.ts'
import { Phrases } from './Phrases.tsx'
import type { ActFailure } from './use-acts.ts'
import { PositionChoice, SignerChoice, StepChoice } from './VerbChoices.tsx'
import { type PageVerb, VERBS } from './verb-spec.ts'
import { LONGEST_OPINION, withPhrase } from './use-phrases.ts'
import { OPINION, useOpinion } from './use-opinion.ts'
import { type Filled, missingOf, useVerbForm } from './use-verb-form.ts'
import '../flow.css'
import './verb-form.css'

/** Lazy-loaded: few people may approve less. */
const PartialApprovalSection = lazy(() =>
  import('../../partial-approval/PartialApprovalSection.tsx').then((module) => ({
    default: module.PartialApprovalSection,
  })),
)

export interface VerbFormProps {
  readonly definition: AnyDefinition
  readonly verb: PageVerb
  readonly detail: DocumentDetail
  readonly isRunning: boolean
  readonly failure: ActFailure | null
  readonly Frame: ComponentType<FrameProps>
  readonly isPhone?: boolean
  /** Text already written in the bar. */
  readonly opinion?: string
  readonly onAct: (input: ActInput) => Promise<boolean>
  readonly onClose: () => void
}

/** The form of one act: people, step, position, reason. One form for both widths; each has its own frame around it. */
export function VerbForm(props: VerbFormProps) {
  const { definition, verb, detail, isRunning, failure, Frame, isPhone = false, opinion, onAct, onClose } = props
  const { approval } = detail
  const spec = VERBS[verb]
  const isOpinion = opinion === undefined && (verb === 'approve' || verb === 'answer')
  const kept = useOpinion(approval, isOpinion ? OPINION : verb)
  const form = useVerbForm(verb, approval, opinion ?? '')
  const [isTried, setTried] = useState(false)
  const { onPending, isReady } = usePendingUploads()
  const id = useId()
  // Text from the bar is continued; everything else is stored by verb.
  const text = opinion === undefined ? kept.opinion : form.text
  const write = opinion === undefined ? kept.setOpinion : form.setText
  const filled: Filled = { ...form.filled, text }
  const partialApproval = verb === 'approve' && approval?.mayReduce ? definition.partialApproval : undefined
  const lines = partialApproval ? lessLines(partialApproval, detail.document.lines) : []
  const gapOfLess = gapOf(lines, filled.less)
  const missing = isTried ? missingOf(verb, approval, filled) : {}
  const send = (): void => {
    if (!isReady()) return
    setTried(true)
    const gaps = missingOf(verb, approval, filled)
    const [first] = Object.keys(gaps)
    if (first !== undefined) {
      document.getElementById(`${id}-${first}`)?.focus()
      return
    }
    // Errors of the amounts are shown beside them.
    if (gapOfLess) return
    kept.hold()
    void onAct({ ...inputOf(verb, filled), ...lessOf(lines, filled) }).then((isDone) => {
      if (!isDone) return
      kept.forget()
      form.forget()
      if (opinion !== undefined) forgetKeptText(`${OPINION} ${approval?.formInstanceId ?? ''}`)
      onClose()
    })
  }
  return (
    <Frame
      title={verbDialogText(`titles.${verb}`)}
      onClose={onClose}
      isTall={spec.people !== undefined || partialApproval !== undefined}
      action={{ text: flowText(`verbs.${verb}`), act: send, isRunning, isDanger: spec.isDanger ?? false }}
    >
      <div className="verb-form">
        {verb === 'approve' && !approval?.chooses.length ? null : <p className="quiet">{hintOf(verb, definition)}</p>}
        {spec.asks === 'step' && approval ? (
          <StepChoice id={`${id}-step`} steps={approval.returnTo} error={missing.step} form={form} />
        ) : null}
        {spec.asks === 'position' ? <PositionChoice form={form} /> : null}
        {spec.asks === 'signer' && approval ? (
          <SignerChoice id={`${id}-signer`} signers={approval.removable} error={missing.signer} form={form} />
        ) : null}
        <PeopleFields verb={verb} detail={detail} form={form} missing={missing} id={id} />
        {partialApproval ? (
          <Suspense fallback={null}>
            <PartialApprovalSection
              definition={definition}
              detail={detail}
              draft={filled.less}
              onDraft={form.setLess}
              gap={isTried ? gapOfLess : null}
            />
          </Suspense>
        ) : null}
        <TextField
          id={`${id}-text`}
          definition={definition}
          verb={verb}
          text={text}
          label={agrees(verb, filled) ? 'opinion' : spec.label}
          isRequired={isTextRequired(verb, filled)}
          error={missing.text}
          Frame={Frame}
          onText={write}
          onSend={send}
        />
        {spec.hasFiles ? (
          <AttachmentField
            files={form.filled.files}
            onChange={form.setFiles}
            rule={OPINION_FILES}
            isPhone={isPhone}
            onPending={onPending}
          />
        ) : null}
        <ActFailureText cause={failure?.verb === verb ? failure.cause : null} />
      </div>
    </Frame>
  )
}

interface TextFieldProps {
  readonly id: string
  readonly definition: AnyDefinition
  readonly verb: PageVerb
  readonly text: string
  readonly label: 'opinion' | (typeof VERBS)[PageVerb]['label']
  readonly isRequired: boolean
  readonly error: string | undefined
  readonly Frame: ComponentType<FrameProps>
  readonly onText: (text: string) => void
  readonly onSend: () => void
}

function TextField({ id, definition, verb, text, label, isRequired, error, Frame, onText, onSend }: TextFieldProps) {
  const { phrases } = VERBS[verb]
  return (
    <div className="verb-field">
      <label htmlFor={id}>
        {flowText(label)}
        {isRequired ? (
          <span className="field-star" aria-hidden="true">
            *
          </span>
        ) : (
          <span className="quiet"> ({flowText('optional')})</span>
        )}
      </label>
      <textarea
        id={id}
        className="flow-input"
        rows={3}
        maxLength={LONGEST_OPINION}
        value={text}
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
        }}
      />
      {error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
      {phrases ? (
        <Phrases
          kind={phrases}
          definition={definition}
          Frame={Frame}
          onPick={(phrase) => onText(withPhrase(text, phrase))}
        />
      ) : null}
    </div>
  )
}

const OPINION_FILES = { max: MOST_OF_OPINION } as const

/** The hint of a verb: documents without an amount have texts that mention no held amounts. */
function hintOf(verb: PageVerb, definition: AnyDefinition): string {
  const isFree = viewOf(definition).amount === null
  if (isFree && (verb === 'reject' || verb === 'withdraw' || verb === 'terminate'))
    return verbDialogText(`free.${verb}`)
  return verbDialogText(`hints.${verb}`)
}

/** Adding a signer after oneself is an agreement, which needs an opinion (spec section 5). */
function agrees(verb: PageVerb, { position }: Filled): boolean {
  return verb === 'approve' || (verb === 'addSigner' && position === 'after')
}

function isTextRequired(verb: PageVerb, filled: Filled): boolean {
  return VERBS[verb].missing !== null || agrees(verb, filled)
}

function inputOf(verb: PageVerb, { text, people, step, position, signer, chosen, files }: Filled): ActInput {
  const { asks, people: most } = VERBS[verb]
  const accounts = (list: readonly PersonChoice[]) => list.map((person) => person.account)
  return {
    verb,
    opinion: text.trim(),
    ...(files.length > 0 ? { files: files.map(({ key }) => key) } : {}),
    ...(most === undefined ? {} : { people: accounts(people) }),
    ...(asks === 'position' ? { position } : {}),
    ...(asks === 'step' ? { toStep: step ?? null } : {}),
    ...(asks === 'signer' && signer ? { signerTask: signer } : {}),
    ...(Object.keys(chosen).length > 0
      ? { chosen: Object.fromEntries(Object.entries(chosen).map(([key, list]) => [key, accounts(list)])) }
      : {}),
  }
}

function lessOf(lines: readonly ReducibleLine[], { less }: Filled): Pick<ActInput, 'less'> {
  const { changed } = outcomeOf(lines, less)
  return changed.length > 0 ? { less: { reason: less.reason.trim(), lines: changed } } : {}
}

type Form = ReturnType<typeof useVerbForm>

function PeopleFields({
  verb,
  detail: { document, approval },
  form,
  missing,
  id,
}: {
  readonly verb: PageVerb
  readonly detail: DocumentDetail
  readonly form: Form
  readonly missing: ReturnType<typeof missingOf>
  readonly id: string
}) {
  const most = VERBS[verb].people
  const formInstanceId = approval?.formInstanceId ?? ''
  return (
    <>
      {most === undefined ? null : (
        <PeoplePicker
          inputId={`${id}-people`}
          label={flowText('people')}
          picking={{ verb: pickedFor(verb, form), formInstanceId }}
          value={form.filled.people}
          onChange={form.setPeople}
          most={most}
          error={missing.people ?? null}
        />
      )}
      {(verb === 'approve' || verb === 'addSigner' ? (approval?.chooses ?? []) : []).map((choice) => (
        <PeoplePicker
          key={choice.stepKey}
          inputId={`${id}-${choice.stepKey}`}
          label={flowText('choosePeople', { step: choice.stepName })}
          picking={{ verb: 'choose', formInstanceId }}
          value={form.filled.chosen[choice.stepKey] ?? []}
          onChange={(people) => form.choose(choice.stepKey, people)}
          most={10}
          candidates={choice.candidates.length > 0 ? choice.candidates : undefined}
          refusal={(person) => (person.account === document.drafter.account ? verbDialogText('picker.drafter') : null)}
          error={missing[choice.stepKey] ?? null}
        />
      ))}
    </>
  )
}

function pickedFor(verb: PageVerb, { filled }: Form): PickingFor['verb'] {
  if (verb === 'addSigner') return filled.position
  return verb === 'delegate' || verb === 'circulate' ? verb : 'transfer'
}
