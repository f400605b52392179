import type { RequestContext } from '#kernel/access/principal.ts'
import type { PersonView } from '#kernel/approval/approval-wire.ts'
import { auditEntry, canonicalJson } from '#kernel/audit/audit.ts'
import type { Statement } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { type Refusal, Refused, required } from '#kernel/errors/errors.ts'
import { refusalText } from '#kernel/i18n/texts.ts'
import { routingErrors } from '../routing.errors.ts'
import type { ContentOf, DraftView, SettingKind, SettingView, VersionView } from '../routing-wire.ts'
import {
  chainSetting,
  deleteDraft,
  draftOf,
  type DraftRow,
  holdSetting,
  insertDraft,
  makeSetting,
  updateDraft,
  type VersionMeta,
} from './setting.queries.ts'

// Templates, bands and rates are changed in one way: somebody drafts, somebody else publishes, nothing published changes.

export interface PublishedVersion<C> {
  readonly meta: VersionMeta
  readonly content: C
}

export interface NewVersion<C> {
  readonly key: string
  readonly version: number
  readonly content: C
  readonly note: string | null
  readonly draftedBy: number
  readonly publishedBy: number
  readonly at: Date
}

/** What differs between the kinds. */
export interface Setting<K extends SettingKind> {
  readonly kind: K
  /** Newest first. */
  versions(tx: Tx, key: string): Promise<readonly PublishedVersion<ContentOf[K]>[]>
  /** What keeps a content from being published. */
  check(tx: Tx, key: string, content: ContentOf[K]): Promise<readonly Refusal[]>
  insert(version: NewVersion<ContentOf[K]>): readonly Statement[]
  /** What else is so from now on, in the same transaction. */
  published?(tx: Tx, version: NewVersion<ContentOf[K]>, requestId: string): Promise<void>
}

const personView = (context: RequestContext, who: { account: string; zh: string; en: string }): PersonView => ({
  account: who.account,
  name: who[context.language],
})

export async function readSetting<K extends SettingKind>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<K>,
  key: string,
): Promise<SettingView<ContentOf[K]>> {
  const [versions, draft] = await Promise.all([setting.versions(tx, key), tx.first(draftOf(setting.kind, key))])
  return {
    key,
    versions: versions.map((version): VersionView<ContentOf[K]> => {
      const { drafted, published, note, created_at: at } = version.meta
      return {
        version: version.meta.version,
        content: version.content,
        note,
        draftedBy: drafted && personView(context, drafted),
        publishedBy: published && personView(context, published),
        publishedAt: at.toISOString(),
      }
    }),
    draft: draft ? await draftView(tx, context, setting, draft) : null,
  }
}

async function draftView<K extends SettingKind>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<K>,
  row: DraftRow,
): Promise<DraftView<ContentOf[K]>> {
  const content = row.content as ContentOf[K]
  const problems = await setting.check(tx, row.key, content)
  return {
    version: row.version,
    baseVersion: row.base_version,
    content,
    note: row.note,
    editedBy: personView(context, row.editor),
    editedAt: row.edited_at.toISOString(),
    isMine: row.edited_by === context.principal.userId,
    problems: problems.map((problem) => ({
      row: problem.row ?? null,
      field: problem.field ?? null,
      msg: refusalText(context.language, problem),
    })),
  }
}

/** The draft as the caller last saw it, held until the end; 0 where he saw none. */
async function hold(tx: Tx, context: RequestContext, kind: SettingKind, key: string, version: number) {
  await tx.run(makeSetting(kind, key))
  const held = await tx.first(holdSetting(kind, key))
  if (!held) throw new Error(`no setting ${kind} ${key}`)
  const draft = await tx.first(draftOf(kind, key))
  if (draft && draft.version !== version) {
    const by = draft.editor[context.language]
    throw new Refused(routingErrors.draftStale({ by, at: draft.edited_at.toISOString() }))
  }
  if (!draft && version > 0) throw new Refused(routingErrors.noDraft())
  return { held, draft }
}

export async function saveDraft<K extends SettingKind>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<K>,
  input: { readonly key: string; readonly version: number; readonly content: ContentOf[K]; readonly note: string },
): Promise<DraftView<ContentOf[K]>> {
  const { key, content, note } = input
  const { kind } = setting
  const { draft } = await hold(tx, context, kind, key, input.version)
  const { userId } = context.principal
  const json = JSON.stringify(content)
  if (draft) await tx.run(updateDraft(kind, key, json, note, userId, context.now))
  else {
    const [newest] = await setting.versions(tx, key)
    await tx.run(insertDraft(kind, key, newest?.meta.version ?? 0, json, note, userId, context.now))
  }
  return await draftView(tx, context, setting, required(await tx.first(draftOf(kind, key)), routingErrors.noDraft()))
}

export async function discardDraft(
  tx: Tx,
  context: RequestContext,
  { kind }: { readonly kind: SettingKind },
  input: { readonly key: string; readonly version: number },
): Promise<void> {
  const { held, draft } = await hold(tx, context, kind, input.key, input.version)
  const found = required(draft, routingErrors.noDraft())
  await tx.run(deleteDraft(kind, input.key))
  await audit(tx, context, kind, input.key, held, 'discardDraft', { baseVersion: found.base_version })
}

/** What somebody else drafted becomes the next version, as it was shown to the publisher. */
export async function publishDraft<K extends SettingKind>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<K>,
  input: { readonly key: string; readonly version: number },
): Promise<number> {
  const { kind } = setting
  const { key } = input
  const { held, draft } = await hold(tx, context, kind, key, input.version)
  const found = required(draft, routingErrors.noDraft())
  const { userId } = context.principal
  if (found.edited_by === userId) throw new Refused(routingErrors.secondPerson())
  const [newest] = await setting.versions(tx, key)
  const current = newest?.meta.version ?? 0
  if (found.base_version !== current) throw new Refused(routingErrors.baseMoved({ version: current }))
  const content = found.content as ContentOf[K]
  if (newest && canonicalJson(newest.content) === canonicalJson(content))
    throw new Refused(routingErrors.nothingChanged())
  const problems = await setting.check(tx, key, content)
  if (problems.length > 0) throw new Refused([routingErrors.incomplete({ count: problems.length }), ...problems])
  const version = current + 1
  const note = found.note.trim() === '' ? null : found.note.trim()
  const published = { key, version, content, note, draftedBy: found.edited_by, publishedBy: userId, at: context.now }
  for (const statement of setting.insert(published)) await tx.run(statement)
  await setting.published?.(tx, published, context.requestId)
  await tx.run(deleteDraft(kind, key))
  await audit(tx, context, kind, key, held, 'publish', { version, draftedBy: found.edited_by, note, content })
  return version
}

const AUDITED: Readonly<Record<SettingKind, string>> = {
  template: 'approvalTemplate',
  bands: 'approvalBands',
  rates: 'yearRates',
}

async function audit(
  tx: Tx,
  context: RequestContext,
  kind: SettingKind,
  key: string,
  held: { readonly id: string; readonly audit_hash: Buffer | null },
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = auditEntry(
    {
      documentType: AUDITED[kind],
      documentId: held.id,
      action,
      actorId: context.principal.userId,
      at: context.now,
      fromState: null,
      toState: null,
      detail: { key, ...detail },
      requestId: context.requestId,
    },
    held.audit_hash,
  )
  await tx.run(entry.statement)
  await tx.run(chainSetting(kind, key, entry.hash))
}
