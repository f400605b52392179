import type { TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import { entryOf, NOTICE_COLUMNS, NOTICE_JOINS, type NoticeRow } from './notices-message.ts'
import { type MessageEntry, type Outgoing, plain, type MessageSection, subjectOf } from './outgoing.ts'
import type { Recipient } from './recipient.ts'
import { addressesOf, type Documents, notifyTexts, type Spoken, titlesOf, visibleContent } from './wording.ts'

const LISTED = 20

interface TaskRow extends Spoken {
  readonly total: number
  readonly at: Date
  readonly summary: TaskSummary
  readonly drafter_zh: string
  readonly drafter_en: string
  readonly actor_zh: string
  readonly actor_en: string
  readonly decision: string | null
  readonly opinion: string | null
}

const TASK_COLUMNS = `t.document_type, t.document_id, t.round, t.summary, t.decision, t.opinion,
  d.name_zh as drafter_zh, d.name_en as drafter_en, a.name_zh as actor_zh, a.name_en as actor_en`
const TASK_JOINS = `join approval_instance i on i.document_id = t.document_id and i.round = t.round
  join app_user d on d.id = i.drafter_id join app_user a on a.id = t.user_id`

const waitingTasks = prepared<TaskRow>(
  'notify.waiting-tasks',
  `with mine as (select *, (count(*) over ())::int as total from approval_task where user_id = $1 and state = 'open' order by id limit ${LISTED})
   select ${TASK_COLUMNS}, t.id as task_id, t.created_at as at, t.total from mine t ${TASK_JOINS} order by t.id`,
)
const substituteTasks = prepared<TaskRow>(
  'notify.substitute-tasks',
  `with theirs as (
     select *, (count(*) over ())::int as total from approval_task
     where principal_id = $1 and ended_at > $2 and ended_at <= $3 and state = 'done' and decision is not null order by ended_at limit ${LISTED}
   )
   select ${TASK_COLUMNS}, null as task_id, t.ended_at as at, t.total from theirs t ${TASK_JOINS} order by t.ended_at`,
)
/** Also where the person gets no messages of these kinds: every notice is stored as a notification. */
const decided = prepared<NoticeRow & { total: number }>(
  'notify.decided',
  `with mine as (
     select *, (count(*) over ())::int as total from notification
     where user_id = $1 and at > $2 and at <= $3 and kind in ('approved', 'partiallyApproved', 'rejected', 'returned', 'terminated') order by id desc limit ${LISTED}
   )
   select ${NOTICE_COLUMNS}, n.total from mine n ${NOTICE_JOINS} order by n.id`,
)

/** Pending work and events since the last digest; null on a day with nothing to report. */
export async function digestMessage(
  tx: Tx,
  documents: Documents,
  recipient: Recipient,
  period: { readonly since: Date; readonly until: Date; readonly now: Date },
): Promise<Outgoing | null> {
  const { language, userId } = recipient
  const texts = notifyTexts(language)
  const waiting = await tx.rows(waitingTasks(userId))
  const done = await tx.rows(decided(userId, period.since, period.until))
  const substitute = await tx.rows(substituteTasks(userId, period.since, period.until))
  if (waiting.length + done.length + substitute.length === 0) return null
  const titleOf = await titlesOf(tx, documents, language, [...waiting, ...done, ...substitute])
  const age = (row: TaskRow) => interpolate(texts.entry.waits, { time: durationText(texts.entry, row.at, period.now) })
  const sections: readonly (MessageSection | null)[] = [
    section(texts.sections.waiting, waiting, (row) =>
      taskEntry(documents, recipient, row, { kind: 'waiting', title: titleOf(row), sentence: age(row) }),
    ),
    section(texts.sections.decided, done, (row) => entryOf(documents, recipient, row, titleOf(row))),
    section(texts.sections.substitute, substitute, (row) =>
      taskEntry(documents, recipient, row, {
        kind: 'substitute',
        title: titleOf(row),
        sentence: actOfSubstitute(recipient, row),
      }),
    ),
  ]
  const summary = [
    [texts.subject.digestWaiting, waiting],
    [texts.subject.digestDecided, done],
    [texts.subject.digestSubstitute, substitute],
  ] as const
  const counted = summary.flatMap(([text, rows]) => (rows[0] ? [interpolate(text, { count: rows[0].total })] : []))
  return {
    kind: 'digest',
    language,
    subject: subjectOf(interpolate(texts.subject.digest, { summary: counted.join(texts.subject.separator) })),
    greeting: interpolate(texts.greeting, { name: recipient.name }),
    intro: interpolate(texts.intro.digest, { day: zonedTime(period.now, recipient.rules.zone) }),
    sections: sections.filter((each) => each !== null),
    zone: recipient.rules.zone,
    thread: null,
  }
}

function section<T extends { readonly total: number }>(
  title: string,
  rows: readonly T[],
  entry: (row: T) => MessageEntry,
): MessageSection | null {
  return rows[0] ? { title, entries: rows.map(entry), more: rows[0].total - rows.length } : null
}

function taskEntry(
  documents: Documents,
  recipient: Recipient,
  row: TaskRow,
  said: Pick<MessageEntry, 'kind' | 'title' | 'sentence'>,
): MessageEntry {
  return {
    kind: said.kind,
    ...visibleContent(documents, recipient, row, said.title),
    sentence: said.sentence,
    documentType: row.document_type,
    no: plain(row.summary.no),
    drafter: recipient.language === 'zh' ? row.drafter_zh : row.drafter_en,
    at: row.at,
    ...addressesOf(documents, row),
  }
}

function actOfSubstitute({ language }: Recipient, row: TaskRow): string {
  const texts = notifyTexts(language).entry
  const byDecision: Readonly<Record<string, string>> = {
    agree: texts.agreedFor,
    reject: texts.rejectedFor,
    return: texts.returnedFor,
  }
  const actor = language === 'zh' ? row.actor_zh : row.actor_en
  return interpolate(byDecision[row.decision ?? ''] ?? texts.decidedFor, { actor })
}

/** The two largest units, as on the pages. */
function durationText(
  texts: { readonly days: string; readonly hours: string; readonly minutes: string },
  since: Date,
  now: Date,
): string {
  const all = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60]
  return interpolate(days > 0 ? texts.days : hours > 0 ? texts.hours : texts.minutes, { days, hours, minutes })
}
