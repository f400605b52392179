// The wire types of an approval, shared by server and pages.

import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'

export interface PersonView {
  readonly account: string
  readonly name: string
}

/** Verbs on a running approval; the server says which the reader may use (`ApprovalView.allowed`). */
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

/** Every recorded act. Some are the clock's or the engine's: `remind`, `escalate`, `keep`, `handOver`. */
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
  | 'act'
  | 'remind'
  | 'escalate'
  | 'keep'
  | 'handOver'
  | 'occupied'
  | 'failToOccupy'
  | 'released'
  | 'failToRelease'

/** How much less an approver approved than was put to them, and why: by line number, with both amounts. */
export interface Reduction {
  readonly reason: string
  readonly currency: string | null
  readonly before: string
  readonly after: string
  readonly lines: readonly (readonly [line: number, before: string, after: string])[]
}

/** Stored details of an act: people with their names at the time, the key of the step returned to, keys of files. */
export interface ActDetail {
  readonly people?: readonly {
    readonly id: number
    readonly account: string
    readonly name: { readonly zh: string; readonly en: string }
  }[]
  /** Null means the drafter. */
  readonly toStep?: string | null
  readonly files?: readonly string[]
  /** Of `escalate`: the role of `people`. Without an eligible superior it is the next approver, else an administrator. */
  readonly escalatedTo?: 'superior' | 'next' | 'administrator' | 'nobody'
  /** Of another system's answer: its reference of the reserve, or why it refused. */
  readonly reference?: string
  readonly reason?: Pick<Refusal, 'key' | 'params'>
  /** Of `agree`. */
  readonly reduced?: Reduction
  /** Of `keep`: the earlier acts that are carried forward. */
  readonly keeps?: readonly { readonly round: number; readonly actId: string | null; readonly at: string }[]
}

export interface ActView {
  readonly id: string
  /** Null for acts of the clock. */
  readonly actor: PersonView | null
  /** The person whom the actor substituted. */
  readonly principal: PersonView | null
  readonly act: ActKind
  /** Of `act`: what it is called by the type of the document. */
  readonly label?: string
  readonly opinion: string | null
  readonly at: string
  /** Whole minutes between the task and the act. */
  readonly waitedMinutes: number | null
  /** The people concerned: who got the task, the copy, the question. */
  readonly people: readonly PersonView[]
  /** Name of the step returned to; null means the drafter. */
  readonly toStep: string | null
  readonly files: readonly AttachmentView[]
  /** Of `escalate`: the role of `people`; `nobody`: there was no such person, and administrators were notified, where there are any. */
  readonly escalatedTo?: 'superior' | 'next' | 'administrator' | 'nobody'
  /** Of `agree`: the reduction, with the first of its lines. */
  readonly reduced?: Reduction & { readonly more: number }
  /** Of `keep`: the earlier approvals of `people` that are carried forward, in order. */
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
  /** Name of the parallel step in which the same person decides for this one too. */
  readonly decidedIn?: string
  readonly since: string
  /** End of its time limit (reminder, then escalation), where the route sets one. */
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
  /** Neighbouring steps with the same group run in parallel. */
  readonly group: string | null
  readonly status: 'future' | 'current' | 'done' | 'skipped'
  /** Of a preview: whether the step is needed depends on what the reader may not see. */
  readonly mayBeNeeded?: true
  /** `kept`: an earlier round's approval is carried forward, because its facts did not change. */
  readonly skipReason: 'condition' | 'acted' | 'empty' | 'kept' | null
  readonly people: readonly PersonView[]
  readonly tasks: readonly StepTaskView[]
  readonly acts: readonly ActView[]
  /** Usual duration of this step in minutes, from finished approvals; null without enough of them. */
  readonly usual: { readonly medianMinutes: number; readonly p90Minutes: number; readonly count: number } | null
}

/**
 * One value that differs between two rounds. Of an added or removed line each filled field is one change, so a page
 * groups by `line` and `row`.
 */
export interface ChangeView {
  /** Current line number from 1; for a removed line its former one. Null for the header. */
  readonly row: number | null
  /** The further table that the row is of. */
  readonly table?: string
  readonly field: string
  readonly label: string
  /** Formatted for people, an amount with its currency; null where there was, or is, no value. */
  readonly before: string | null
  readonly after: string | null
  /** The kind of change to the line; null for the header. */
  readonly line: 'changed' | 'added' | 'removed' | null
  /** The line in words: `India · PJ-IN-01`; null for the header. */
  readonly about: string | null
}

/** Changes since a person last read the document: `round` and `lookedAt` are of what they saw then. */
export interface DifferenceView {
  readonly round: number
  readonly lookedAt: string
  readonly changes: readonly ChangeView[]
  /** Number of changes that are not listed. */
  readonly more: number
}

/**
 * `error.data` of the refusals `approval.contentChanged` and `approval.newRound` (409): the document's current content compared with what
 * the caller was shown. `changes` is empty where only the approval started anew. The page shows them, and continues with `formInstanceId`.
 */
export interface ContentChangedData {
  /** The current round, to be opened instead. */
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

/** The reader's waiting task. */
export interface MyTask {
  readonly taskId: string
  readonly kind: TaskKind
  readonly principal: PersonView | null
  /** Their saved unsent opinion, from whatever device; empty where there is none. */
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
  /** Acts that belong to no step: withdraw, terminate, circulate, comment, urge, and those on the document itself. */
  readonly events: readonly ActView[]
  readonly copies: readonly CopyView[]
  readonly currentHolder: readonly PersonView[]
  readonly waitingSince: string | null
  readonly contentHash: string
  readonly myTask: MyTask | null
  readonly allowed: readonly Verb[]
  /** Those of them that must wait: nothing is approved before another system has confirmed the reserve. */
  readonly withheld?: readonly Verb[]
  /** The reader may approve less than is asked for. */
  readonly mayReduce?: boolean
  /** Earlier steps that the assignee may return to; the drafter is always possible too. */
  readonly returnTo: readonly { readonly key: string; readonly name: string }[]
  /** Signers whom the reader added and who have not acted. */
  readonly removable: readonly { readonly taskId: string; readonly person: PersonView }[]
  /** Steps ahead whose people the assignee chooses when agreeing. */
  readonly chooses: readonly ChoiceOfPeople[]
  /** Probable end, from the usual durations of the steps ahead. */
  readonly likelyFinish: string | null
  /** The changes since the reader last looked; null at the first look and where nothing changed. */
  readonly changedSince: DifferenceView | null
}

/** A step whose people are chosen: by the drafter at submit, or by the approver before it. */
export interface ChoiceOfPeople {
  readonly stepKey: string
  readonly stepName: string
  readonly candidates: readonly PersonView[]
}

/** The route before a submit: people and reasons. */
export interface RoutePreview {
  readonly templateCode: string
  readonly templateName: string
  readonly templateVersion: number
  readonly steps: readonly StepView[]
  readonly chooses: readonly ChoiceOfPeople[]
  readonly likelyFinish: string | null
  /** Why it could not be submitted now, as texts. */
  readonly refusals: readonly string[]
}
