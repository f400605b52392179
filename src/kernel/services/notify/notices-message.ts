import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { KIND_GROUPS, type Kind, type KindGroup } from './kinds.ts'
import { type MessageEntry, type Outgoing, plain, type MessageSection, subjectOf } from './outgoing.ts'
import type { Recipient } from './recipient.ts'
import {
  addressesOf,
  type Documents,
  notifyTexts,
  sentenceOf,
  type Spoken,
  titlesOf,
  visibleContent,
} from './wording.ts'

/** More entries than this are not read in a message; the rest is counted, and on the page. */
const LISTED = 20

export interface NoticeRow extends Spoken {
  readonly id: string
  readonly kind: Kind
  readonly opinion: string | null
  readonly at: Date
  readonly read_at: Date | null
  readonly drafter_zh: string | null
  readonly drafter_en: string | null
  readonly actor_zh: string | null
  readonly actor_en: string | null
  /** Null where it concerns no task of the reader's. */
  readonly task_open: boolean | null
}

/** A notification with its document and actor; `n` is the notification. One about what a document led to tells nothing of its approval. */
export const NOTICE_COLUMNS = `n.id, n.kind, n.document_type, n.document_id, n.round, n.no, n.task_id, n.opinion, n.at, n.read_at, i.summary,
  d.name_zh as drafter_zh, d.name_en as drafter_en, a.name_zh as actor_zh, a.name_en as actor_en,
  case when n.task_id is not null then coalesce(t.state in ('open', 'waiting'), false) end as task_open`
export const NOTICE_JOINS = `left join approval_instance i on i.document_id = n.document_id and i.round = n.round and i.document_type = n.document_type
  left join app_user d on d.id = i.drafter_id left join app_user a on a.id = n.actor_id left join approval_task t on t.id = n.task_id and t.user_id = n.user_id`

/** Still new: neither read in the product nor about a task done meanwhile. */
const noticesOfDelivery = prepared<NoticeRow & { total: number; group_no: number }>(
  'notify.notices-of-delivery',
  `with news as (
     select n.*, case when n.task_id is not null or n.kind = any ($2::text[]) then 1 when n.kind = any ($3::text[]) then 2 else 3 end as group_no
     from notification_delivery_item item join notification n on n.id = item.notification_id
     left join approval_task t on t.id = n.task_id and t.user_id = n.user_id
     where item.delivery_id = $1 and n.read_at is null and (n.task_id is null or t.state in ('open', 'waiting'))
   ), ranked as (
     select *, count(*) over (partition by group_no)::int as total, row_number() over (partition by group_no order by id) as place from news
   )
   select ${NOTICE_COLUMNS}, n.total, n.group_no from ranked n ${NOTICE_JOINS} where n.place <= ${LISTED} order by n.group_no, n.id`,
)

const GROUPS: readonly KindGroup[] = ['mine', 'drafted', 'others']

/** Events since the last message; null where none of them is new any more. */
export async function noticesMessage(
  tx: Tx,
  documents: Documents,
  deliveryId: string,
  recipient: Recipient,
): Promise<Outgoing | null> {
  const { language } = recipient
  const rows = await tx.rows(noticesOfDelivery(deliveryId, KIND_GROUPS.mine, KIND_GROUPS.drafted))
  if (rows.length === 0) return null
  const titleOf = await titlesOf(tx, documents, language, rows)
  const texts = notifyTexts(language)
  const groups = GROUPS.flatMap((name, index) => {
    const some = rows.filter((row) => row.group_no === index + 1)
    const entries = some.map((row) => entryOf(documents, recipient, row, titleOf(row)))
    return some[0] ? [{ name, entries, total: some[0].total }] : []
  })
  const sections = groups.map(({ name, entries, total }): MessageSection => ({
    title: texts.sections[name],
    entries,
    more: total - entries.length,
  }))
  const [only] = rows
  const isOne = new Set(rows.map((row) => `${row.document_id}-${row.round}`)).size === 1
  return {
    kind: 'notices',
    language,
    subject: subjectOf(subjectText(recipient, groups)),
    greeting: interpolate(texts.greeting, { name: recipient.name }),
    intro: texts.intro.notices,
    sections,
    zone: recipient.rules.zone,
    thread: isOne && only ? `${only.document_type}-${only.document_id}-${only.round}` : null,
  }
}

export function entryOf(documents: Documents, recipient: Recipient, row: NoticeRow, title: string): MessageEntry {
  const isChinese = recipient.language === 'zh'
  const actor = isChinese ? row.actor_zh : row.actor_en
  return {
    kind: row.kind,
    documentType: row.document_type,
    no: plain(row.no),
    ...visibleContent(documents, recipient, row, title),
    sentence: sentenceOf(recipient.language, row, actor),
    drafter: isChinese ? row.drafter_zh : row.drafter_en,
    at: row.at,
    ...addressesOf(documents, row),
  }
}

interface Group {
  readonly name: KindGroup
  readonly entries: readonly MessageEntry[]
  readonly total: number
}

/** One notification by number, title and event; several by counts. */
function subjectText({ language }: Recipient, groups: readonly Group[]): string {
  const texts = notifyTexts(language).subject
  const count = groups.reduce((sum, group) => sum + group.total, 0)
  const first = groups[0]?.entries[0]
  if (count === 1 && first)
    return interpolate(texts.one, { no: first.no, title: first.title, sentence: first.sentence })
  const summary = groups
    .map(({ name, total }) => interpolate(name === 'mine' ? texts.waiting : texts[name], { count: total }))
    .join(texts.separator)
  return interpolate(texts.many, { count, summary })
}
