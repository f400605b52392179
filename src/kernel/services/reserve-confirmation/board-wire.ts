import { Type } from 'typebox'
import { nullable, text, textAs, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import type { ReserveState } from '#kernel/engine/reserve/reserve-states.ts'

// Answers of the repair board: schemas for the server, and their types for both.

const count = Type.Integer()

/** One reserve on the repair board. */
export const boardRow = Type.Object({
  id: text,
  documentType: text,
  no: text,
  formInstanceId: text,
  round: count,
  state: textAs<ReserveState>(),
  since: text,
  owner: Type.Object({ account: text, name: text }),
  organisation: text,
  amount: nullable(text),
  currency: nullable(text),
  /** Why it is not at rest: the result of the last attempt, or what it waits for. */
  reason: nullable(text),
  attempts: count,
  nextAttemptAt: nullable(text),
  deadlineAt: text,
  isOverdue: Type.Boolean(),
  reference: nullable(text),
  /** Whether the reader may retry it. */
  mayRetry: Type.Boolean(),
})
export type BoardRow = Wire<typeof boardRow>

export const boardCounts = Type.Object({
  occupying: count,
  failToOccupy: count,
  releasing: count,
  failToRelease: count,
  overdue: count,
  /** Start of the oldest that is not at rest. */
  oldestSince: nullable(text),
})
export type BoardCounts = Wire<typeof boardCounts>

export const boardEvent = Type.Object({
  at: text,
  act: text,
  /** Null: the finance system, or the product itself. */
  actor: nullable(text),
  text: nullable(text),
})
export type BoardEvent = Wire<typeof boardEvent>
