import type { Principal } from '#kernel/platform/access/principal.ts'
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
  InputActionOf,
  InputOf,
  PostingActionOf,
  TablesOf,
} from '#kernel/engine/definition/definition.ts'
import type { ActedOn, ReducedLine, WithinAction } from './hook-inputs.ts'
import { axisFaults } from './axes/axis-faults.ts'
import { type FactSight, sightFaults } from './fact-sight.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import type { RawContent, ReadValues } from '#kernel/engine/definition/content.ts'
import type { Names } from '#kernel/engine/definition/view.ts'

export type AnyDocument = DocumentDefinition<string, Fields, Fields, string>

/** A document's row as stored: head columns, and a column for each header field. */
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

/** The inputs of a fact's statement: the document's id, and the content that came with the action. */
export interface FactRequest<D> {
  readonly documentId: string | null
  readonly content: Content<D> | null
  /** The input of an act as read; null where it takes none. */
  readonly input: ReadValues | null
  readonly raw: RawContent | null
  readonly principal: Principal
  readonly now: Date
}

/** One fact: a statement sent together with the lock, who may know its rows, and how they are parsed. */
export interface FactSpec<D, T, Name extends string = string> {
  /** Actions that need it; it is read for no other. */
  readonly actions: readonly ActionOf<D>[]
  /** The people who may know its rows where content is submitted; `Name` are the facts that it may accompany. */
  readonly sight: FactSight<Name>
  statement(request: FactRequest<D>): Statement
  read(rows: never[], request: FactRequest<D>): T
}

/**
 * Rows that a document refers to without a foreign key: locked before anything is read and until the commit, so that
 * nobody deletes them in between. Whoever deletes such a row locks it first and then looks for references.
 */
export interface RowLockSpec<D> {
  readonly actions: readonly ActionOf<D>[]
  /** Several are locked one after the other, in the order that all writers follow. */
  statement(request: FactRequest<D>): Statement | readonly Statement[]
}

export type FactSpecs<D, F> = { readonly [K in keyof F]: FactSpec<D, F[K], keyof F & string> }

/** The input of a posting plan; `I` is that of an act. */
export interface Subject<D, I = null> {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly header: HeaderOf<D>
  /** Header and lines of the content; null for actions that bring none. */
  readonly content: Content<D> | null
  /** The input of an act; null for actions that take none. */
  readonly input: I
  /** Open reservations of this round. */
  readonly reservations: readonly OpenReservation[]
  /** Partly approved lines by number; all others are approved in full. */
  readonly approved: ReadonlyMap<number, Amount>
}

/** The effects of an action besides its own document: returned by a plan, never done by it. */
export interface Postings {
  readonly legs: readonly Leg[]
  readonly reserve?: readonly Reservation[]
  readonly resolve?: readonly OpenReservation[]
  /** Inserts into the area's own tables that the postings need; they run before them. */
  readonly writes?: readonly Statement[]
}

type Values = Readonly<Record<string, unknown>>

/** Header fields with their values in the matching documents. */
export type TitleFacts = Readonly<Record<string, string | number>>

type FindTitles = (tx: Tx, language: Language, word: string) => Promise<readonly TitleFacts[]>

/**
 * `writer` is the author, where they read it themselves: codes that they may not see have no names, whatever they type.
 */
type ReadNames = (
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Pick<Principal, 'scope' | 'limits'>,
  /** Rows of further tables, by table. */
  tables?: Readonly<Record<string, readonly Values[]>>,
) => Promise<Names>

/** The reader of a document, and whether they wrote it. */
export interface LineReader {
  readonly principal: Pick<Principal, 'superAdmin' | 'rights' | 'grants'>
  readonly isDrafter: boolean
}

/** `table` is the further table whose rows are shown; without it they are the lines. */
type ShownTo = (reader: LineReader, header: Values, lines: readonly Values[], table?: string) => readonly Values[]

/** The facts and locks of an action before it decides, and the document's organisation. */
interface LoadHooks<D extends AnyDocument, F> {
  readonly facts: FactSpecs<D, F>
  readonly locks?: RowLockSpec<D>
  /** Organisation of the document, or null where the content names none that exists. */
  scopeOf(facts: F): number | null
  /** Code of that organisation, as the content names it: its role holders approve. */
  organisationOf(content: Content<D>): string | null
  /** Codes of other organisations whose people the route may ask, by the route's name for them: giver, receiver. */
  organisations?(content: Content<D>): Readonly<Record<string, string>>
  /** Accounts that the content itself names, or all people of a customer (`staffOf`), by the route's name for them. */
  people?(content: Content<D>): Readonly<Record<string, readonly string[]>>
  /** Accounts whom the document concerns: nobody decides about themselves. */
  concerned?(content: Content<D>): readonly string[]
}

/** Checks that may refuse. */
interface ValidateHooks<D extends AnyDocument, F> {
  /** Pure refusals of content against facts; the soft check uses the same rules. */
  check(content: Content<D>, facts: F): readonly Refusal[]
  /** Refusals of reductions of these lines, besides the rules for every type. */
  checkReduction?(lines: readonly ReducedLine[], facts: F): readonly Refusal[]
  /** Refusals of an agreement in a step of the route, by the step's key: what has to be there before its people agree. */
  readonly checkStep?: Readonly<Record<string, (facts: F) => readonly Refusal[]>>
  /** Refusals of the input of an act against facts and the document that it is about. */
  readonly checkAct?: {
    readonly [A in InputActionOf<D>]?: (input: InputOf<D, A>, facts: F, document: ActedOn<D>) => readonly Refusal[]
  }
  /** Whether this header needs a fresh sign-in, for actions that depend on it. */
  readonly asksFresh?: (header: Values) => boolean
}

type ComputedRows = readonly Partial<Record<string, string | number | null>>[]

/** Values that the server computes and never takes from the client. */
interface DeriveHooks<D extends AnyDocument, F> {
  /** The lines that a submit stores, where they differ from the input: known values added, empty ones removed. */
  lines?(content: Content<D>, facts: F): Content<D>['lines']
  /** Computed header fields. */
  computed(content: Content<D>, facts: F): Partial<Record<string, string | number | null>>
  /** Computed line fields, in line order. */
  computedLines?(content: Content<D>, facts: F): readonly Partial<Record<string, string | number | null>>[]
  /** Computed fields of further tables, in row order. */
  computedTables?(content: Content<D>, facts: F): { readonly [K in keyof TablesOf<D>]?: ComputedRows }
  /** The amount that decides the band, where it may exceed the view's amount: payments that include tax. */
  bandAmount?(content: Content<D>): string
  /** Variables of the approval route. */
  variables(content: Content<D>, computed: Partial<Record<string, string | number | null>>, facts: F): Variables
}

type IdleActs<Act extends string = string> = (documentId: string, now: Date) => Statement<{ readonly act: Act }>

/** The names and titles that readers of stored documents are shown. */
interface PresentHooks<D extends AnyDocument> {
  /** Names of the codes in headers and lines, as the definition's fields ask for them. */
  readonly names: ReadNames
  /** Which documents have this word in their title, by the fields it is made of: names of codes, periods. Other fields are not searched. */
  readonly titled?: FindTitles
  /** Its lines as a reader may see them, where not everybody who may see the document may see all of their content. */
  readonly shownTo?: ShownTo
  /**
   * What tells of values that need a right: route variables (yes or no) and computed header fields, each with the rights that one needs all of to know
   * it before the submit. Whoever could ask for it with one content after another would find the values by halving an interval.
   */
  readonly secretOutcomes?: Readonly<Record<string, readonly string[]>>
  /** Rights on which the visible content depends. */
  readonly secretRights?: () => readonly string[]
  /** Acts with an input that find nothing to do on a stored document now: pages do not offer them. The act itself refuses by its own check. */
  readonly idleActs?: IdleActs<InputActionOf<D>>
  /** Header fields that a task card shows beside its title. */
  readonly taskFacts: readonly (keyof D['fields'] & string)[]
}

/** The changes of an action besides its own document. */
interface PostHooks<D extends AnyDocument, F> {
  /** One plan for each action that posts. */
  readonly plans: { readonly [A in PostingActionOf<D>]: (subject: Subject<D, InputOf<D, A>>, facts: F) => Postings }
  /** The message of each side effect. */
  readonly effects?: Readonly<Record<string, EffectBody>>
  /** The request to the system that confirms its reserve, for the submitted round. */
  readonly reserve?: EffectBody
  /**
   * Work that an action does through another writer of the kernel, which reads and refuses by itself: in the document's
   * transaction, after its own writes. A refusal rolls all of it back.
   */
  readonly within?: { readonly [A in ActionOf<D>]?: WithinAction }
}

/** The server's side of a document, in the order in which an action runs: load, validate, derive and post; lists and pages present. */
interface DocumentBinding<D extends AnyDocument, F> {
  readonly definition: D
  readonly load: LoadHooks<D, F>
  readonly validate: ValidateHooks<D, F>
  readonly derive: DeriveHooks<D, F>
  readonly present: PresentHooks<D>
  readonly post: PostHooks<D, F>
}

/** A binding with its types erased, for the runner. */
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
  computedLines?(content: unknown, facts: unknown): ComputedRows
  computedTables?(content: unknown, facts: unknown): Readonly<Record<string, ComputedRows | undefined>>
  lines?(content: unknown, facts: unknown): readonly Readonly<Record<string, string | number | null>>[]
  readonly within?: Readonly<Record<string, WithinAction>>
  bandAmount?(content: unknown): string
  variables(content: unknown, computed: Partial<Record<string, string | number | null>>, facts: unknown): Variables
  readonly names: ReadNames
  readonly titled?: FindTitles
  readonly shownTo?: ShownTo
  readonly secretOutcomes?: Readonly<Record<string, readonly string[]>>
  readonly secretRights?: () => readonly string[]
  readonly idleActs?: IdleActs
  readonly taskFacts: readonly string[]
  readonly effects?: Readonly<Record<string, EffectBody>>
  readonly reserve?: EffectBody
  readonly asksFresh?: (header: Values) => boolean
  readonly plans: Readonly<Record<string, (subject: Subject<AnyDocument, unknown>, facts: unknown) => Postings>>
  readonly checkStep?: Readonly<Record<string, (facts: unknown) => readonly Refusal[]>>
  readonly checkAct?: Readonly<
    Record<string, (input: ReadValues, facts: unknown, document: ActedOn<AnyDocument>) => readonly Refusal[]>
  >
}

/** The same with the types of its content and its facts. */
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
 * Registers a bound document. Refuses to start with a side effect without a message, an input of what is no act, an axis that its
 * parts contradict, or a fact that accompanies one its action does not read.
 */
export function registerDocument(document: ServerDocument): ServerDocument {
  const { definition } = document
  for (const name of Object.keys(definition.effects ?? {})) {
    if (!document.effects?.[name]) throw new Error(`${definition.name}: nothing is said of ${name}`)
  }
  for (const [name, { input, content, by }] of Object.entries(definition.actions)) {
    if (input && (content || by === 'approval'))
      throw new Error(`${definition.name}: ${name} is no act, and takes no input`)
  }
  const faults = sightFaults(document.facts, definition.actions)
  if (faults.length > 0) throw new Error(`${definition.name}: ${faults.join('; ')}`)
  for (const name of Object.keys(definition.tables ?? {}))
    if (name in definition.fields || TAKEN.has(name)) throw new Error(`${definition.name}: a table cannot be ${name}`)
  if (definition.reserve && !document.reserve) throw new Error(`${definition.name}: nothing is said of its reserve`)
  const wrong = axisFaults(definition, TAKEN)
  if (wrong.length > 0) throw new Error(`${definition.name}: ${wrong.join('; ')}`)
  bound.set(definition, document)
  all.push(document)
  return document
}

/** Names that contents and documents have on the wire beside their fields. */
const TAKEN: ReadonlySet<string> = new Set(
  'id no version state line lines files source chosen tables drafter createdAt updatedAt submittedAt formInstanceId'
    .concat(' taskId contentHash opinion currentHolder waitingSince timezone effects reserve attachments')
    .split(' '),
)

const bound = new WeakMap<AnyDocument, ServerDocument>()
const all: ServerDocument[] = []

/** All registered types. */
export function boundDocuments(): readonly ServerDocument[] {
  return all
}

/** The server's side of a definition. */
export function serverDocumentOf(definition: AnyDocument): ServerDocument {
  const document = bound.get(definition)
  if (!document) throw new Error(`${definition.name} is not bound to the server`)
  return document
}

/** Lines as a reader may see them, by the definition's field names; of a part (parts.ts) the rows of its table. */
export function linesShownTo(
  definition: AnyDocument,
  reader: LineReader,
  header: Values,
  lines: readonly Values[],
  part: AnyDocument = definition,
): readonly Values[] {
  return bound.get(definition)?.shownTo?.(reader, header, lines, part.part) ?? lines
}

/** View rights by type, for lists over all types of document. */
export function viewRights(documents: readonly Pick<ServerDocument, 'definition'>[]): readonly string[] {
  return documents.map(({ definition }) => definition.viewRight)
}
