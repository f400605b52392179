import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import type { Variables } from '#kernel/engine/approval/approval-route.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { EffectBody } from '#kernel/engine/definition/effect.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Amount } from '#kernel/base/money/money.ts'
import type { Leg, OpenReservation, Reservation } from '#kernel/engine/ledger/posting.ts'
import type {
  ActionOf,
  Content,
  DocumentDefinition,
  HeaderOf,
  PostingActionOf,
} from '#kernel/engine/definition/definition.ts'
import { type FactSight, sightFaults } from './fact-sight.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { Names } from '#kernel/engine/definition/view.ts'

export type AnyDocument = DocumentDefinition<string, Fields, Fields, string>

/** A document's row as the database holds it: head columns, and a column for each header field. */
export interface HeadRow {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly version: number
  readonly round: number
  readonly scope_id: number
  readonly drafter_id: number
  readonly updated_by: number
  readonly content_hash: string | null
  readonly audit_hash: Buffer | null
  readonly draft: RawContent | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly submitted_at: Date | null
  readonly [column: string]: unknown
}

/** What a fact's statement may depend on: the document's id, and the content that came with the action. */
export interface FactRequest<D> {
  readonly documentId: string | null
  readonly content: Content<D> | null
  readonly raw: RawContent | null
  readonly principal: Principal
  readonly now: Date
}

/** One fact: a statement that is sent with the lock, who may know its rows, and how they are read. */
export interface FactSpec<D, T, Name extends string = string> {
  /** Actions that need it; it is read for no other. */
  readonly actions: readonly ActionOf<D>[]
  /** Whose sight of content that is handed in decides about its rows; `Name` are the facts that it may accompany. */
  readonly sight: FactSight<Name>
  statement(request: FactRequest<D>): Statement
  read(rows: never[], request: FactRequest<D>): T
}

/**
 * Rows of others that a document is about to name without a foreign key: held before anything is read until the commit, so that
 * nobody takes them away in between. Whoever deletes such a row locks it first and looks for what names it afterwards.
 */
export interface RowLockSpec<D> {
  readonly actions: readonly ActionOf<D>[]
  /** Several are held one after the other, in the order that all keep that hold such rows. */
  statement(request: FactRequest<D>): Statement | readonly Statement[]
}

export type FactSpecs<D, F> = { readonly [K in keyof F]: FactSpec<D, F[K], keyof F & string> }

/** What a posting plan decides on. */
export interface Subject<D> {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly header: HeaderOf<D>
  /** Lines of the content; empty for actions that bring none. */
  readonly content: Content<D> | null
  /** What this round reserved and has not resolved. */
  readonly reservations: readonly OpenReservation[]
  /** Lines of which less is agreed to than was asked for, by their number; of every other all of it. */
  readonly approved: ReadonlyMap<number, Amount>
}

/** A line of which an approver agrees to less. */
export interface ReducedLine {
  readonly line: number
  readonly asked: Amount
  readonly after: Amount
}

/** What an action does besides its own document: returned by a plan, never done by it. */
export interface Postings {
  readonly legs: readonly Leg[]
  readonly reserve?: readonly Reservation[]
  readonly resolve?: readonly OpenReservation[]
  /** Inserts of the area's own tables that the postings need; they run before them. */
  readonly writes?: readonly Statement[]
}

type Values = Readonly<Record<string, unknown>>

/** Header fields with the values that they have in the documents that are meant. */
export type TitleFacts = Readonly<Record<string, string | number>>

type FindTitles = (tx: Tx, language: Language, word: string) => Promise<readonly TitleFacts[]>

/** `writer` is who wrote it, where he himself reads: codes of what he does not see have no names, whatever he types. */
type ReadNames = (
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Pick<Principal, 'scope' | 'limits'>,
) => Promise<Names>

/** Who reads a document, and whether he wrote it. */
export interface LineReader {
  readonly principal: Pick<Principal, 'superAdmin' | 'rights' | 'grants'>
  readonly isDrafter: boolean
}

type ShownTo = (reader: LineReader, header: Values, lines: readonly Values[]) => readonly Values[]

/** What an action reads and locks before it decides, and whose the document is. */
interface LoadHooks<D extends AnyDocument, F> {
  readonly facts: FactSpecs<D, F>
  readonly locks?: RowLockSpec<D>
  /** Organisation that the document belongs to, or null where the content names none that exists. */
  scopeOf(facts: F): number | null
  /** Code of that organisation, as the content names it: whose role holders approve. */
  organisationOf(content: Content<D>): string | null
  /** Codes of other organisations that the route may ask people of, by the name it knows them under: giver, receiver. */
  organisations?(content: Content<D>): Readonly<Record<string, string>>
  /** Accounts that the content itself names, by the name the route knows them under. */
  people?(content: Content<D>): Readonly<Record<string, readonly string[]>>
  /** Accounts whom the document is about: nobody is asked to decide about themselves. */
  concerned?(content: Content<D>): readonly string[]
}

/** What is refused. */
interface ValidateHooks<D extends AnyDocument, F> {
  /** Pure refusals of content against facts; the same rules answer the soft check. */
  check(content: Content<D>, facts: F): readonly Refusal[]
  /** Why less of these lines cannot be agreed to as it is meant, beside what holds for every type. */
  checkReduction?(lines: readonly ReducedLine[], facts: F): readonly Refusal[]
  /** Whether a document with this header asks for a fresh sign-in, at its actions that depend on it. */
  readonly asksFresh?: (header: Values) => boolean
}

/** What the server computes; none of it is taken from the client. */
interface DeriveHooks<D extends AnyDocument, F> {
  /** The lines that a submit stores, where they are not simply those that came: what is known from elsewhere, without what says nothing. */
  lines?(content: Content<D>, facts: F): Content<D>['lines']
  /** Computed header fields. */
  computed(content: Content<D>, facts: F): Partial<Record<string, string | number | null>>
  /** Computed line fields, in line order. */
  computedLines?(content: Content<D>, facts: F): readonly Partial<Record<string, string | number | null>>[]
  /** What its bands are about, where that may be more than the amount of its view: money that leaves with tax on it. */
  bandAmount?(content: Content<D>): string
  /** Variables of the approval route. */
  variables(content: Content<D>, computed: Partial<Record<string, string | number | null>>): Variables
}

/** What readers are shown of stored documents. */
interface PresentHooks<D extends AnyDocument> {
  /** Names of the codes that headers and lines mention, as the definition's fields ask for them. */
  readonly names: ReadNames
  /** Of which documents the title has this word, by what it is made of: names of codes, periods. Nothing else of them is looked through. */
  readonly titled?: FindTitles
  /** Its lines as a reader may see them, where some say things that not everybody may read who may see the document. */
  readonly shownTo?: ShownTo
  /** Rights that decide what of them is shown. */
  readonly secretRights?: () => readonly string[]
  /** Header fields that a task card shows beside its title. */
  readonly taskFacts: readonly (keyof D['fields'] & string)[]
}

/** What an action changes beside its own document. */
interface PostHooks<D extends AnyDocument, F> {
  /** One plan for each action that posts. */
  readonly plans: { readonly [A in PostingActionOf<D>]: (subject: Subject<D>, facts: F) => Postings }
  /** What each side effect of the definition says. */
  readonly effects?: Readonly<Record<string, EffectBody>>
  /** What the system that follows its reserve is asked to hold, of the round as it was submitted. */
  readonly reserve?: EffectBody
  /**
   * What an action does through another writer of the kernel, which reads and refuses by itself: within the document's transaction, after
   * its own writes. A refusal undoes all of it.
   */
  readonly within?: { readonly [A in ActionOf<D>]?: WithinAction }
}

/** The server's side of a document, in the order in which an action runs: it loads, validates, derives and posts; lists and pages present. */
interface DocumentBinding<D extends AnyDocument, F> {
  readonly definition: D
  readonly load: LoadHooks<D, F>
  readonly validate: ValidateHooks<D, F>
  readonly derive: DeriveHooks<D, F>
  readonly present: PresentHooks<D>
  readonly post: PostHooks<D, F>
}

/** The document that an action has come to its end on. */
export interface Ended {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly drafterId: number
  readonly header: Readonly<Record<string, string | number | null | undefined>>
}

export type WithinAction = (tx: Tx, context: RequestContext, ended: Ended) => Promise<void>

/** A binding with its types forgotten, as the runner holds it. */
export interface ServerDocument {
  readonly definition: AnyDocument
  readonly facts: Readonly<Record<string, FactSpec<never, unknown>>>
  readonly locks?: RowLockSpec<never>
  scopeOf(facts: unknown): number | null
  organisationOf(content: unknown): string | null
  organisations?(content: unknown): Readonly<Record<string, string>>
  people?(content: unknown): Readonly<Record<string, readonly string[]>>
  concerned?(content: unknown): readonly string[]
  check(content: unknown, facts: unknown): readonly Refusal[]
  checkReduction?(lines: readonly ReducedLine[], facts: unknown): readonly Refusal[]
  computed(content: unknown, facts: unknown): Partial<Record<string, string | number | null>>
  computedLines?(content: unknown, facts: unknown): readonly Partial<Record<string, string | number | null>>[]
  lines?(content: unknown, facts: unknown): readonly Readonly<Record<string, string | number | null>>[]
  readonly within?: Readonly<Record<string, WithinAction>>
  bandAmount?(content: unknown): string
  variables(content: unknown, computed: Partial<Record<string, string | number | null>>): Variables
  readonly names: ReadNames
  readonly titled?: FindTitles
  readonly shownTo?: ShownTo
  readonly secretRights?: () => readonly string[]
  readonly taskFacts: readonly string[]
  readonly effects?: Readonly<Record<string, EffectBody>>
  readonly reserve?: EffectBody
  readonly asksFresh?: (header: Values) => boolean
  readonly plans: Readonly<Record<string, (subject: Subject<never>, facts: unknown) => Postings>>
}

/** The same where the types of its content and of its facts are still known. */
export interface BoundDocument<C, F> extends ServerDocument {
  /** For the compiler alone: no value is ever there. */
  readonly types?: readonly [content: C, facts: F]
}

/** Binds a definition to the server: facts, rules and posting plans. A missing plan does not compile. */
export function bindDocument<D extends AnyDocument, F>(binding: DocumentBinding<D, F>): BoundDocument<Content<D>, F> {
  const { definition, load, validate, derive, present, post } = binding
  return registerDocument({
    definition,
    ...load,
    ...validate,
    ...derive,
    ...present,
    ...post,
  } as unknown as ServerDocument)
}

/**
 * Makes a bound document known to the process. A side effect that nobody knows what to say of does not start, nor does a fact that
 * accompanies what its action does not read.
 */
export function registerDocument(document: ServerDocument): ServerDocument {
  const { definition } = document
  for (const name of Object.keys(definition.effects ?? {})) {
    if (!document.effects?.[name]) throw new Error(`${definition.name}: nothing is said of ${name}`)
  }
  const faults = sightFaults(document.facts, definition.actions)
  if (faults.length > 0) throw new Error(`${definition.name}: ${faults.join('; ')}`)
  if (definition.reserve && !document.reserve) throw new Error(`${definition.name}: nothing is said of its reserve`)
  bound.set(definition, document)
  all.push(document)
  return document
}

const bound = new WeakMap<AnyDocument, ServerDocument>()
const all: ServerDocument[] = []

/** Of every type that the process knows. */
export function boundDocuments(): readonly ServerDocument[] {
  return all
}

/** The server's side of a definition. */
export function serverDocumentOf(definition: AnyDocument): ServerDocument {
  const document = bound.get(definition)
  if (!document) throw new Error(`${definition.name} is not bound to the server`)
  return document
}

/** Lines as a reader may see them: by the names of the definition. */
export function linesShownTo(
  definition: AnyDocument,
  reader: LineReader,
  header: Values,
  lines: readonly Values[],
): readonly Values[] {
  return bound.get(definition)?.shownTo?.(reader, header, lines) ?? lines
}

/** By which lists over all types of document show what a document says. */
export function viewRights(documents: readonly Pick<ServerDocument, 'definition'>[]): readonly string[] {
  return documents.map(({ definition }) => definition.viewRight)
}
