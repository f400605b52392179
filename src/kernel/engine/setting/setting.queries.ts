import type { Tx } from '#kernel/platform/db/tx.ts'
import { prepared } from '#kernel/platform/db/statement.ts'

export interface Somebody {
  readonly account: string
  readonly zh: string
  readonly en: string
}

export interface VersionMeta {
  readonly version: number
  readonly note: string | null
  /** Null for the delivered content. */
  readonly created_at: Date | null
  readonly drafted: Somebody | null
  readonly published: Somebody | null
}

const person = (user: string) =>
  `case when ${user}.id is not null then jsonb_build_object('account', ${user}.account, 'zh', ${user}.name_zh, 'en', ${user}.name_en) end`

/** Columns of a `VersionMeta` for a table of versions under an alias, with the necessary joins. */
export const META = (row: string, at = 'created_at') =>
  `${row}.version, ${row}.note, ${row}.${at} as created_at, ${person('d')} as drafted, ${person('p')} as published`
export const PEOPLE = (row: string) =>
  `left join app_user d on d.id = ${row}.drafted_by left join app_user p on p.id = ${row}.published_by`

export const storedVersions = prepared<VersionMeta & { readonly content: unknown }>(
  'setting.versions',
  `select ${META('v', 'at')}, v.content from setting_version v ${PEOPLE('v')}
   where v.kind = $1 and v.key = $2 order by v.version desc`,
)

/** The contents of a kind in force. */
export const newestOfKind = prepared<{
  readonly key: string
  readonly version: number
  readonly content: unknown
  readonly at: Date
}>(
  'setting.newest',
  'select distinct on (key) key, version, content, at from setting_version where kind = $1 order by key, version desc',
)

export const insertVersion = prepared(
  'setting.insert-version',
  `insert into setting_version (kind, key, version, content, note, drafted_by, published_by, at)
   values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)`,
)

/** What notifications of drafts are about. */
export const SETTING_DRAFT = 'settingDraft'

export interface DraftRow {
  readonly key: string
  readonly version: number
  readonly base_version: number
  /** Version of the content that it started from; null for drafts from before this was stored. */
  readonly base_hash: string | null
  readonly content: unknown
  readonly note: string
  readonly edited_by: number
  readonly edited_at: Date
  readonly editors: readonly number[]
  /** When its writer asked for the second person; null before that, and after each save. */
  readonly requested_by: number | null
  readonly requested_at: Date | null
  readonly editor: Somebody
}

const DRAFT = `f.key, f.version, f.base_version, f.base_hash, f.content, f.note, f.edited_by, f.edited_at, f.editors, f.requested_by, f.requested_at,
  jsonb_build_object('account', u.account, 'zh', u.name_zh, 'en', u.name_en) as editor`

export const draftOf = prepared<DraftRow>(
  'setting.draft',
  `select ${DRAFT} from setting_draft f join app_user u on u.id = f.edited_by where f.kind = $1 and f.key = $2`,
)
export const draftsOfKind = prepared<DraftRow>(
  'setting.drafts',
  `select ${DRAFT} from setting_draft f join app_user u on u.id = f.edited_by where f.kind = $1`,
)

/** Locks the setting: two people who write or publish it at once take turns. */
export const makeSetting = prepared(
  'setting.make',
  'insert into setting (kind, key) values ($1, $2) on conflict do nothing',
)
export const holdSetting = prepared<{ id: string; audit_hash: Buffer | null }>(
  'setting.hold',
  'select id, audit_hash from setting where kind = $1 and key = $2 for update',
)
export const chainSetting = prepared('setting.chain', 'update setting set audit_hash = $3 where kind = $1 and key = $2')

export const insertDraft = prepared(
  'setting.insert-draft',
  `insert into setting_draft (kind, key, base_version, content, note, created_by, created_at, edited_by, edited_at, editors, base_hash)
   values ($1, $2, $3, $4::jsonb, $5, $6, $7, $6, $7, array[$6::int], $8)`,
)
export const updateDraft = prepared(
  'setting.update-draft',
  `update setting_draft set content = $3::jsonb, note = $4, edited_by = $5, edited_at = $6, version = version + 1, requested_by = null, requested_at = null,
     editors = case when $5::int = any (editors) then editors else editors || $5::int end
   where kind = $1 and key = $2`,
)
/** All drafts whose writers wait for a second person, the longest waiting first. */
export const askedDrafts = prepared<DraftRow & { readonly kind: string; readonly id: string }>(
  'setting.asked-drafts',
  `select f.kind, s.id::text, ${DRAFT} from setting_draft f join app_user u on u.id = f.edited_by join setting s on s.kind = f.kind and s.key = f.key
   where f.requested_at is not null order by f.requested_at, f.kind, f.key`,
)
export const markAsked = prepared(
  'setting.mark-asked',
  'update setting_draft set requested_by = $3, requested_at = $4 where kind = $1 and key = $2',
)
/** Marks the notifications of second people as read once the draft was published, discarded, rejected or saved again. */
export const settleAsked = prepared<{ readonly user_id: number }>(
  'setting.settle-asked',
  `update notification set read_at = $2 where document_type = '${SETTING_DRAFT}' and document_id = $1 and kind = 'publishAsked' and read_at is null
   returning user_id`,
)
export const deleteDraft = prepared('setting.delete-draft', 'delete from setting_draft where kind = $1 and key = $2')

/** Checks over all people or roles stay valid until this is committed. */
export async function takeTurn(tx: Tx, turn: string): Promise<void> {
  await tx.run(makeSetting('turn', turn))
  await tx.run(holdSetting('turn', turn))
}
