import type { EffectSpec, EffectTarget } from './effect.ts'
import type { FileKind } from '#kernel/platform/files/inspect/file-kind.ts'
import type { Fields, ValuesOf } from './fields.ts'
import type { DuplicateRule } from './duplicate-rule.ts'
import type { DocumentView } from './view.ts'

/** Colours of states, for the whole product (ux.md section 1); a state is always a word and an icon too. */
export type StateColour = 'grey' | 'blue' | 'green' | 'red' | 'orange'

/**
 * One action: from which states, to which, and by whom. `right` is what the caller holds; `by: 'approval'` means
 * that the approval engine decides when the state changes (the last approval, the first rejection).
 */
export interface Action<State extends string = string> {
  readonly from: readonly State[]
  readonly to: State
  readonly right: string
  /** `drafter`: only who raised it; `approval`: who holds the task; `operator`: whoever holds the right. */
  readonly by: 'drafter' | 'approval' | 'operator'
  /** Does again what failed of the document's side effects, and nothing else. */
  readonly retries?: boolean
  /** Ends what was approved before its time; only a flow of the new process version can be closed (spec section 4). */
  readonly closes?: boolean
  /** Starts an approval by this template. */
  readonly approval?: string
  /** Posts to a ledger: a posting plan on the server is then required. */
  readonly posts?: boolean
  /** Takes a new content with it: the input is stored in the same transaction. */
  readonly content?: 'draft' | 'submitted'
  /** Ends a draft that was never submitted: the row goes, its number and its audit rows stay. */
  readonly removes?: boolean
  /** May be done to many documents of a list at once; for actions that bring no opinion, and of a draft's content the one that was saved. */
  readonly bulk?: boolean
  /** Only soon after a sign-in at the provider, however it is asked for: a payout (docs/decisions/052). `byContent`: the binding says of what (`asksFresh`). */
  readonly stepUp?: true | 'byContent'
  /** Fields that even a draft must have. */
  readonly needs?: readonly string[]
}

/** Which amount of a line an approver may agree to less of, and where what he agrees to is kept: computed fields, in the currency of the view. */
export interface PartialApprovalRule<H extends string = string, L extends string = string> {
  readonly asked: L
  readonly approved: L
  readonly total: H
  /** Amounts of a line that go down with it, in its proportion: its taxes. */
  readonly along?: readonly L[]
  /** Beside the right to decide: agreeing to less is for those of a route who answer for the amount. */
  readonly right: string
}

/** What may be attached: at most so many, at least one to submit, of which kinds (without it all that the product takes). */
export interface AttachmentRule {
  readonly max: number
  readonly required?: boolean
  readonly types?: readonly FileKind[]
}

export interface DocumentDefinition<
  Name extends string = string,
  H extends Fields = Fields,
  L extends Fields = Fields,
  State extends string = string,
  A extends Readonly<Record<string, Action<State>>> = Readonly<Record<string, Action<State>>>,
> {
  readonly name: Name
  readonly area: string
  /** Tables: `<table>` and `<table>_line`. */
  readonly table: string
  readonly number: { readonly prefix: string; readonly reset: 'month' }
  /** Path of its calls: `/aps/budget/country`. */
  readonly api: string
  /** Calls of actions that the spec names otherwise than `<api>/<action>`. */
  readonly calls?: Readonly<Record<string, string>>
  /** Pages that open a document, `formInstanceId` and `taskId` in the query. */
  readonly pages: {
    readonly pc: string
    readonly mobile: string
    /** The list of all documents of this type; filters of `list` may follow in its query. */
    readonly list: string
    /** Continues one's own draft, whose number follows as `applyNo`. */
    readonly edit: string
    /** The same on a phone. */
    readonly mobileEdit?: string
  }
  readonly viewRight: string
  readonly fields: H
  readonly lines: L
  /** Most lines that may be typed or pasted, and that a parsed file may hold. */
  readonly lineLimits: {
    readonly typed: number
    readonly file: number
    /** It may have none: what it would say is known from elsewhere. */
    readonly optional?: true
  }
  /** Files that go with it, as keys in `files`; without it none may be named. */
  readonly attachments?: AttachmentRule
  readonly states: Readonly<Record<State, StateColour>>
  readonly initial: NoInfer<State>
  readonly actions: A
  /** What other systems are told of it, by name; the server binds what is said. */
  readonly effects?: Readonly<Record<string, EffectSpec>>
  /**
   * Its submit reserves, and another system is asked to hold the same: nothing is approved before it said so. The server binds
   * what is said.
   */
  readonly reserve?: { readonly target: EffectTarget }
  /** Its approvers may agree to less than is asked for, line by line. */
  readonly partialApproval?: PartialApprovalRule<keyof H & string, keyof L & string>
  /** Lists of other things that its actions change, by their kinds: their totals and open pages are then told too. */
  readonly changes?: readonly string[]
  /** By what it is told that another one says nearly the same; whoever writes or reads it is shown both. */
  readonly duplicates?: DuplicateRule<keyof H & string, keyof L & string>
  /** How people read it; see view.ts for what holds without it. */
  readonly view?: DocumentView<keyof H & string, keyof L & string>
  readonly list: {
    readonly columns: readonly (keyof H | HeadColumn)[]
    /** Fields, and codes that any of the lines may have. */
    readonly filters: readonly (
      | keyof H
      | keyof L
      | HeadColumn
      | 'createdFrom'
      | 'createdTo'
      | `${DaysOf<H>}${'From' | 'To'}`
    )[]
    readonly sort: readonly (keyof H | HeadColumn)[]
  }
}

/** Fields that are days: a list may be narrowed to some of them, `validFromFrom` and `validFromTo`. */
type DaysOf<H extends Fields> = { [K in keyof H]: H[K]['kind'] extends 'date' ? K : never }[keyof H] & string

/** Columns that every document has. */
export type HeadColumn =
  | 'no'
  | 'state'
  | 'drafter'
  | 'createdAt'
  | 'updatedAt'
  | 'submittedAt'
  | 'currentHolder'
  | 'waitingSince'
  | 'pushStatus'
  | 'reserveStatus'

/** Declares a document. An unknown state, field or column does not compile. */
export function defineDocument<
  const Name extends string,
  const H extends Fields,
  const L extends Fields,
  const State extends string,
  const A extends Readonly<Record<string, Action<NoInfer<State>>>>,
>(definition: DocumentDefinition<Name, H, L, State, A>): DocumentDefinition<Name, H, L, State, A> {
  return definition
}

/** A definition with its types forgotten, as what serves every document holds it. */
export type AnyDefinition = DocumentDefinition<string, Fields, Fields, string>

export type HeaderOf<D> = D extends DocumentDefinition<string, infer H, Fields, string> ? ValuesOf<H> : never
export type LineOf<D> = D extends DocumentDefinition<string, Fields, infer L, string> ? ValuesOf<L> : never
export type StateOf<D> = D extends DocumentDefinition<string, Fields, Fields, infer S> ? S : never
export type ActionOf<D> = D extends { readonly actions: infer A } ? keyof A & string : never

/** Actions of a definition that post: each needs a plan on the server, or the binding does not compile. */
export type PostingActionOf<D> = D extends { readonly actions: infer A }
  ? { [K in keyof A]: A[K] extends { readonly posts: true } ? K : never }[keyof A] & string
  : never

/** Header and lines as submitted: complete, of the right types, not yet checked against the world. */
export interface Content<D> {
  readonly header: HeaderOf<D>
  readonly lines: readonly LineOf<D>[]
}

export type { Field } from './fields.ts'
