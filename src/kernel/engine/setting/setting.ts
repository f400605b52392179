import type { TSchema } from 'typebox'
import { may, narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { requireCompanyWide } from '#kernel/platform/access/company-wide.ts'
import type { PersonView } from '#kernel/engine/approval/approval-wire.ts'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { changesOf } from '#kernel/platform/audit/call-entry.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused, required } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import { tellProcesses } from '#kernel/platform/parameter/live.ts'
import type { DraftView, SettingView, VersionView } from './setting-wire.ts'
import {
  deleteDraft,
  draftOf,
  type DraftRow,
  holdSetting,
  insertDraft,
  makeSetting,
  settleAsked,
  storedVersions,
  takeTurn,
  updateDraft,
  type VersionMeta,
} from './setting.queries.ts'
import type { Called } from './content-words.ts'
import { audit, contentHash, kept } from './setting-entries.ts'
import { twoPeopleErrors } from './two-people.errors.ts'

// Every setting is changed in one way: one person drafts, another publishes, and published versions do not change (docs/decisions/050).

export interface PublishedVersion<C> {
  readonly meta: VersionMeta
  readonly content: C
}

export interface NewVersion<C> {
  readonly key: string
  readonly version: number
  readonly content: C
  /** The previous content in force; null where there was none. */
  readonly before: C | null
  readonly note: string | null
  readonly draftedBy: number
  readonly publishedBy: number
  readonly at: Date
}

/** The parts that differ between the kinds. */
export interface Setting<C> {
  /** How a second person is told of it: what it is, which one, and its page. */
  readonly called: Called<C>
  /** Key in `setting`, `setting_draft` and `setting_version`. */
  readonly kind: string
  /** The document type of its audit rows, which refer to the row of `setting`. */
  readonly audited: string
  readonly rights: { readonly view: string; readonly edit: string; readonly publish: string }
  /** Schema of a key; by default a text of up to 200 characters. */
  readonly key?: TSchema
  /** Loose: a draft may be unfinished, and its problems are shown beside it. */
  readonly content: TSchema
  /** Normalises the typed content, without empty parts. Comparisons use its order of lists. */
  tidy(content: unknown): C
  /** Throws `Refused` for a key that does not exist, or that the caller may not know. */
  known?(tx: Tx, key: string, context: RequestContext): Promise<void> | void
  /** Versions, newest first; by default those of `setting_version`. A last one of version 0 is the delivered content. */
  versions?(tx: Tx, key: string): Promise<readonly PublishedVersion<C>[]>
  /** The problems that prevent a content from being published. */
  check(tx: Tx, context: RequestContext, key: string, content: C): Promise<readonly Refusal[]>
  /** The part of a content that this reader may know; by default all of it. */
  shownTo?(tx: Tx, context: RequestContext, content: C): Promise<C>
  /**
   * Merges the edit of a person who was shown a part with the rest of the content they started from, so that parts they
   * cannot see stay unchanged.
   */
  withUnseen?(tx: Tx, context: RequestContext, content: C, base: C): Promise<C>
  /** Throws `Refused` where this person may not do this with this thing (nobody changes their own role). */
  guard?(tx: Tx, context: RequestContext, act: 'edit' | 'publish', key: string, content: C): Promise<void>
  /** Writes the version; by default a row of `setting_version`. */
  insert?(version: NewVersion<C>): readonly Statement[]
  /** Further consequences of publishing, in the same transaction. */
  published?(tx: Tx, version: NewVersion<C>, requestId: string, context: RequestContext): Promise<void>
  /** Further consequences of saving or discarding a draft, in the same transaction. */
  drafted?(tx: Tx, context: RequestContext, key: string, content: C): Promise<void>
  discarded?(tx: Tx, context: RequestContext, key: string): Promise<void>
  /** Belongs to an organisation, which `guard` checks. Every other setting applies to everybody, so its right is needed at the root. */
  readonly ofPlace?: boolean
  /** Kinds whose contents depend on each other are published one after the other. */
  readonly turn?: string
  /** The changes that publishing a content would bring, for its reader. */
  performDryRun?(tx: Tx, context: RequestContext, key: string, content: C): Promise<unknown>
}

const personView = (context: RequestContext, who: { account: string; zh: string; en: string }): PersonView => ({
  account: who.account,
  name: who[context.language],
})

export async function versionsOf<C>(tx: Tx, setting: Setting<C>, key: string): Promise<readonly PublishedVersion<C>[]> {
  return setting.versions ? await setting.versions(tx, key) : await keptVersions<C>(tx, setting.kind, key)
}

/** Those of `setting_version`, followed by the delivered content. */
export async function keptVersions<C>(
  tx: Tx,
  kind: string,
  key: string,
  delivered?: C,
): Promise<readonly PublishedVersion<C>[]> {
  const rows = await tx.rows(storedVersions(kind, key))
  const kept = rows.map((meta) => ({ meta, content: meta.content as C }))
  if (delivered === undefined) return kept
  const meta: VersionMeta = { version: 0, note: null, created_at: null, drafted: null, published: null }
  return [...kept, { meta, content: delivered }]
}

export async function readSetting<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  key: string,
): Promise<SettingView<C>> {
  const [versions, draft] = await Promise.all([versionsOf(tx, setting, key), tx.first(draftOf(setting.kind, key))])
  const views: VersionView<C>[] = []
  for (const { meta, content } of versions) {
    const { drafted, published, note, created_at: at } = meta
    views.push({
      version: meta.version,
      content: await shown(tx, context, setting, content),
      note,
      draftedBy: drafted && personView(context, drafted),
      publishedBy: published && personView(context, published),
      publishedAt: at?.toISOString() ?? null,
    })
  }
  return {
    key,
    versions: views,
    draft: draft ? await draftView(tx, context, setting, draft) : null,
  }
}

export async function shown<C>(tx: Tx, context: RequestContext, setting: Setting<C>, content: C): Promise<C> {
  return setting.shownTo ? await setting.shownTo(tx, context, content) : content
}

async function draftView<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  row: DraftRow,
): Promise<DraftView<C>> {
  const content = await shown(tx, context, setting, row.content as C)
  const problems = await setting.check(tx, context, row.key, content)
  return {
    kind: setting.kind,
    version: row.version,
    baseVersion: row.base_version,
    content,
    note: row.note,
    editedBy: personView(context, row.editor),
    editedAt: row.edited_at.toISOString(),
    isMine: row.editors.includes(context.principal.userId),
    askedAt: row.requested_at?.toISOString() ?? null,
    problems: problems.map((problem) => ({
      row: problem.row ?? null,
      field: problem.field ?? null,
      msg: refusalText(context.language, problem),
    })),
  }
}

interface Named {
  readonly key: string
  /** Version of the draft as the caller last saw it; 0 where there was none. */
  readonly version: number
}

/** The draft as the caller last saw it, locked until the end. */
export async function hold(tx: Tx, context: RequestContext, kind: string, { key, version }: Named) {
  await tx.run(makeSetting(kind, key))
  const held = await tx.first(holdSetting(kind, key))
  if (!held) throw new Error(`no setting ${kind} ${key}`)
  const draft = await tx.first(draftOf(kind, key))
  if (draft && draft.version !== version) {
    const by = draft.editor[context.language]
    throw new Refused(twoPeopleErrors.draftStale({ by, at: draft.edited_at.toISOString() }))
  }
  if (!draft && version > 0) throw new Refused(twoPeopleErrors.noDraft())
  return { held, draft }
}

export async function requireMay<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  act: 'edit' | 'publish',
  key: string,
  content: C,
): Promise<void> {
  if (!setting.ofPlace) requireCompanyWide(context.principal)
  await setting.guard?.(tx, context, act, key, content)
}

const hashOf = (version: PublishedVersion<unknown> | undefined) => contentHash(version?.content ?? null)

/** Ends the request to the second people of a draft, and updates their open pages. */
export async function settle(tx: Tx, { now }: RequestContext, settingId: string): Promise<void> {
  const told = await tx.rows(settleAsked(settingId, now))
  const userIds = [...new Set(told.map(({ user_id }) => user_id))]
  if (userIds.length > 0) await tx.run(publishLive({ type: 'notifications', userIds }))
}

/** Saving counts as editing, even without a change: whoever takes a draft over is responsible for it. */
export async function saveDraft<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  input: Named & { readonly content: C; readonly note: string },
): Promise<DraftView<C>> {
  const { key, note } = input
  const { kind } = setting
  const { held, draft } = await hold(tx, context, kind, input)
  const [newest] = await versionsOf(tx, setting, key)
  const base = draft ? (draft.content as C) : newest?.content
  const content =
    setting.withUnseen && base ? await setting.withUnseen(tx, context, input.content, base) : input.content
  await requireMay(tx, context, setting, 'edit', key, content)
  const { userId } = context.principal
  const json = JSON.stringify(content)
  if (draft) {
    await tx.run(updateDraft(kind, key, json, note, userId, context.now))
    if (draft.requested_at) await settle(tx, context, held.id)
  } else {
    const version = newest?.meta.version ?? 0
    await tx.run(insertDraft(kind, key, version, json, note, userId, context.now, hashOf(newest)))
  }
  await setting.drafted?.(tx, context, key, content)
  // Both sides are compared in full, whatever part their readers saw, so that unchanged parts do not look changed.
  context.note?.({ type: setting.audited, subject: key, changes: changesOf((base ?? {}) as object, content as object) })
  return await draftView(tx, context, setting, required(await tx.first(draftOf(kind, key)), twoPeopleErrors.noDraft()))
}

/** Creates a draft with the content of an earlier version: a revert is published like any other change. */
export async function restoreVersion<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  input: Named & { readonly from: number; readonly note: string },
): Promise<DraftView<C>> {
  const versions = await versionsOf(tx, setting, input.key)
  const found = versions.find(({ meta }) => meta.version === input.from)
  const { content } = required(found, twoPeopleErrors.unknownVersion())
  return await saveDraft(tx, context, setting, { ...input, content: await shown(tx, context, setting, content) })
}

export async function discardDraft<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  input: Named,
): Promise<void> {
  const { kind } = setting
  const { held, draft } = await hold(tx, context, kind, input)
  const found = required(draft, twoPeopleErrors.noDraft())
  // People whom a draft concerns may neither write nor discard it.
  await requireMay(tx, context, setting, 'edit', input.key, found.content as C)
  await tx.run(deleteDraft(kind, input.key))
  await setting.discarded?.(tx, context, input.key)
  await settle(tx, context, held.id)
  await audit(tx, context, setting, input.key, held, 'discardDraft', { baseVersion: found.base_version })
}

/**
 * The drafter must still be entitled: a draft by a person who left or lost the right cannot be published. Nor may any
 * other editor have become a person it concerns, for example by getting the drafted role since.
 */
async function requireEditors<C>(tx: Tx, context: RequestContext, setting: Setting<C>, draft: DraftRow) {
  const { edit } = setting.rights
  for (const id of draft.editors) {
    const isDrafter = id === draft.edited_by
    const editor = await principalOfUser(tx, id, context.language)
    if (isDrafter && !(editor && may(editor, edit)))
      throw new Refused(twoPeopleErrors.drafterMayNot({ by: draft.editor[context.language], right: edit }))
    if (!editor) continue
    // Only the last editor is responsible for what other settings say.
    const principal = isDrafter ? narrowed(editor, edit) : { ...editor, scope: context.principal.scope }
    await requireMay(tx, { ...context, principal }, setting, 'edit', draft.key, draft.content as C)
  }
}

/** Publishes another person's draft as the next version, exactly as it was shown to the publisher. */
export async function publishDraft<C>(
  tx: Tx,
  context: RequestContext,
  setting: Setting<C>,
  input: Named,
): Promise<number> {
  const { kind } = setting
  const { key } = input
  const { held, draft } = await hold(tx, context, kind, input)
  if (setting.turn) await takeTurn(tx, setting.turn)
  const found = required(draft, twoPeopleErrors.noDraft())
  const content = found.content as C
  const { userId } = context.principal
  if (found.edited_by === userId) throw new Refused(twoPeopleErrors.secondPerson())
  if (found.editors.includes(userId)) throw new Refused(twoPeopleErrors.tookPart())
  await requireMay(tx, context, setting, 'publish', key, content)
  const [newest] = await versionsOf(tx, setting, key)
  const current = newest?.meta.version ?? 0
  // Writes by others to the same content (an import, a migration) advance it too, whatever its number.
  const isMoved = found.base_version !== current || (found.base_hash !== null && found.base_hash !== hashOf(newest))
  if (isMoved) throw new Refused(twoPeopleErrors.baseMoved({ version: current }))
  await requireEditors(tx, context, setting, found)
  if (newest && canonicalJson(newest.content) === canonicalJson(content))
    throw new Refused(twoPeopleErrors.nothingChanged())
  const problems = await setting.check(tx, context, key, await shown(tx, context, setting, content))
  if (problems.length > 0) throw new Refused([twoPeopleErrors.incomplete({ count: problems.length }), ...problems])
  const version = current + 1
  const note = found.note.trim() === '' ? null : found.note.trim()
  const before = newest?.content ?? null
  const published: NewVersion<C> = {
    key,
    version,
    content,
    before,
    note,
    draftedBy: found.edited_by,
    publishedBy: userId,
    at: context.now,
  }
  for (const statement of setting.insert?.(published) ?? [kept(kind, published)]) await tx.run(statement)
  await setting.published?.(tx, published, context.requestId, context)
  await tx.run(deleteDraft(kind, key))
  await settle(tx, context, held.id)
  await tellProcesses(tx)
  const { edited_by: draftedBy, editors } = found
  await audit(tx, context, setting, key, held, 'publish', { version, draftedBy, editors, note, before, content })
  return version
}
