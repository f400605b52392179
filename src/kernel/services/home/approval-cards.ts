import { prepared } from '#kernel/platform/db/statement.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { countWaitingDrafts } from '#kernel/engine/setting/second-person.ts'
import { questionOf, readerOf } from '#kernel/services/tasks/inbox-filters.ts'
import { readInbox } from '#kernel/services/tasks/inbox-query.ts'
import { type DocumentsByName, inboxRows } from '#kernel/services/tasks/inbox-rows.ts'
import { labelOf } from '#kernel/engine/document/document-label.ts'
import type { InboxQuestion } from '#kernel/services/tasks/inbox-question.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { cardOf, homeFigure, type HomeReader, homeRow, type HomeSource } from './home-source.ts'
import { homeText } from './home-texts.ts'
import { tasksByType } from '#kernel/services/tasks/task.routes.ts'

const RIGHT = 'approval.task.view'
const SHOWN = 5
const DAY_MS = 86_400_000
/** Days after which an approval stands still, and for which one that ended is news. */
const STILL_DAYS = 3
const NEWS_DAYS = 14
const BACK_DAYS = 90
const WEEKS = 8
const WEEK_SECONDS = 7 * 86_400
/** How many of a person's latest decisions are counted. */
const DECISIONS_LOOKED_AT = 5000
/** How many of a person's oldest open tasks are counted by type. */
const TASKS_COUNTED = 2000
/** How many of a person's oldest running approvals the home page looks at to find the one that has waited longest. */
const APPROVALS_LOOKED_AT = 200

const PAGES = { url: '/tasks/pc', mobileUrl: '/tasks/mobile' } as const
const pages = (query: Readonly<Record<string, string>>) => ({
  url: withQuery(PAGES.url, query),
  mobileUrl: withQuery(PAGES.mobileUrl, query),
})

async function boxRows(
  tx: Tx,
  reader: HomeReader,
  documents: DocumentsByName,
  asked: Readonly<Record<string, unknown>>,
  glance: Partial<Pick<InboxQuestion, 'order' | 'isNewestRound' | 'ofOldest'>>,
): Promise<readonly InboxRow[]> {
  const question = { ...(await questionOf(tx, reader, documents, asked)), ...glance }
  const rows = await readInbox(tx, question, readerOf(reader, documents, question.box), { limit: SHOWN, offset: 0 })
  return await inboxRows(tx, reader, documents, question.box, rows)
}

const since = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

function rowOf(row: InboxRow) {
  const { documentId, title, amount, currency, url, mobileUrl } = row
  return homeRow({ key: `${row.taskId}${documentId}`, title, detail: row.documentNo, amount, currency, url, mobileUrl })
}

/** What waits for the person, the earliest end of a time limit first. */
const tasks = (documents: DocumentsByName): HomeSource => ({
  key: 'tasks',
  group: 'waiting',
  order: 10,
  right: RIGHT,
  async read(tx, reader) {
    const { language, principal, now } = reader
    const [drafts, kinds, rows] = await Promise.all([
      countWaitingDrafts(tx, reader),
      tx.rows(tasksByType(principal.userId, TASKS_COUNTED)),
      boxRows(tx, reader, documents, { box: 'open' }, { order: 'due' }),
    ])
    const total = kinds.reduce((sum, kind) => sum + kind.total, 0)
    const isCut = total === TASKS_COUNTED
    const count = total - rows.length
    return cardOf({
      title: homeText(language, 'tasks'),
      none: homeText(language, 'noTasks'),
      link: { text: homeText(language, 'allTasks'), ...PAGES },
      more: count > 0 && !isCut ? { text: homeText(language, 'moreTasks', { count }), ...PAGES } : null,
      figures: [
        ...(drafts > 0
          ? [homeFigure({ key: 'drafts', label: homeText(language, 'drafts'), value: String(drafts), ...PAGES })]
          : []),
        ...kinds.map((kind) =>
          homeFigure({
            key: kind.document_type,
            label: labelOf(language, documents.get(kind.document_type), kind.document_type),
            value: String(kind.total),
            isMore: isCut,
            ...pages({ documentType: kind.document_type }),
          }),
        ),
      ],
      rows: rows.map((row) => {
        const limit = [row.remindAt, row.escalateAt].filter((at) => at !== null).toSorted()[0] ?? null
        const ends = limit === row.escalateAt ? ('escalate' as const) : ('remind' as const)
        return {
          ...rowOf(row),
          detail: [row.documentNo, row.drafterName, row.stepName].join(' · '),
          at: limit ?? row.createdAt,
          atIs: limit ? ends : ('since' as const),
          tone: limit && new Date(limit) <= now ? ('bad' as const) : ('plain' as const),
        }
      }),
    })
  },
})

interface Verdict {
  readonly id: string
  readonly name_zh: string
  readonly name_en: string
  readonly opinion: string | null
}

/** Who rejected or returned these documents last, and why. */
const verdicts = prepared<Verdict>(
  'home.verdicts',
  `select w.document_id::text as id, u.name_zh, u.name_en, t.opinion
   from unnest($1::bigint[]) w (document_id)
   cross join lateral (
     select user_id, opinion from approval_task where document_id = w.document_id and decision in ('reject', 'return')
     order by round desc, ended_at desc limit 1
   ) t
   join app_user u on u.id = t.user_id`,
)

/** The person's own applications that were returned or rejected: by whom, and why. */
const cameBack = (documents: DocumentsByName): HomeSource => ({
  key: 'cameBack',
  group: 'moved',
  order: 10,
  right: RIGHT,
  async read(tx, reader) {
    const { language, now } = reader
    const asked = { box: 'mine', endedFrom: since(now, BACK_DAYS) }
    const found = await Promise.all(
      (['returned', 'rejected'] as const).map((state) =>
        boxRows(tx, reader, documents, { ...asked, state }, { order: 'ended', isNewestRound: true }),
      ),
    )
    const rows = found
      .flat()
      .toSorted((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''))
      .slice(0, SHOWN)
    const said = new Map((await tx.rows(verdicts(rows.map((row) => row.documentId)))).map((row) => [row.id, row]))
    return cardOf({
      title: homeText(language, 'back'),
      link: { text: homeText(language, 'mine'), ...pages({ view: 'mine' }) },
      rows: rows.map((row) => {
        const verdict = said.get(row.documentId)
        const state = kernelTexts(language).approval.states[row.state]
        const by = verdict ? homeText(language, 'backBy', { state, name: verdict[`name_${language}`] }) : state
        return {
          ...rowOf(row),
          detail: [row.documentNo, by].join(' · '),
          said: verdict?.opinion?.trim() ? verdict.opinion : null,
          at: row.endedAt,
          atIs: 'done' as const,
          tone: 'bad' as const,
        }
      }),
    })
  },
})

/** Approvals of the person's own applications that nobody has moved for days. */
const still = (documents: DocumentsByName): HomeSource => ({
  key: 'still',
  group: 'moved',
  order: 20,
  right: RIGHT,
  async read(tx, reader) {
    const { language } = reader
    const asked = { box: 'mine', state: 'running', waitingHours: STILL_DAYS * 24 }
    const rows = await boxRows(tx, reader, documents, asked, { order: 'waiting', ofOldest: APPROVALS_LOOKED_AT })
    return cardOf({
      title: homeText(language, 'still'),
      link: { text: homeText(language, 'mineRunning'), ...pages({ view: 'mine', state: 'running' }) },
      rows: rows.map((row) => {
        const names = row.currentHolder.map(({ name }) => name).join(', ')
        return {
          ...rowOf(row),
          detail: [row.documentNo, row.stepName, homeText(language, 'stillWith', { name: names || '/' })].join(' · '),
          at: row.waitingSince,
          atIs: 'since' as const,
          tone: 'warn' as const,
        }
      }),
    })
  },
})

/** The person's own applications that were approved lately. */
const wentThrough = (documents: DocumentsByName): HomeSource => ({
  key: 'wentThrough',
  group: 'moved',
  order: 30,
  right: RIGHT,
  async read(tx, reader) {
    const { language, now } = reader
    const asked = { box: 'mine', state: 'approved', endedFrom: since(now, NEWS_DAYS) }
    const rows = await boxRows(tx, reader, documents, asked, { order: 'ended' })
    return cardOf({
      title: homeText(language, 'moved'),
      link: { text: homeText(language, 'mineApproved'), ...pages({ view: 'mine', state: 'approved' }) },
      rows: rows.map((row) => ({ ...rowOf(row), at: row.endedAt, atIs: 'done' as const, tone: 'good' as const })),
    })
  },
})

const decidedByWeek = prepared<{ decided: number }>(
  'home.decided-by-week',
  `select coalesce(t.decided, 0) as decided
   from generate_series(0, ${WEEKS - 1}) w (back)
   left join (
     select ceil(extract(epoch from $2::timestamptz - ended_at) / ${WEEK_SECONDS})::int - 1 as back, count(*)::int as decided
     from (
       select ended_at from approval_task
       where user_id = $1 and state = 'done' and ended_at >= $2::timestamptz - interval '${WEEKS} weeks' and ended_at < $2
       order by ended_at desc limit ${DECISIONS_LOOKED_AT}
     ) d group by 1
   ) t on t.back = w.back
   order by w.back desc`,
)

/** How many tasks the person decided, week by week. */
const decided = (): HomeSource => ({
  key: 'decided',
  group: 'figures',
  order: 90,
  right: RIGHT,
  async read(tx, { language, principal, now }) {
    // To the second, as the filter of the list behind it shows its period.
    const end = new Date(Math.floor(now.getTime() / 1000) * 1000 + 1000)
    const values = (await tx.rows(decidedByWeek(principal.userId, end))).map((row) => row.decided)
    const total = values.reduce((sum, value) => sum + value, 0)
    if (total === 0) return null
    return cardOf({
      title: homeText(language, 'decidedTitle'),
      figures: [
        homeFigure({
          key: 'decided',
          label: homeText(language, 'decided', { weeks: WEEKS }),
          value: String(total),
          isMore: total === DECISIONS_LOOKED_AT,
          course: { values, text: homeText(language, 'weeks', { values: values.join(', ') }) },
          ...pages({ view: 'done', endedFrom: since(end, WEEKS * 7) }),
        }),
      ],
    })
  },
})

export function approvalCards(documents: DocumentsByName): readonly HomeSource[] {
  return [tasks(documents), cameBack(documents), still(documents), wentThrough(documents), decided()]
}
