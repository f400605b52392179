import { type ReactNode, useId } from 'react'
import type { PersonChoice } from '../../people/people-api.ts'
import { flowText } from '../flow-text.ts'
import type { useVerbForm } from './use-verb-form.ts'

// Choices that an act needs: a step, a position, a signer.

type Form = ReturnType<typeof useVerbForm>

interface OneOf<V> {
  readonly value: V
  readonly name: string
  readonly hint?: string
}

interface OneOfManyProps<V extends string | null> {
  readonly legend: ReactNode
  /** Id of the first choice, to which an error jumps. */
  readonly id: string
  readonly options: readonly OneOf<V>[]
  readonly chosen: V | undefined
  readonly onChoose: (value: V) => void
  readonly error?: string | undefined
  readonly isRow?: true
}

function OneOfMany<V extends string | null>(props: OneOfManyProps<V>) {
  const { legend, id, options, chosen, onChoose, error, isRow } = props
  return (
    <fieldset
      className={isRow ? 'verb-choice verb-choice-row' : 'verb-choice'}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{legend}</legend>
      {options.map(({ value, name, hint }, index) => (
        <label key={value ?? ''}>
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={id}
            checked={chosen === value}
            onChange={() => onChoose(value)}
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

interface StepChoiceProps {
  readonly id: string
  readonly steps: readonly { readonly key: string; readonly name: string }[]
  readonly error: string | undefined
  readonly form: Form
}

export function StepChoice({ id, steps, error, form }: StepChoiceProps) {
  const toDrafter = { value: null, name: flowText('toDrafter'), hint: flowText('toDrafterHint') }
  return (
    <OneOfMany<string | null>
      id={id}
      legend={
        <>
          {flowText('toStep')}
          <span className="field-star" aria-hidden="true">
            *
          </span>
        </>
      }
      options={[...steps.map(({ key, name }) => ({ value: key, name })), toDrafter]}
      chosen={form.filled.step}
      onChoose={form.setStep}
      error={error}
    />
  )
}

/** Before or after the person themselves. */
export function PositionChoice({ form }: { readonly form: Form }) {
  const id = useId()
  return (
    <OneOfMany
      id={id}
      legend={flowText('position')}
      options={(['before', 'after'] as const).map((value) => ({ value, name: flowText(value) }))}
      chosen={form.filled.position}
      onChoose={form.setPosition}
      isRow
    />
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
    <OneOfMany<string | null>
      id={id}
      legend={flowText('people')}
      options={signers.map(({ taskId, person }) => ({ value: taskId, name: person.name }))}
      chosen={form.filled.signer}
      onChoose={form.setSigner}
      error={error}
    />
  )
}
