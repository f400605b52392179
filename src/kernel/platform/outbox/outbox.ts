import type { NotificationIntent } from './notification-intent.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

const insertMessage = prepared('outbox.insert', 'insert into outbox (topic, payload) values ($1, $2)')

/** One version of a record: a thousand of them are one message. */
export type WrittenRecord = readonly [
  id: string,
  version: number,
  act: string,
  key: string,
  scopeId: number | null,
  /** The last it had, where it is gone. */
  state: string | null,
]

/** What an action tells the world after its commit. `kind` is the list that changed. */
export interface DocumentChanged {
  readonly documentType: string
  readonly documentId: string
  readonly action: string
  /** Kinds of list whose totals are no longer true. */
  readonly kinds: readonly string[]
  /** People for whom a task came or went. */
  readonly inboxOf: readonly number[]
  /** What people are told of its approval. */
  readonly notices?: readonly NotificationIntent[]
  readonly round?: number
  readonly no?: string
  /** Null for what the clock did. */
  readonly actorId?: number | null
  readonly opinion?: string | null
  /** Of records: what was written, for those who tell other systems of it. */
  readonly written?: readonly WrittenRecord[]
  readonly writtenBy?: number
  /** When it was done; what is told may be told later. */
  readonly at?: string
}

/** One row an action; nothing notifies inside a business transaction (law 10). */
export function documentChanged(message: DocumentChanged): Statement {
  // Boxes of the inbox are counted by a mark of their own, over all types of document.
  const kinds = message.inboxOf.length > 0 ? [...message.kinds, 'approval'] : message.kinds
  return insertMessage('document.changed', JSON.stringify({ ...message, kinds }))
}
