import { createHash, hash } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { manyRows } from '#kernel/platform/db/many-rows.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

/**
 * - `change`: a document, a record or a setting changed.
 * - `call`: a writing call did something else.
 * - `refusal`: a person tried something that they may not do.
 * - `read`: a person was shown sensitive data.
 */
export type AuditKind = 'change' | 'call' | 'refusal' | 'read'

/** The person who acted, on whose behalf, and from where. */
export interface AuditOrigin {
  /** Null for a person who is not signed in. */
  readonly actorId: number | null
  /** The person acted for: a substitute's principal, or the person whose view an administrator opened. */
  readonly behalfOfId?: number | null
  readonly address?: string | null
  readonly requestId: string
}

export interface AuditRecord extends AuditOrigin {
  readonly kind?: AuditKind
  readonly documentType: string | null
  readonly documentId: string | null
  /** The text that people search by: the number of a document, the key of a record, the path of a call. */
  readonly subject?: string | null
  readonly action: string
  readonly at: Date
  readonly fromState: string | null
  /** Null where the document is gone. */
  readonly toState: string | null
  /** For changes, `changes` holds the old and new value of each field. */
  readonly detail: unknown
}

/** The part of an entry that follows from the principal; every writer of entries uses it. */
export function auditedBy({
  principal,
  requestId,
  address,
}: Pick<RequestContext, 'principal' | 'requestId'> & { readonly address?: string | undefined }): AuditOrigin {
  const { userId, viewer } = principal
  const from = { requestId, address: address ?? null }
  // The viewer, not the viewed person, is the actor.
  if (viewer) return { actorId: viewer.userId, behalfOfId: userId, ...from }
  return { actorId: userId === 0 ? null : userId, ...from }
}

const COLUMNS =
  'kind, document_type, document_id, subject, action, actor_id, behalf_of_id, at, from_state, to_state, detail, request_id, address, previous_hash, hash'

const insertEntry = prepared(
  'audit.insert',
  `insert into audit_entry (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
)

/**
 * The audit row of an action and its hash. It is chained to the previous row of the same document, whose lock is
 * held, so chains never wait for each other.
 */
export function auditEntry(
  record: AuditRecord,
  previousHash: Buffer | null,
): { readonly statement: Statement; readonly hash: Buffer } {
  const hash = auditHash(record, previousHash)
  return {
    hash,
    statement: insertEntry(
      record.kind ?? 'change',
      record.documentType,
      record.documentId,
      record.subject ?? null,
      record.action,
      record.actorId,
      record.behalfOfId ?? null,
      record.at,
      record.fromState,
      record.toState,
      JSON.stringify(record.detail),
      record.requestId,
      record.address ?? null,
      previousHash,
      hash,
    ),
  }
}

/** The hash of an entry: of everything in it but its place in the table, and of the hash of the entry before it of the same document. */
export function auditHash(record: AuditRecord, previousHash: Buffer | null): Buffer {
  const { kind, documentType, documentId, subject, action, actorId, behalfOfId, at, fromState, toState, detail } =
    record
  const { requestId, address } = record
  const text = canonicalJson([
    kind ?? 'change',
    documentType,
    documentId,
    subject ?? null,
    action,
    actorId,
    behalfOfId ?? null,
    at.toISOString(),
    fromState,
    toState,
    detail,
    requestId,
    address ?? null,
  ])
  // In one call where nothing goes before it, as for each row that an import makes.
  if (!previousHash) return hash('sha256', text, 'buffer')
  return createHash('sha256').update(previousHash).update(text).digest()
}

/** JSON with sorted keys: the database orders jsonb in its own way, and the hash must not depend on that. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) {
    let text = ''
    for (let index = 0; index < value.length; index += 1)
      text += `${index === 0 ? '' : ','}${canonicalJson(value[index])}`
    return `[${text}]`
  }
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

/** An audit row with the hash of the previous row of the same document. */
export interface ChainedRecord extends AuditRecord {
  readonly previousHash: Buffer | null
}

/** Audit rows of many documents at once, one each: the hashes for the documents' rows, and one statement that inserts the entries. */
export function auditRows(records: readonly ChainedRecord[]): {
  readonly hashes: readonly Buffer[]
  readonly statement: (kept?: readonly boolean[]) => Statement
} {
  const hashes = records.map((record) => auditHash(record, record.previousHash))
  return {
    hashes,
    statement(kept) {
      const isKept = (_: unknown, index: number) => kept?.[index] ?? true
      return insertEntries(records.filter(isKept), hashes.filter(isKept))
    },
  }
}

function insertEntries(records: readonly ChainedRecord[], hashes: readonly Buffer[]): Statement {
  const column = (name: string, type: string, read: (record: ChainedRecord) => unknown) => ({
    name,
    type,
    values: records.map((record) => read(record) ?? null),
  })
  const columns = [
    { name: 'hash', type: 'bytea', values: hashes },
    column('kind', 'text', ({ kind }) => kind ?? 'change'),
    column('document_type', 'text', ({ documentType }) => documentType),
    column('document_id', 'bigint', ({ documentId }) => documentId),
    column('subject', 'text', ({ subject }) => subject),
    column('action', 'text', ({ action }) => action),
    column('actor_id', 'int', ({ actorId }) => actorId),
    column('behalf_of_id', 'int', ({ behalfOfId }) => behalfOfId),
    column('at', 'timestamptz', ({ at }) => at),
    column('from_state', 'text', ({ fromState }) => fromState),
    column('to_state', 'text', ({ toState }) => toState),
    { ...column('detail', 'jsonb', ({ detail }) => detail), keepsNull: true as const },
    column('request_id', 'text', ({ requestId }) => requestId),
    column('address', 'text', ({ address }) => address),
    column('previous_hash', 'bytea', ({ previousHash }) => previousHash),
  ]
  const { list, from, values } = manyRows(columns)
  return {
    text: `insert into audit_entry (${columns.map(({ name }) => name).join(', ')}) select ${list.join(', ')} from ${from}`,
    values,
  }
}
