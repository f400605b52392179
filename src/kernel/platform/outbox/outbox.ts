import type { NotificationIntent } from './notification-intent.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

const insertMessage = prepared('outbox.insert', 'insert into outbox (topic, payload) values ($1, $2)')

/** One version of a record; a message may hold a thousand. */
export type WrittenRecord = readonly [
  id: string,
  version: number,
  act: string,
  key: string,
  scopeId: number | null,
  /** Its last state, where the record was removed. */
  state: string | null,
]

/** The action of a definition that a message's act completed, for areas that follow it. */
export interface CompletedAction {
  readonly did: string
  readonly no: string
  readonly round: number
  readonly actorId: number | null
  readonly at: string
  /** Of acts on a document after its approval, which may be done more than once: its number among them. */
  readonly sequence?: number
}

/** The outbox message of an action, published after its commit. `kind` is the list that changed. */
export interface DocumentChanged {
  readonly documentType: string
  readonly documentId: string
  readonly action: string
  /** Kinds of list whose totals are outdated. */
  readonly kinds: readonly string[]
  /** People whose tasks changed. */
  readonly inboxOf: readonly number[]
  /** Notifications about its approval. */
  readonly notices?: readonly NotificationIntent[]
  readonly round?: number
  readonly no?: string
  /** Null for acts of the clock. */
  readonly actorId?: number | null
  readonly opinion?: string | null
  /** Written versions of records, for synchronization. */
  readonly written?: readonly WrittenRecord[]
  readonly writtenBy?: number
  /** When it was done; delivery may be later. */
  readonly at?: string
  /** Where the act completed an action: of all approvals of a round only the last one does. */
  readonly completed?: CompletedAction
}

/** One row per action; nothing notifies inside a business transaction. */
export function documentChanged(message: DocumentChanged): Statement {
  // The inbox has a change mark of its own, over all types of document.
  const kinds = message.inboxOf.length > 0 ? [...message.kinds, 'approval'] : message.kinds
  return insertMessage('document.changed', JSON.stringify({ ...message, kinds }))
}
