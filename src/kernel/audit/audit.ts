import { createHash, hash } from 'node:crypto'
import { prepared, type Statement } from '#kernel/db/statement.ts'

export interface AuditRecord {
  readonly documentType: string
  readonly documentId: string
  readonly action: string
  readonly actorId: number
  readonly at: Date
  readonly fromState: string | null
  /** Null where the document is gone. */
  readonly toState: string | null
  readonly detail: unknown
  readonly requestId: string
}

const insertEntry = prepared(
  'audit.insert',
  `insert into audit_entry (document_type, document_id, action, actor_id, at, from_state, to_state, detail, request_id, previous_hash, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

/**
 * The audit row of an action and its hash. It is chained to the previous row of the same document, whose lock is
 * held, so chains never wait for each other (law 3).
 */
export function auditEntry(
  record: AuditRecord,
  previousHash: Buffer | null,
): { readonly statement: Statement; readonly hash: Buffer } {
  const hash = auditHash(record, previousHash)
  return {
    hash,
    statement: insertEntry(
      record.documentType,
      record.documentId,
      record.action,
      record.actorId,
      record.at,
      record.fromState,
      record.toState,
      JSON.stringify(record.detail),
      record.requestId,
      previousHash,
      hash,
    ),
  }
}

export function auditHash(record: AuditRecord, previousHash: Buffer | null): Buffer {
  const { documentType, documentId, action, actorId, at, fromState, toState, detail, requestId } = record
  const text = canonicalJson([
    documentType,
    documentId,
    action,
    actorId,
    at.toISOString(),
    fromState,
    toState,
    detail,
    requestId,
  ])
  // In one call where nothing goes before it, as for each row that an import makes.
  if (!previousHash) return hash('sha256', text, 'buffer')
  return createHash('sha256').update(previousHash).update(text).digest()
}

/** JSON with sorted keys: the database keeps jsonb in an order of its own, and the hash must not depend on it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    let text = ''
    for (const key of Object.keys(value).sort()) {
      const entry = (value as Readonly<Record<string, unknown>>)[key]
      if (entry !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(entry)}`
    }
    return `{${text}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** An audit row beside the hash of the row before it of the same document. */
export interface ChainedRecord extends AuditRecord {
  readonly previousHash: Buffer | null
}

const insertEntries = prepared(
  'audit.insert-many',
  `insert into audit_entry (document_type, document_id, action, actor_id, at, from_state, to_state, detail, request_id, previous_hash, hash)
   select * from unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::timestamptz[], $6::text[], $7::text[], $8::jsonb[], $9::text[], $10::bytea[], $11::bytea[])`,
)

/** Audit rows of many documents at once, one each: the hashes for the documents' rows, and one statement for those that are kept. */
export function auditRows(records: readonly ChainedRecord[]): {
  readonly hashes: readonly Buffer[]
  readonly statement: (kept: readonly boolean[]) => Statement
} {
  const hashes = records.map((record) => auditHash(record, record.previousHash))
  return {
    hashes,
    statement(kept) {
      const of = <T>(read: (record: ChainedRecord, index: number) => T): T[] =>
        records.map(read).filter((_, index) => kept[index])
      return insertEntries(
        of(({ documentType }) => documentType),
        of(({ documentId }) => documentId),
        of(({ action }) => action),
        of(({ actorId }) => actorId),
        of(({ at }) => at),
        of(({ fromState }) => fromState),
        of(({ toState }) => toState),
        of(({ detail }) => JSON.stringify(detail)),
        of(({ requestId }) => requestId),
        of(({ previousHash }) => previousHash),
        of((_, index) => hashes[index]),
      )
    },
  }
}
