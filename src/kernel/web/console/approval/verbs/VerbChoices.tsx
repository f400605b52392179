import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import type { PersonChoice } from '../../people/people-api.ts'
import { flowText } from '../flow-text.ts'
import type { useVerbForm } from './use-verb-form.ts'

// Choices that an act needs: a step, a position, a signer.

type Form = ReturnType<typeof useVerbForm>

interface StepChoiceProps {
  readonly id: string
  readonly steps: readonly { readonly key: string; readonly name: string }[]
  readonly error: string | undefined
  readonly form: Form
}

export function StepChoice({ id, steps, error, form }: StepChoiceProps) {
  const toDrafter = { value: null, label: flowText('toDrafter'), hint: flowText('toDrafterHint') }
  return (
    <Choices<string | null>
      id={id}
      legend={
        <>
          {flowText('toStep')}
          <span className="field-star" aria-hidden="true">
            *
          </span>
        </>
      }
      options={[...steps.map(({ key, name }) => ({ value: key, label: name })), toDrafter]}
      value={form.filled.step}
      onChange={form.setStep}
      error={error}
    />
  )
}

/** Before or after the person themselves. */
export function PositionChoice({ form }: { readonly form: Form }) {
  return (
    <Choices
      legend={flowText('position')}
      options={(['before', 'after'] as const).map((value) => ({ value, label: flowText(value) }))}
      value={form.filled.position}
      onChange={form.setPosition}
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
    <Choices<string | null>
      id={id}
      legend={flowText('people')}
      options={signers.map(({ taskId, person }) => ({ value: taskId, label: person.name }))}
      value={form.filled.signer}
      onChange={form.setSigner}
      error={error}
    />
  )
}
