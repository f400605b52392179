import type { AccountChange, BucketChange } from './combined-effect.ts'

/** Spec section 9: the most items of a batch. */
export const BATCH_LIMIT = 50

export type BatchDecision = 'approve' | 'reject'

export interface BatchItem {
  readonly taskId: string
  readonly formInstanceId: string
  /** Hash of the content shown, to which the decision is bound. */
  readonly contentHash: string
}

export interface BatchProblem {
  readonly key: string
  readonly msg: string
}

export interface DryRunItem {
  readonly taskId: string
  readonly formInstanceId: string
  /** The last approval, or a rejection: it decides the document. */
  readonly isFinal: boolean
  /** Why it would be refused. */
  readonly problem: BatchProblem | null
}

export interface DryRunAccount extends Omit<AccountChange, 'buckets'> {
  readonly name: string
  readonly url: string | null
  readonly buckets: readonly (BucketChange & { readonly label: string })[]
}

/** The result that a batch would have now. */
export interface DryRunView {
  readonly items: readonly DryRunItem[]
  readonly accounts: readonly DryRunAccount[]
  readonly totals: readonly { readonly currency: string; readonly count: number; readonly amount: string }[]
  readonly asOf: string
}

export interface BatchResult {
  readonly taskId: string
  readonly isDone: boolean
  /** State of the document afterwards. */
  readonly state: string | null
  readonly problem: BatchProblem | null
}
