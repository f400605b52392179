// What an approval looks like over the wire: one set of types for the server that answers and the pages that show it.

import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'

export interface PersonView {
  readonly account: string
  readonly name: string
}

/** What one may do to a running approval; who may do which is the server's answer (`ApprovalView.allowed`). */
export type Verb =
  | 'approve'
  | 'reject'
  | 'return'
  | 'transfer'
  | 'delegate'
  | 'answer'
  | 'addSigner'
  | 'removeSigner'
  | 'circulate'
  | 'comment'
  | 'urge'
  | 'withdraw'
  | 'terminate'
  | 'retry'
  | 'close'

/** Everything that is recorded. Some acts are the clock's or the engine's: `remind`, `escalate`, `keep`, `handOver`. */
export type ActKind =
  | 'submit'
  | 'agree'
  | 'reject'
  | 'return'
  | 'withdraw'
  | 'transfer'
  | 'delegate'
  | 'answer'
  | 'addBefore'
  | 'addAfter'
  | 'removeSigner'
  | 'circulate'
  | 'comment'
  | 'urge'
  | 'terminate'
  | 'retry'
  | 'close'
  | 'remind'
  | 'escalate'
  | 'keep'
  | 'handOver'
  | 'occupied'
  | 'failToOccupy'
  | 'released'
  | 'failToRelease'

/** How much less an approver agreed to than stood before him, and why: by line, its number with both amounts. */
export interface Reduction {
  readonly reason: string
  readonly currency: string | null
  readonly before: string
  readonly after: string
  readonly lines: readonly (readonly [line: number, before: string, after: string])[]
}

/** What an act was about, as it is kept: people with their names of then, the key of the step returned to, keys of files. */
export interface ActDetail {
  readonly people?: readonly {
    readonly id: number
    readonly account: string
    readonly name: { readonly zh: string; readonly en: string }
  }[]
  /** Null is the drafter. */
  readonly toStep?: string | null
  readonly files?: readonly string[]
  /** Of `escalate`: who `people` are. Without a superior who may it is who decides next, else an administrator. */
  readonly escalatedTo?: 'superior' | 'next' | 'administrator' | 'nobody'
  /** Of what another system answered: what it calls the reserve, or why it did not follow. */
  readonly reference?: string
  readonly reason?: Pick<Refusal, 'key' | 'params'>
  /** Of `agree`. */
  readonly reduced?: Reduction
  /** Of `keep`: the earlier acts that stand. */
  readonly keeps?: readonly { readonly round: number; readonly actId: string | null; readonly at: string }[]
}

export interface ActView {
  readonly id: string
  /** Null for what the clock did. */
  readonly actor: PersonView | null
  /** Whom the actor stood in for. */
  readonly principal: PersonView | null
  readonly act: ActKind
  readonly opinion: string | null
  readonly at: string
  /** Whole minutes between the task and the act. */
  readonly waitedMinutes: number | null
  /** Whom it was about: who got the task, the copy, the question. */
  readonly people: readonly PersonView[]
  /** The step returned to, by its name; null is the drafter. */
  readonly toStep: string | null
  readonly files: readonly AttachmentView[]
  /** Of `escalate`: who `people` are; `nobody` had to be told, and administrators were, where there are any. */
  readonly escalatedTo?: 'superior' | 'next' | 'administrator' | 'nobody'
  /** Of `agree`: less than stood before; the first of its lines. */
  readonly reduced?: Reduction & { readonly more: number }
  /** Of `keep`: the earlier approvals of `people` that stand, in their order. */
  readonly keeps?: readonly { readonly formInstanceId: string; readonly at: string }[]
}

export type TaskKind = 'step' | 'transfer' | 'delegate' | 'before' | 'after' | 'escalated'

/** Somebody's open or waiting task in a step. */
export interface StepTaskView {
  readonly taskId: string
  readonly holder: PersonView
  readonly principal: PersonView | null
  readonly kind: TaskKind
  readonly state: 'open' | 'waiting'
  readonly since: string
  /** When its time limit ends (reminder, then escalation), where the route sets one. */
  readonly remindAt: string | null
  readonly escalateAt: string | null
}

export interface StepView {
  readonly key: string
  readonly name: string
  /** Why the step exists, as a sentence. */
  readonly rule: string | null
  readonly mode: 'any' | 'all' | 'sequential' | 'share'
  /** Percent of the votes that agree; of mode `share`. */
  readonly share: number | null
  /** Steps side by side with the same group run at the same time. */
  readonly group: string | null
  readonly status: 'future' | 'current' | 'done' | 'skipped'
  /** `kept`: an earlier round's approval stands, what it was about did not change. */
  readonly skipReason: 'condition' | 'acted' | 'empty' | 'kept' | null
  readonly people: readonly PersonView[]
  readonly tasks: readonly StepTaskView[]
  readonly acts: readonly ActView[]
  /** How long this step of this route usually takes: minutes, of its own finished history; null without enough of it. */
  readonly usual: { readonly medianMinutes: number; readonly p90Minutes: number; readonly count: number } | null
}

/**
 * One value that differs between two rounds. Of a line that was added or removed each filled field is one change, so a page
 * groups by `line` and `row`.
 */
export interface ChangeView {
  /** Line number from 1, of now; of a removed line the one it had. Null for the header. */
  readonly row: number | null
  readonly field: string
  readonly label: string
  /** As people read it, an amount with its currency; null where there was, or is, nothing. */
  readonly before: string | null
  readonly after: string | null
  /** What became of the line; null for the header. */
  readonly line: 'changed' | 'added' | 'removed' | null
  /** Which line it is, in words: `India · PJ-IN-01`; null for the header. */
  readonly about: string | null
}

/** What is new since a person last read it: `round` and `lookedAt` are of what he saw then. */
export interface DifferenceView {
  readonly round: number
  readonly lookedAt: string
  readonly changes: readonly ChangeView[]
  /** How many more there are than are listed. */
  readonly more: number
}

/**
 * `error.data` of the refusals `approval.contentChanged` and `approval.newRound` (409): what the document says now against
 * what the caller was shown. `changes` is empty where only the approval started anew. The page shows them, and goes on
 * with `formInstanceId`.
 */
export interface ContentChangedData {
  /** The round of now, to be opened instead. */
  readonly formInstanceId: string
  readonly round: number
  readonly contentHash: string | null
  readonly changes: readonly ChangeView[]
  readonly more: number
}

export interface CopyView {
  readonly reader: PersonView
  readonly sender: PersonView | null
  readonly message: string | null
  readonly at: string
  readonly readAt: string | null
}

/** What waits for the reader. */
export interface MyTask {
  readonly taskId: string
  readonly kind: TaskKind
  readonly principal: PersonView | null
  /** What he has written of his opinion so far, on whatever device; empty where nothing was kept. */
  readonly opinion: string
}

/** The timeline of one approval, in the reader's language. */
export interface ApprovalView {
  readonly formInstanceId: string
  readonly templateCode: string
  readonly templateName: string
  readonly templateVersion: number
  readonly state: 'running' | 'approved' | 'rejected' | 'returned' | 'withdrawn' | 'terminated'
  readonly submitted: ActView | null
  readonly steps: readonly StepView[]
  /** Acts that belong to no step: withdraw, terminate, circulate, comment, urge, retry, close. */
  readonly events: readonly ActView[]
  readonly copies: readonly CopyView[]
  readonly currentHolder: readonly PersonView[]
  readonly waitingSince: string | null
  readonly contentHash: string
  readonly myTask: MyTask | null
  readonly allowed: readonly Verb[]
  /** Of these what has to wait: nothing is approved before another system holds the money. */
  readonly withheld?: readonly Verb[]
  /** The reader may agree to less than is asked for. */
  readonly mayReduce?: boolean
  /** Earlier steps that the holder may return to; the drafter is always one more. */
  readonly returnTo: readonly { readonly key: string; readonly name: string }[]
  /** Signers whom the reader added and who have not acted. */
  readonly removable: readonly { readonly taskId: string; readonly person: PersonView }[]
  /** Steps ahead whose people the holder chooses when he agrees. */
  readonly chooses: readonly ChoiceOfPeople[]
  /** When it will probably be over, from how long the steps ahead usually take. */
  readonly likelyFinish: string | null
  /** What changed since the reader last looked; null where he sees it for the first time or nothing did. */
  readonly changedSince: DifferenceView | null
}

/** A step whose people somebody names: the drafter at submit, or the approver before it. */
export interface ChoiceOfPeople {
  readonly stepKey: string
  readonly stepName: string
  readonly candidates: readonly PersonView[]
}

/** What the route would be, before it is submitted: people and reasons. */
export interface RoutePreview {
  readonly templateCode: string
  readonly templateName: string
  readonly templateVersion: number
  readonly steps: readonly StepView[]
  readonly chooses: readonly ChoiceOfPeople[]
  readonly likelyFinish: string | null
  /** Why it could not be submitted now, in words. */
  readonly refusals: readonly string[]
}
