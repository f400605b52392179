import type { AttachmentView } from './attachment-wire.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** The group of the files store for attachments. */
export const GROUP = 'attachments'
const KEY = /^[0-9a-f]{40}$/

export function isAttachmentKey(key: string): boolean {
  return KEY.test(key)
}

/** An attachment that was uploaded completely and not removed. */
export interface AttachmentRow {
  readonly key: string
  readonly uploader_id: number
  readonly name: string
  readonly media_type: string
  readonly size: number
  /** Hash of the stored bytes, and of the uploaded ones. */
  readonly sha256: string
  readonly source_sha256: string
  readonly purpose: 'document' | 'opinion' | 'record' | null
  readonly document_type: string | null
  readonly document_id: string | null
}

export interface SameUpload extends AttachmentRow {
  readonly created_at: Date
}

const COLUMNS =
  'a.key, a.uploader_id, a.name, a.media_type, a.size, a.sha256, a.source_sha256, a.purpose, a.document_type, a.document_id'
const IS_WHOLE = 'a.size is not null and a.removed_at is null'

export function attachmentView(row: AttachmentRow): AttachmentView {
  return { key: row.key, name: row.name, type: row.media_type, size: row.size }
}

/** Counts a person's files that nothing refers to yet. */
export const countWaiting = prepared<{ total: number }>(
  'attachments.count-waiting',
  `select count(*)::int as total from attachment where uploader_id = $1 and document_id is null and removed_at is null`,
)
/** The row is inserted before the bytes are stored: whenever the process ends between them, the sweep finds them. */
export const beginUpload = prepared(
  'attachments.begin',
  `insert into attachment (key, uploader_id, name, media_type, created_at) values ($1, $2, '', '', $3)`,
)
export const finishUpload = prepared(
  'attachments.finish',
  `with whole as (
     update attachment set name = $2, media_type = $3, size = $4, sha256 = $5, source_sha256 = $6, picture_hash = $8::bigint
     where key = $1 and size is null and removed_at is null returning key, uploader_id
   ), logged as (
     insert into attachment_event (key, event, actor_id, at, detail)
     select key, 'upload', uploader_id, $7,
       jsonb_build_object('name', $2::text, 'size', $4::int, 'sha256', $5::text, 'sourceSha256', $6::text) from whole
   ) select must_touch((select count(*) from whole), 1)`,
)
/** The same content uploaded earlier by the same person; the newest first. */
export const sameUploads = prepared<SameUpload>(
  'attachments.same',
  `select ${COLUMNS}, a.created_at from attachment a
   where a.uploader_id = $1 and a.source_sha256 = $2 and a.key <> $3 and ${IS_WHOLE} order by a.created_at desc, a.key limit 20`,
)
/** Removes the row of an upload that failed or was refused. */
export const forgetUpload = prepared('attachments.forget', 'delete from attachment where key = $1 and size is null')

export const attachmentByKey = prepared<AttachmentRow & { readonly is_listed: boolean }>(
  'attachments.by-key',
  `select ${COLUMNS}, exists (select from document_attachment l where l.key = a.key) as is_listed
   from attachment a where a.key = $1 and ${IS_WHOLE}`,
)

/** Removes a file on behalf of its uploader while nothing refers to it. */
export const removeUnbound = prepared<{ key: string }>(
  'attachments.remove',
  `with gone as (
     update attachment set removed_at = $3 where key = $1 and uploader_id = $2 and document_id is null and removed_at is null returning key
   ), logged as (
     insert into attachment_event (key, event, actor_id, at) select key, 'remove', $2, $3 from gone
   ) select key from gone`,
)

/** Locks the files that an action names and those of the document, in one order, so that of two concurrent actions one finds them taken. */
const lockNamed = prepared<AttachmentRow>(
  'attachments.lock',
  `select ${COLUMNS} from attachment a
   where (a.key = any($1::text[]) or (a.document_id = $2::bigint and a.purpose = 'document')) and ${IS_WHOLE}
   order by a.key for update`,
)
export function lockAttachments(keys: readonly string[], documentId: string | null): Statement<AttachmentRow> {
  return lockNamed(keys.filter(isAttachmentKey), documentId)
}

const bindDocument = prepared(
  'attachments.bind-document',
  `with bound as (
     update attachment set purpose = 'document', document_type = $2, document_id = $1, bound_at = $6, released_at = null
     where key = any($3::text[]) and document_id is null and removed_at is null and uploader_id = $5 returning key
   ), released as (
     update attachment a set purpose = null, document_type = null, document_id = null, bound_at = null, released_at = $6
     where a.document_id = $1 and a.purpose = 'document' and a.key <> all($3::text[])
       and not exists (select from document_attachment l where l.key = a.key) returning a.key
   ), listed as (
     insert into document_attachment (document_id, round, position, key)
     select $1, $4::int, k.position, k.key from unnest($3::text[]) with ordinality as k (key, position) where $4::int is not null
   ), logged as (
     insert into attachment_event (key, event, actor_id, at, document_type, document_id)
     select key, 'bind', $5, $6::timestamptz, $2, $1::bigint from bound
     union all select key, 'release', $5, $6, $2, $1 from released
   ) select must_touch((select count(*) from bound), $7)`,
)

const bindOpinion = prepared(
  'attachments.bind-opinion',
  `with bound as (
     update attachment set purpose = 'opinion', document_type = $2, document_id = $1, round = $4, bound_at = $6, released_at = null
     where key = any($3::text[]) and document_id is null and removed_at is null and uploader_id = $5 returning key
   ), logged as (
     insert into attachment_event (key, event, actor_id, at, document_type, document_id)
     select key, 'bind', $5, $6::timestamptz, $2, $1::bigint from bound
   ) select must_touch((select count(*) from bound), cardinality($3::text[]))`,
)

export interface Binding {
  readonly documentType: string
  readonly documentId: string
  readonly keys: readonly string[]
  /** Round of the document that lists them, null while it is a draft. */
  readonly round: number | null
  readonly actorId: number
  readonly now: Date
}

/** Makes the document's files exactly these: new ones are bound to it, others that no round lists are released. */
export function bindToDocument(binding: Binding, fresh: number): Statement {
  const { documentId, documentType, keys, round, actorId, now } = binding
  return bindDocument(documentId, documentType, keys, round, actorId, now, fresh)
}

/** The caller has checked that each is the actor's own and unbound. */
export function bindToOpinion({ documentId, documentType, keys, round, actorId, now }: Binding): Statement {
  return bindOpinion(documentId, documentType, keys, round, actorId, now)
}

/** The files that a round was submitted with, in order. */
export const attachmentsOfRound = prepared<AttachmentRow>(
  'attachments.of-round',
  `select ${COLUMNS} from document_attachment l join attachment a on a.key = l.key
   where l.document_id = $1 and l.round = $2 order by l.position`,
)
/** The files that a draft names, in the order of its form. */
export const attachmentsOfDraft = prepared<AttachmentRow>(
  'attachments.of-draft',
  `select ${COLUMNS} from unnest($2::text[]) with ordinality as k (key, position) join attachment a on a.key = k.key
   where a.document_id = $1 and a.purpose = 'document' order by k.position`,
)

const attachmentsNamed = prepared<AttachmentRow>(
  'attachments.named',
  `select ${COLUMNS} from attachment a where a.key = any($1::text[])`,
)

/** Files that acts on a document name, by key; the caller has checked that the reader may see them. */
export async function viewsOfKeys(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, AttachmentView>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.rows(attachmentsNamed(keys))
  return new Map(rows.map((row) => [row.key, attachmentView(row)]))
}

/** Marks files for deletion: never bound in time, incomplete, or removed. They can no longer be bound. */
export const markOver = prepared<{ key: string }>(
  'attachments.mark-over',
  `with over as (
     select key from attachment
     where document_id is null and (removed_at is not null or coalesce(released_at, created_at) < $1)
     order by key limit 500 for update skip locked
   ), marked as (
     update attachment a set removed_at = coalesce(a.removed_at, $2) from over where a.key = over.key returning a.key
   ) select key from marked`,
)
export const deleteOver = prepared(
  'attachments.delete-over',
  `with gone as (delete from attachment where key = any($1::text[]) and removed_at is not null returning key, size)
   insert into attachment_event (key, event, at) select key, 'sweep', $2 from gone where size is not null`,
)
