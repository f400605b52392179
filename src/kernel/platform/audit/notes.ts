import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { type AuditOrigin, auditRows } from './audit.ts'

// Refused attempts and sensitive reads change nothing, so they are logged apart from the call: they wait in memory for
// at most a second and are written together, which bounds the writes that frequent attempts can cause.

/** An event to log that changed nothing. */
export interface Note extends AuditOrigin {
  readonly kind: 'refusal' | 'read'
  readonly documentType?: string | null
  readonly documentId?: string | null
  readonly subject: string
  /** The key of the refusal, or what was read. */
  readonly action: string
  readonly at: Date
  readonly detail: Readonly<Record<string, unknown>>
}

export interface AuditNotes {
  add(note: Note): void
  /** Writes the waiting notes. */
  flush(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 1_000
/** Most different notes that may wait; further ones are only counted. */
const MOST = 2_000

interface Waiting {
  readonly note: Note
  count: number
}

/** Collects the notes of one process. The same attempt again within a second becomes one entry with a count. */
export function auditNotes(pool: TransactionPool, onFailure: (error: unknown) => void): AuditNotes {
  let waiting = new Map<string, Waiting>()
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const taken = [...waiting.values()]
    const lost = dropped
    waiting = new Map()
    dropped = 0
    const last = taken.at(-1)
    if (!last) return
    const records = taken.map(({ note, count }) => ({
      documentType: null,
      documentId: null,
      ...note,
      fromState: null,
      toState: null,
      detail: count > 1 ? { ...note.detail, count } : note.detail,
      previousHash: null,
    }))
    if (lost > 0) {
      const { at } = last.note
      const more = {
        kind: 'refusal',
        documentType: null,
        documentId: null,
        subject: '',
        action: 'more',
        actorId: null,
      } as const
      records.push({
        ...more,
        requestId: last.note.requestId,
        at,
        fromState: null,
        toState: null,
        detail: { count: lost },
        previousHash: null,
      })
    }
    const { statement } = auditRows(records)
    await transaction(pool, (tx) => tx.run(statement()))
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return (writing = writing.then(write).catch(onFailure))
  }

  return {
    add(note) {
      const {
        kind,
        actorId,
        behalfOfId = null,
        address = null,
        subject,
        action,
        documentType = null,
        documentId = null,
      } = note
      const same = JSON.stringify([kind, actorId, behalfOfId, address, subject, action, documentType, documentId])
      const found = waiting.get(same)
      if (found) found.count += 1
      else if (waiting.size < MOST) waiting.set(same, { note, count: 1 })
      else dropped += 1
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
    },
    flush,
    async close() {
      await flush()
    },
  }
}
