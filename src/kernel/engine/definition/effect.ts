import type { PushState } from '#kernel/platform/outgoing/push-states.ts'

/** States of a push; receivers of document messages answer at once, so none stays waiting for an answer. */
export type EffectState = Exclude<PushState, 'pushed'>

/** One side effect as pages show it. */
export interface EffectView {
  readonly effect: string
  /** Code of the receiver; null where the system that it goes to is the only one of its kind. */
  readonly receiver: string | null
  readonly line: number | null
  readonly state: EffectState
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly error: string | null
  /** The other system's reference. */
  readonly reference: string | null
  readonly updatedAt: string
}

/** A message to another system after an action; declared with the document, sent by workers. */
export interface EffectSpec {
  /** The action after which it is due: the one that leaves the document in that action's state. */
  readonly after: string
  /** The receiver; the configuration holds its address. */
  readonly target: EffectTarget
  /** Field of the header with the code of the receiver, or with a list of codes: one message for each. Without it the target is a single system. */
  readonly to?: string
  /** One message for each line instead of one for the document. */
  readonly each?: 'line'
}

export type EffectTarget = 'finance' | 'dataCentre'

/** The receiver of a target that is a single system. */
export const SOLE_RECEIVER = ''

/** Header and lines of the approved round, which no longer change. */
export interface EffectSubject {
  readonly no: string
  readonly round: number
  readonly approvedAt: string
  readonly header: Readonly<Record<string, string | number | null>>
  readonly lines: readonly Readonly<Record<string, string | number | null>>[]
  /** Rows of further tables, by table. */
  readonly tables?: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>
  /** The line of a per-line effect, from 1. */
  readonly line: number | null
}

/** The message for the other system; pure, so that a repeated attempt sends the same. */
export type EffectBody = (subject: EffectSubject) => Readonly<Record<string, unknown>>

/** The same for every attempt of one effect: the receiver processes it once. */
export function effectKey(effect: {
  readonly document_type: string
  readonly document_id: string
  readonly round: number
  readonly line: number | null
  readonly effect: string
  readonly receiver: string
}): string {
  const { document_type: type, document_id: id, round, line, effect: name, receiver } = effect
  return [type, id, round, line ?? 0, name, ...(receiver === SOLE_RECEIVER ? [] : [receiver])].join(':')
}
