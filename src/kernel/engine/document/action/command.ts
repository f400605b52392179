import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { lineLimitOf } from './line-limit.ts'
import type { Action, Content } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument } from '../server-document.ts'

/** One request to act on a document. */
export interface Command {
  readonly action: string
  /** The document, or null to raise a new one; an action by task names it by `formInstanceId`. */
  readonly id: string | null
  /** Version that the caller saw; required to change a document that exists. */
  readonly version: number | null
  readonly formInstanceId: string | null
  readonly taskId: string | null
  readonly contentHash: string | null
  readonly opinion: string
  /** Accounts that a verb is about: who gets the task, the question, the copy. */
  readonly people?: readonly string[]
  readonly position?: 'before' | 'after'
  /** Key of the step to return to, or whose people are found anew; without it the drafter. */
  readonly toStep?: string | null
  /** Accounts for steps ahead, by the step's key. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>
  /** Keys of files that go with the opinion. */
  readonly files?: readonly string[]
  /** Lines of which less is agreed to than stands, and why. */
  readonly less?: { readonly reason: string; readonly lines: readonly ReducedAmountInput[] }
  /** Content that comes with save and submit, as it arrived. */
  readonly raw: RawContent | null
}

/** A request that says no more than this: neither a document nor a task, content or opinion unless it is said. */
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

/** A line by its number, and what of it is agreed to, as it came in. */
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

/** A submit reads its content strictly and refuses at once what is malformed; a draft is kept as it is, within its bounds (draft.ts). */
export function readCommandContent(
  definition: AnyDocument,
  action: Action,
  command: Command,
): Content<AnyDocument> | null {
  if (!action.content) return null
  const raw = command.raw ?? {}
  const { content, refusals } = readContent(definition, raw, { lineLimit: lineLimitOf(definition, raw) })
  if (action.content === 'submitted' && refusals.length > 0) throw new Refused(refusals)
  // A draft may be incomplete, but not homeless: these fields say whose it is.
  const homeless = refusals.filter(
    (refusal) => refusal.row === undefined && action.needs?.includes(refusal.field ?? ''),
  )
  if (homeless.length > 0) throw new Refused(homeless)
  return content
}

/** Statements sent in the first flight, with a slot for each answer. */
export class Reads {
  readonly statements: Statement[] = []

  add<Row>(statement: Statement<Row>): (rows: unknown[][]) => Row[] {
    const slot = this.statements.push(statement) - 1
    return (rows) => (rows[slot] ?? []) as Row[]
  }
}

/** `202611`: number series start anew each month, by the calendar of where the drafter works. */
export function period(zone: string, now: Date): string {
  return dayIn(zone, now).slice(0, 7).replace('-', '')
}

/** What an approval is bound to: the content as it was submitted, with what is in its files. */
export function hashContent(
  header: Readonly<Record<string, unknown>>,
  lines: readonly unknown[],
  files: readonly unknown[] = [],
): string {
  return createHash('sha256')
    .update(canonicalJson(files.length > 0 ? [header, lines, files] : [header, lines]))
    .digest('base64url')
}
