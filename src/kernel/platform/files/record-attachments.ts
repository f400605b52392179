import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { AttachmentRow } from './attachment-store.ts'

const COLUMNS = 'a.key, a.uploader_id, a.media_type, a.document_id'
const FOUND = 'a.key = any($1::text[]) and a.size is not null and a.removed_at is null order by a.key'

export type ImageRow = Pick<AttachmentRow, 'key' | 'uploader_id' | 'media_type' | 'document_id'>

const read = prepared<ImageRow>('record-images.read', `select ${COLUMNS} from attachment a where ${FOUND}`)
const lock = prepared<ImageRow>('record-images.lock', `select ${COLUMNS} from attachment a where ${FOUND} for update`)

/** Uploads that records refer to; they are locked in one order before they are bound. */
export function lockImages(keys: readonly string[], isLocking: boolean): Statement<ImageRow> {
  return isLocking ? lock(keys) : read(keys)
}

interface By {
  readonly recordName: string
  readonly actorId: number
  readonly now: Date
}

const bind = prepared(
  'record-images.bind',
  `with bound as (
     update attachment a set purpose = 'record', document_type = $3, document_id = n.id, bound_at = $4, released_at = null
     from unnest($1::text[], $2::bigint[]) as n (key, id)
     where a.key = n.key and a.document_id is null and a.removed_at is null and a.uploader_id = $5 returning a.key, n.id
   ), logged as (
     insert into attachment_event (key, event, actor_id, at, document_type, document_id)
     select key, 'bind', $5, $4::timestamptz, $3, id from bound
   ) select must_touch((select count(*) from bound), cardinality($1::text[]))`,
)

export function bindToRecords(
  pairs: readonly { readonly key: string; readonly id: string }[],
  { recordName, actorId, now }: By,
): Statement {
  return bind(
    pairs.map(({ key }) => key),
    pairs.map(({ id }) => id),
    recordName,
    now,
    actorId,
  )
}

/** A file that a record released cannot be bound again; the next sweep removes it. */
const release = prepared(
  'record-images.release',
  `with released as (
     select key, document_id from attachment where key = any($1::text[]) and purpose = 'record' and document_type = $2
   ), let_go as (
     update attachment a set purpose = null, document_type = null, document_id = null, bound_at = null, released_at = $3, removed_at = $3
     from released r where a.key = r.key
   ) insert into attachment_event (key, event, actor_id, at, document_type, document_id)
     select key, 'release', $4, $3, $2, document_id from released`,
)

export function releaseFromRecords(keys: readonly string[], { recordName, actorId, now }: By): Statement {
  return release(keys, recordName, now, actorId)
}
