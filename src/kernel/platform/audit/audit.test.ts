import { describe, expect, it } from 'vitest'
import { auditEntry, auditHash, type AuditRecord, canonicalJson } from './audit.ts'

const record: AuditRecord = {
  documentType: 'countryBudget',
  documentId: '1',
  action: 'submit',
  actorId: 7,
  at: new Date('2026-11-21T08:00:00Z'),
  fromState: null,
  toState: 'underApproval',
  detail: { total: '1.00', no: 'CB1' },
  requestId: 'r',
}

describe('canonical JSON of the audit', () => {
  it('canonical JSON does not depend on the order of keys at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
    expect(canonicalJson({ a: null, b: [{ c: 2, d: 1 }] })).toBe(canonicalJson({ b: [{ d: 1, c: 2 }], a: null }))
  })

  it('canonical JSON differs for different values', () => {
    const values = [
      null,
      0,
      '0',
      '',
      false,
      [],
      {},
      [null],
      { a: null },
      ['a', 'b'],
      ['a,b'],
      [['a'], 'b'],
      '{"a":1}',
      { a: 1 },
      'é',
      'e\u0301',
    ]
    expect(new Set(values.map(canonicalJson)).size).toBe(values.length)
  })

  it('canonical JSON leaves out undefined', () => expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}'))
})

describe('the hash chain of the audit', () => {
  it('the hash chain breaks when any field of an entry or its predecessor changes', () => {
    const before = Buffer.alloc(32, 1)
    const changes: Partial<AuditRecord>[] = [
      { documentType: 'x' },
      { documentId: '2' },
      { action: 'approve' },
      { actorId: 8 },
      { at: new Date(0) },
      { fromState: 'draft' },
      { toState: 'draft' },
      { detail: { total: '1.01', no: 'CB1' } },
      { requestId: 's' },
      { kind: 'read' },
      { subject: 'CB1' },
      { behalfOfId: 9 },
      { address: '::1' },
    ]
    const hashes = [{}, ...changes].map((change) => auditHash({ ...record, ...change }, before).toString('hex'))
    hashes.push(auditHash(record, null).toString('hex'), auditHash(record, Buffer.alloc(32, 2)).toString('hex'))
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('the hash chain passes each hash to the next entry', () => {
    const first = auditEntry(record, null)
    const second = auditEntry({ ...record, action: 'approve' }, first.hash)
    expect(second.statement.values).toContain(first.hash)
    expect(second.hash.equals(auditHash({ ...record, action: 'approve' }, first.hash))).toBe(true)
  })

  it('the hash of an entry does not depend on the key order of jsonb', () => {
    const kept = { ...record, detail: { no: 'CB1', total: '1.00' } }
    expect(auditHash(kept, null).equals(auditHash(record, null))).toBe(true)
  })
})
