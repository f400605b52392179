import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { keptVersions, type NewVersion, type PublishedVersion } from '#kernel/engine/setting/setting.ts'

// Roles and grants are in tables that others write too: a migration, an import, the demonstration. The tables' content is in force; it
// counts as the newest version even if nobody published it, and becomes a row once somebody publishes after it.

/** The published versions, preceded by the current content where that differs. */
export async function versionsWith<C>(
  tx: Tx,
  kind: string,
  key: string,
  live: C | null,
): Promise<readonly PublishedVersion<C>[]> {
  const kept = await keptVersions<C>(tx, kind, key)
  const [newest] = kept
  if (live === null || (newest && canonicalJson(newest.content) === canonicalJson(live))) return kept
  const version = (newest?.meta.version ?? 0) + 1
  return [{ meta: { version, note: null, created_at: null, drafted: null, published: null }, content: live }, ...kept]
}

const insertBefore = prepared(
  'permission.version-before',
  `insert into setting_version (kind, key, version, content, at) select $1, $2, $3::int, $4::jsonb, $5::timestamptz
   where $3::int > 0 and not exists (select from setting_version where kind = $1 and key = $2 and version = $3::int)`,
)
const insertNext = prepared(
  'permission.version-next',
  `insert into setting_version (kind, key, version, content, note, drafted_by, published_by, at)
   values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)`,
)

/** Stores the previous content, if nobody published it, and the new one. */
export function insertWith<C>(kind: string, next: NewVersion<C>): readonly Statement[] {
  const { key, version, before, content, note, draftedBy, publishedBy, at } = next
  return [
    insertBefore(kind, key, version - 1, JSON.stringify(before), at),
    insertNext(kind, key, version, JSON.stringify(content), note, draftedBy, publishedBy, at),
  ]
}
