import { useId } from 'react'
import type { PersonChoice } from '../people/people-api.ts'
import { flowText } from './flow-text.ts'
import type { useVerbForm } from './use-verb-form.ts'

// What an act asks for to be chosen: a step, a place, a signer.

type Form = ReturnType<typeof useVerbForm>

interface StepChoiceProps {
  readonly id: string
  readonly steps: readonly { readonly key: string; readonly name: string }[]
  readonly error: string | undefined
  readonly form: Form
}

export function StepChoice({ id, steps, error, form }: StepChoiceProps) {
  const places = [...steps.map(({ key, name }) => ({ key, name, hint: '' })), drafterPlace()]
  return (
    <fieldset className="verb-choice" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {flowText('toStep')}
        <span className="field-star" aria-hidden="true">
          *
        </span>
      </legend>
      {places.map(({ key, name, hint }, index) => (
        <label key={key ?? ''}>
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={id}
            checked={form.filled.step === key}
            onChange={() => form.setStep(key)}
          />
          <span>
            {name}
            {hint ? <small>{hint}</small> : null}
          </span>
        </label>
      ))}
      {error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

function drafterPlace() {
  return { key: null, name: flowText('toDrafter'), hint: flowText('toDrafterHint') }
}

/** Before or after oneself. */
export function PositionChoice({ form }: { readonly form: Form }) {
  const name = useId()
  return (
    <fieldset className="verb-choice verb-choice-row">
      <legend>{flowText('position')}</legend>
      {(['before', 'after'] as const).map((position) => (
        <label key={position}>
          <input
            type="radio"
            name={name}
            checked={form.filled.position === position}
            onChange={() => form.setPosition(position)}
          />
          <span>{flowText(position)}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface SignerChoiceProps {
  readonly id: string
  readonly signers: readonly { readonly taskId: string; readonly person: PersonChoice }[]
  readonly error: string | undefined
  readonly form: Form
}

export function SignerChoice({ id, signers, error, form }: SignerChoiceProps) {
  return (
    <fieldset className="verb-choice" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{flowText('people')}</legend>
      {signers.map(({ taskId, person }, index) => (
        <label key={taskId}>
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={id}
            checked={form.filled.signer === taskId}
            onChange={() => form.setSigner(taskId)}
          />
          <span>{person.name}</span>
        </label>
      ))}
      {error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
