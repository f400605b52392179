import type { Language } from '#kernel/base/i18n/language.ts'
import { type Contents, keepLive } from './live.ts'

export type Unit = 'minutes' | 'hours' | 'days' | 'perMinute' | 'percent'

interface Described {
  readonly key: string
  readonly label: (language: Language) => string
  readonly hint: (language: Language) => string
}

/** One value that administrators set in the running product; code defines it. */
export type Parameter = Described &
  (
    | { readonly kind: 'integer'; readonly unit: Unit; readonly min: number; readonly max: number }
    | {
        readonly kind: 'choice' | 'choices'
        readonly options: readonly string[]
        readonly optionLabel: (language: Language, option: string) => string
      }
  )

export type ParameterValue = number | string | readonly string[]

/** Its content as a setting. */
export interface ParameterContent {
  readonly value: ParameterValue
}

export const PARAMETER = 'parameter'

const defined = new Map<string, Parameter>()
const delivered = new Map<string, ParameterValue>()
let published: Contents = new Map()

/** Registers parameters with their default values. Called once for each at start. */
export function defineParameters(
  parameters: readonly Parameter[],
  values: Readonly<Record<string, ParameterValue>>,
): void {
  for (const parameter of parameters) {
    const value = values[parameter.key]
    if (value === undefined) throw new Error(`parameter ${parameter.key} has no value to begin with`)
    defined.set(parameter.key, parameter)
    delivered.set(parameter.key, value)
  }
  keepLive(PARAMETER, (contents) => (published = contents))
}

export function allParameters(): readonly Parameter[] {
  return [...defined.values()]
}

export function parameterOf(key: string): Parameter | undefined {
  return defined.get(key)
}

export function deliveredValue(key: string): ParameterValue {
  const value = delivered.get(key)
  if (value === undefined) throw new Error(`there is no parameter ${key}`)
  return value
}

/** The current value: published by two people, or the default of the start. */
function valueOf(key: string): ParameterValue {
  return (published.get(key) as ParameterContent | undefined)?.value ?? deliveredValue(key)
}

/** `outside` is for work without a server, which has no parameters (demonstration data). */
export function integerParameter(key: string, outside?: number): number {
  return outside !== undefined && !delivered.has(key) ? outside : Number(valueOf(key))
}

export function choiceParameter(key: string): string {
  return String(valueOf(key))
}

export function choicesParameter(key: string): readonly string[] {
  const value = valueOf(key)
  return Array.isArray(value) ? (value as readonly string[]) : []
}
