import { type AuditKind, auditHash } from './audit.ts'

/** An entry as stored. */
export interface StoredEntry {
  readonly id: string
  readonly xid: string
  readonly kind: AuditKind
  readonly document_type: string | null
  readonly document_id: string | null
  readonly subject: string | null
  readonly action: string
  readonly actor_id: number | null
  readonly behalf_of_id: number | null
  readonly at: Date
  readonly from_state: string | null
  readonly to_state: string | null
  readonly detail: unknown
  readonly request_id: string
  readonly address: string | null
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

/** The hash that it should have, given the previous entry that it names. */
export function hashOfStored(row: Omit<StoredEntry, 'id' | 'xid' | 'hash'>): Buffer {
  const record = {
    kind: row.kind,
    documentType: row.document_type,
    documentId: row.document_id,
    subject: row.subject,
    action: row.action,
    actorId: row.actor_id,
    behalfOfId: row.behalf_of_id,
    at: row.at,
    fromState: row.from_state,
    toState: row.to_state,
    detail: row.detail,
    requestId: row.request_id,
    address: row.address,
  }
  return auditHash(record, row.previous_hash)
}
