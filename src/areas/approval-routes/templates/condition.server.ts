import { evaluate } from 'feelin'
import type { Variables } from '#kernel/engine/approval/approval-route.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import type { VariableSpec } from '#kernel/engine/approval/approval-type.ts'

interface Warning {
  readonly type: string
  readonly details?: { readonly values?: Readonly<Record<string, unknown>> }
  readonly message: string
}

/** Sample values: every flag off and the first options, or every flag on and the last ones. */
export function sampleOf(specs: Readonly<Record<string, VariableSpec>>, isOn: boolean): Variables {
  const value = ({ kind, options }: VariableSpec) => {
    if (kind === 'boolean') return isOn
    if (kind === 'number') return isOn ? 1_000 : 0
    if (kind === 'list') return options ?? []
    return (isOn ? options?.at(-1) : options?.at(0)) ?? ''
  }
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, value(spec)]))
}

/**
 * Why a condition is invalid: it is no FEEL, names an unknown variable, or has another result than yes or no.
 * `mayLack`: variables may be missing on a document, so null is valid too (bands).
 */
export function conditionProblem(
  text: string,
  specs: Readonly<Record<string, VariableSpec>>,
  at: At,
  mayLack = false,
): Refusal | null {
  for (const isOn of [false, true]) {
    let answer: { value: unknown; warnings: readonly unknown[] }
    try {
      answer = evaluate(text, sampleOf(specs, isOn))
    } catch (error) {
      const position = (error as { position?: { from?: number } }).position?.from ?? 0
      return approvalRoutesErrors.conditionUnreadable({ position: position + 1 }, at)
    }
    const unknown = (answer.warnings as readonly Warning[]).find(({ type }) => type === 'NO_VARIABLE_FOUND')
    if (unknown) return approvalRoutesErrors.conditionUnknown({ name: nameIn(unknown) }, at)
    if (typeof answer.value !== 'boolean' && !(mayLack && answer.value === null))
      return approvalRoutesErrors.conditionNotYesNo({}, at)
  }
  return null
}

function nameIn({ message }: Warning): string {
  return /'([^']*)'/.exec(message)?.[1] ?? message
}
