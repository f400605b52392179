import type { PushState } from '#kernel/platform/outgoing/push-states.ts'

/** Of a push; whoever is told of documents answers at once, so none is left waiting for an answer. */
export const EFFECT_STATES = [
  'pendingPushed',
  'pushing',
  'succeededPushed',
  'failedPushed',
  'nonPush',
] as const satisfies readonly PushState[]
export type EffectState = (typeof EFFECT_STATES)[number]

/** One side effect as pages show it. */
export interface EffectView {
  readonly effect: string
  readonly line: number | null
  readonly state: EffectState
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly error: string | null
  /** What the other system calls it. */
  readonly reference: string | null
  readonly updatedAt: string
}

/** Something that another system is told once an action has taken place; declared with the document, done by workers. */
export interface EffectSpec {
  /** The action after which it is due: the one that ends with the document in that action's state. */
  readonly after: string
  /** Whom it tells; the configuration knows the address. */
  readonly target: EffectTarget
  /** One for each line, instead of one for the document. */
  readonly each?: 'line'
}

export type EffectTarget = 'finance'

/** What was approved: header and lines of the round, which nothing changes any more. */
export interface EffectSubject {
  readonly no: string
  readonly round: number
  readonly approvedAt: string
  readonly header: Readonly<Record<string, string | number | null>>
  readonly lines: readonly Readonly<Record<string, string | number | null>>[]
  /** The line that an effect of a line is about, from 1. */
  readonly line: number | null
}

/** What the other system is told; pure, so that an attempt made twice says the same. */
export type EffectBody = (subject: EffectSubject) => Readonly<Record<string, unknown>>

/** The same for every attempt of one effect: the receiver takes it once, however often it arrives. */
export function effectKey(effect: {
  readonly document_type: string
  readonly document_id: string
  readonly round: number
  readonly line: number | null
  readonly effect: string
}): string {
  return [effect.document_type, effect.document_id, effect.round, effect.line ?? 0, effect.effect].join(':')
}
