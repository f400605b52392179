import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { inputDefinition } from '#kernel/engine/definition/act.ts'
import { type RawContent, readContent, readInput, type ReadValues } from '#kernel/engine/definition/content.ts'
import { limitsOf } from './line-limit.ts'
import type { Action, Content } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument } from '../server-document.ts'

/** One request to act on a document. */
export interface Command {
  readonly action: string
  /** The document, or null to create one; an action by task names it by `formInstanceId`. */
  readonly id: string | null
  /** Version that the caller saw; required to change an existing document. */
  readonly version: number | null
  readonly formInstanceId: string | null
  readonly taskId: string | null
  readonly contentHash: string | null
  readonly opinion: string
  /** Accounts that a verb concerns: who gets the task, the question, the copy. */
  readonly people?: readonly string[]
  readonly position?: 'before' | 'after'
  /** Key of the step to return to, or whose people are renewed; by default the drafter. */
  readonly toStep?: string | null
  /** Accounts for steps ahead, by the step's key. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>
  /** Keys of files attached to the opinion. */
  readonly files?: readonly string[]
  /** Lines that are approved in part, and the reason. */
  readonly less?: { readonly reason: string; readonly lines: readonly ReducedAmountInput[] }
  /** Raw content of save and submit. */
  readonly raw: RawContent | null
  /** The push that a retry repeats, by its name and receiver; without it all that failed. */
  readonly push?: PushAddress
  /** Raw input of an act. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** The defaults of a request: no document, task, content or opinion. */
export function commandOf(said: Partial<Command> & Pick<Command, 'action'>): Command {
  return {
    id: null,
    version: null,
    formInstanceId: null,
    taskId: null,
    contentHash: null,
    opinion: '',
    raw: null,
    ...said,
  }
}

/** One push of a document. */
export interface PushAddress {
  readonly effect: string
  /** Code of the receiver; empty where there is one only. */
  readonly receiver: string
}

/** A line by number and its approved amount, unparsed. */
export interface ReducedAmountInput {
  readonly line: number
  readonly amount: string
}

/** The answer of every action; a repeat of its key gets the same again. */
export interface ActionAnswer {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: string
  readonly formInstanceId: string | null
  readonly templateCode: string | null
  readonly nextTask: { readonly taskId: string; readonly formInstanceId: string; readonly docType: string } | null
}

/** A submit parses its content strictly and refuses malformed values; a draft is stored as it is, within its bounds (draft.ts). */
export function readCommandContent(
  definition: AnyDocument,
  action: Action,
  command: Command,
): Content<AnyDocument> | null {
  if (!action.content) return null
  const raw = command.raw ?? {}
  const { content, refusals } = readContent(definition, raw, limitsOf(definition, raw))
  if (action.content === 'submitted' && refusals.length > 0) throw new Refused(refusals)
  // A draft may be incomplete, but these fields decide its organisation.
  const homeless = refusals.filter(
    (refusal) =>
      refusal.row === undefined && refusal.table === undefined && action.needs?.includes(refusal.field ?? ''),
  )
  if (homeless.length > 0) throw new Refused(homeless)
  return content
}

/** The input of an act, read strictly; null where it takes none. */
export function readCommandInput(definition: AnyDocument, { action, input = {} }: Command): ReadValues | null {
  const fields = inputDefinition(definition, action)
  if (!fields) return null
  const read = readInput(fields, input)
  if (read.refusals.length > 0) throw new Refused(read.refusals)
  return read.input
}

/** Statements of the first flight, with a slot for each result. */
export class Reads {
  readonly statements: Statement[] = []

  add<Row>(statement: Statement<Row>): (rows: unknown[][]) => Row[] {
    const slot = this.statements.push(statement) - 1
    return (rows) => (rows[slot] ?? []) as Row[]
  }
}

/** `202611`: number series restart each month, in the drafter's time zone. */
export function period(zone: string, now: Date): string {
  return dayIn(zone, now).slice(0, 7).replace('-', '')
}

/** The approval is bound to this hash: the submitted content, with the rows of further tables, and its files' content. */
export function hashContent(
  header: Readonly<Record<string, unknown>>,
  {
    lines,
    tables,
  }: { readonly lines: readonly unknown[]; readonly tables?: Readonly<Record<string, readonly unknown[]>> },
  files: readonly unknown[] = [],
): string {
  const rows = tables ? { ...tables, lines } : lines
  return createHash('sha256')
    .update(canonicalJson(files.length > 0 ? [header, rows, files] : [header, rows]))
    .digest('base64url')
}
