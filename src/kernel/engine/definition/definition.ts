import type { Axes } from './axes/axis.ts'
import type { EffectSpec, EffectTarget } from './effect.ts'
import type { FileKind } from '#kernel/platform/files/inspect/file-kind.ts'
import type { Fields, ValuesOf } from './fields.ts'
import type { ItemsSpec } from './items.ts'
import type { DuplicateRule } from './duplicate-rule.ts'
import type { DocumentView, LinesView } from './view.ts'

/** Colours of states for the whole product (ux.md section 1); a state always has a word and an icon too. */
export type StateColour = 'grey' | 'blue' | 'green' | 'red' | 'orange'

/**
 * One action: from which states, to which, and by whom. `right` is what the caller must hold; `by: 'approval'` means
 * that the approval engine decides when the state changes (the last approval, the first rejection).
 */
export interface Action<State extends string = string> {
  readonly from: readonly State[]
  readonly to: State
  /** Another state where a computed field of the document has this value, such as an approval that passes it on to others. */
  readonly otherwise?: { readonly to: State; readonly where: string; readonly is: string }
  readonly right: string
  /**
   * `drafter`: only the document's drafter; `approval`: the assignee of a task; `operator`: any holder of the right, a person or
   * the account of another system.
   */
  readonly by: 'drafter' | 'approval' | 'operator'
  /**
   * An act: takes this input and no content. Its form, its check of types, its rows in the timeline and the audit follow from these
   * fields (docs/decisions/122).
   */
  readonly input?: Fields
  /** An act that may be done again in the same round: each time is a row and a journal of its own. */
  readonly repeats?: true
  /** Repeats failed side effects of the document, and nothing else. */
  readonly retries?: boolean
  /** Ends something approved early; only a flow of the new process version can be closed (spec section 4). */
  readonly closes?: boolean
  /** Starts an approval by this template. Without one the document is what it is once it is submitted (docs/decisions/129). */
  readonly approval?: string
  /** Posts to a ledger, which requires a posting plan on the server. */
  readonly posts?: boolean
  /** Brings new content, stored in the same transaction: as a draft, or as the next round of the document. */
  readonly content?: 'draft' | 'submitted'
  /** Deletes a draft that was never submitted; its number and audit rows stay. */
  readonly removes?: boolean
  /** Available for many documents of a list at once: for actions without an opinion, and with a draft's saved content. */
  readonly bulk?: boolean
  /** Needs a fresh sign-in: a payout (docs/decisions/052). `byContent`: the binding decides by the content (`asksFresh`). */
  readonly stepUp?: true | 'byContent'
  /** Fields that even a draft must have. */
  readonly needs?: readonly string[]
  /** Of an act: the event that it is to each axis. It is refused where none of these axes has the event in its present state. */
  readonly moves?: Readonly<Record<string, string>>
}

/** The line amount that an approver may reduce, and the computed field for the approved amount, in the currency of the view. */
export interface PartialApprovalRule<H extends string = string, L extends string = string> {
  readonly asked: L
  readonly approved: L
  readonly total: H
  /** Other amounts of the line that are reduced proportionally: its taxes. */
  readonly along?: readonly L[]
  /** Right needed besides the right to decide: reducing is for those people of a route who are responsible for the amount. */
  readonly right: string
}

/** The menu entry of a document's list; hidden entries for the pages that write and show it are derived from it. */
export interface DocumentMenu {
  /** Code of the document; that of its list ends with `_list`, that of a page of its own to read it with `_approval`. */
  readonly code: string
  /** Code of the page that writes it, where that is another. */
  readonly form?: string
  /** Rights with which that page is opened too, for what else it shows; by default those to submit it, and to see it where it is read there. */
  readonly formShownTo?: readonly string[]
  /** Code of the group. */
  readonly pcode: string
  readonly sortIndex: number
  /** Icon of the list; by default a table. */
  readonly icon?: string
  /** The pages that write it are in the menu of its area, because they show something else too. */
  readonly hasOwnForm?: true
  /** Its list is a page of its own, with an entry of its own and another name. */
  readonly hasOwnList?: true
}

/** Attachment rule: the most files, whether a submit needs one, and the accepted kinds (all by default). */
export interface AttachmentRule {
  readonly max: number
  readonly required?: boolean
  readonly types?: readonly FileKind[]
}

/** Most lines that may be typed or pasted, and that a parsed file may hold. */
export interface LineLimits {
  readonly typed: number
  readonly file: number
  /** Lines may be missing, where their content is known from elsewhere. */
  readonly optional?: true
}

/** A further table of a document beside its lines: its columns, how many rows it takes, and how pages show them. */
export interface LineTable<L extends Fields = Fields> {
  readonly fields: L
  readonly limits: LineLimits
  readonly view?: LinesView
}

export type LineTables = Readonly<Record<string, LineTable>>

/** Declares a further table; an unknown column in its view does not compile. */
export function lineTable<const L extends Fields>(
  table: LineTable<L> & { readonly view?: LinesView<keyof L & string> },
): LineTable<L> {
  return table
}

export interface DocumentDefinition<
  Name extends string = string,
  H extends Fields = Fields,
  L extends Fields = Fields,
  State extends string = string,
  A extends Readonly<Record<string, Action<State>>> = Readonly<Record<string, Action<State>>>,
  T extends LineTables = LineTables,
  X extends Axes = Axes,
> {
  readonly name: Name
  readonly area: string
  /** Tables: `<table>`, `<table>_line`, and `<table>_<name>` of each of `tables`. */
  readonly table: string
  readonly number: { readonly prefix: string; readonly reset: 'month' }
  /** Path of its calls: `/aps/budget/country`. */
  readonly api: string
  /** Paths of actions, and of the list (`queryByPage`) and its file (`export`), that the spec names differently from `<api>/<action>`. */
  readonly calls?: Readonly<Record<string, string>>
  /** Pages that open a document, with `formInstanceId` and `taskId` in the query. */
  readonly pages: {
    readonly pc: string
    readonly mobile: string
    /** The list of all documents of this type; filters of `list` may follow in its query. */
    readonly list: string
    /** Page that continues one's own draft, whose number follows as `applyNo`. */
    readonly edit: string
    /** The same on a phone. */
    readonly mobileEdit?: string
  }
  readonly viewRight: string
  /** To take its list as a file. */
  readonly exportRight?: string
  /** Name of the import whose files become such documents: its list has the button, for whoever may submit them. */
  readonly importKind?: string
  /** Its pages in the menu; without it the manifest of its area says them. */
  readonly menu?: DocumentMenu
  readonly fields: H
  readonly lines: L
  readonly lineLimits: LineLimits
  /** Further tables beside the lines, by name; on the wire each is an array of that name beside `lines`. */
  readonly tables?: T
  /** Things that it is about one by one, beside its lines. */
  readonly items?: ItemsSpec
  /** Set by `partsOf` alone (parts.ts): the further table whose rows are here the lines. */
  readonly part?: string
  /** Attached files, as keys in `files`; without it none are accepted. */
  readonly attachments?: AttachmentRule
  readonly states: Readonly<Record<State, StateColour>>
  readonly initial: NoInfer<State>
  readonly actions: A
  /** Its further states, each with a machine of its own, by the name under which lists and pages show them. */
  readonly axes?: X
  /** Messages to other systems by name; the server binds their content. */
  readonly effects?: Readonly<Record<string, EffectSpec>>
  /**
   * Its submit reserves, and another system is asked to hold the same: nothing is approved before that is confirmed.
   * The server binds the request.
   */
  readonly reserve?: { readonly target: EffectTarget }
  /** Its approvers may approve less than is asked for, line by line. */
  readonly partialApproval?: PartialApprovalRule<keyof H & string, keyof L & string>
  /** Kinds of other lists that its actions change: their totals and open pages are then updated too. */
  readonly changes?: readonly string[]
  /** Rule for possible duplicates, which writers and readers are shown. */
  readonly duplicates?: DuplicateRule<keyof H & string, keyof L & string>
  /** How pages show it; see view.ts for the defaults. */
  readonly view?: DocumentView<keyof H & string, keyof L & string>
  readonly list: {
    readonly columns: readonly (keyof H | HeadColumn | keyof X)[]
    /** Fields of the header, and codes that any of the lines may have. */
    readonly filters: readonly (
      | keyof H
      | keyof L
      | keyof X
      | HeadColumn
      | 'createdFrom'
      | 'createdTo'
      | `${DaysOf<H>}${'From' | 'To'}`
    )[]
    readonly sort: readonly (keyof H | HeadColumn)[]
  }
}

/** Date fields: a list can be limited to a range, `validFromFrom` and `validFromTo`. */
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

/** Declares a document. An unknown state, field or column does not compile. */
export function defineDocument<
  const Name extends string,
  const H extends Fields,
  const L extends Fields,
  const State extends string,
  const A extends Readonly<Record<string, Action<NoInfer<State>>>>,
  const T extends LineTables = Record<never, never>,
  const X extends Axes = Record<never, never>,
>(definition: DocumentDefinition<Name, H, L, State, A, T, X>): DocumentDefinition<Name, H, L, State, A, T, X> {
  return definition
}

/** A definition with its types erased, for code that serves every document. */
export type AnyDefinition = DocumentDefinition<string, Fields, Fields, string>

export type HeaderOf<D> = D extends DocumentDefinition<string, infer H, Fields, string> ? ValuesOf<H> : never
export type LineOf<D> = D extends DocumentDefinition<string, Fields, infer L, string> ? ValuesOf<L> : never
export type StateOf<D> = D extends DocumentDefinition<string, Fields, Fields, infer S> ? S : never
export type ActionOf<D> = D extends { readonly actions: infer A } ? keyof A & string : never

/** Actions of a definition that post: each needs a plan on the server, or the binding does not compile. */
export type PostingActionOf<D> = D extends { readonly actions: infer A }
  ? { [K in keyof A]: A[K] extends { readonly posts: true } ? K : never }[keyof A] & string
  : never

/** Actions of a definition that take an input. */
export type InputActionOf<D> = D extends { readonly actions: infer A }
  ? { [K in keyof A]: A[K] extends { readonly input: Fields } ? K : never }[keyof A] & string
  : never

/** The input of an action as read: complete and of the right types. Null where it takes none. */
export type InputOf<D, Name extends string> = D extends { readonly actions: infer A }
  ? Name extends keyof A
    ? A[Name] extends { readonly input: infer I extends Fields }
      ? ValuesOf<I>
      : null
    : null
  : null

/** The rows of each further table, by its name. */
export type TablesOf<D> = D extends { readonly tables?: infer T }
  ? { readonly [K in keyof NonNullable<T>]: readonly RowOf<NonNullable<T>[K]>[] }
  : Record<never, never>

type RowOf<T> = T extends LineTable<infer L> ? ValuesOf<L> : never

/**
 * Header and lines as submitted, and the rows of further tables: complete and of the right types, not yet validated
 * against facts.
 */
export type Content<D> = {
  readonly header: HeaderOf<D>
  readonly lines: readonly LineOf<D>[]
} & (Record<never, never> extends TablesOf<D> ? { readonly tables?: TablesOf<D> } : { readonly tables: TablesOf<D> })

export type { Field } from './fields.ts'
