import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Amount } from '#kernel/base/money/money.ts'
import type { HeaderOf } from '#kernel/engine/definition/definition.ts'

// What the hooks of a binding are told about a stored document.

/** The document that an act is about. */
export interface ActedOn<D> {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly state: string
  readonly header: HeaderOf<D>
}

/** A line that an approver reduced. */
export interface ReducedLine {
  readonly line: number
  readonly asked: Amount
  readonly after: Amount
}

/** The document on which an action was completed. */
export interface Ended {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly drafterId: number
  readonly header: Readonly<Record<string, string | number | null | undefined>>
}

export type WithinAction = (tx: Tx, context: RequestContext, ended: Ended) => Promise<void>
