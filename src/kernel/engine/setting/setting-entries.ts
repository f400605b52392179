import { createHash } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { auditEntry, auditedBy, canonicalJson } from '#kernel/platform/audit/audit.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { NewVersion, Setting } from './setting.ts'
import { chainSetting, insertVersion } from './setting.queries.ts'

// Writes the version and the audit entry of a changed setting.

export function kept<C>(kind: string, version: NewVersion<C>): Statement {
  const { key, content, note, draftedBy, publishedBy, at } = version
  return insertVersion(kind, key, version.version, JSON.stringify(content), note, draftedBy, publishedBy, at)
}

export async function audit<C>(
  tx: Tx,
  context: RequestContext,
  { kind, audited }: Setting<C>,
  key: string,
  held: { readonly id: string; readonly audit_hash: Buffer | null },
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = auditEntry(
    {
      documentType: audited,
      documentId: held.id,
      action,
      ...auditedBy(context),
      subject: key,
      at: context.now,
      fromState: null,
      toState: null,
      detail: { key, ...detail },
    },
    held.audit_hash,
  )
  await tx.run(entry.statement)
  await tx.run(chainSetting(kind, key, entry.hash))
}

/** Tells whether the content that a draft began with is still the one in force. */
export function contentHash(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}
