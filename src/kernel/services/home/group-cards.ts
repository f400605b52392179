import type { AnyDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { countStatement } from '#kernel/engine/document/list/list-query.ts'
import { ownCounts } from '#kernel/engine/document/routes/my-documents.routes.ts'
import { labelOf } from '#kernel/engine/document/document-label.ts'
import type { ServedList } from '#kernel/engine/read-list/serve-list.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { recordCount } from '#kernel/engine/record/routes/record-list.ts'
import { filterNames } from '#kernel/engine/record/routes/record-wire.ts'
import { beginOf, dayIn } from '#kernel/base/clock/zone-day.ts'
import type { PermittedMenu } from '#kernel/platform/access/permission.ts'
import { may, narrowed, type Principal } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { tasksByType } from '#kernel/services/tasks/task.routes.ts'
import { cardOf, homeCount, type HomeReader, homeRow, MOST_COUNTED } from './home-source.ts'
import { homeText } from './home-texts.ts'
import type { HomeCard } from './home-wire.ts'

/** A list behind an entry of the menu. */
export interface GroupList {
  readonly url: string
  readonly right: string
  /** Parameter of its page and call that keeps what is new since a time; null where the list cannot tell. */
  readonly newFrom: string | null
  /** How many rows the reader sees, no further than one above `most`. */
  count(tx: Tx, reader: HomeReader, asked: Readonly<Record<string, string>>, most: number): Promise<number>
}

const first = async (tx: Tx, statement: Parameters<typeof tx.first<{ total: number }>>[0]) =>
  Number((await tx.first(statement))?.total ?? 0)

function ofDocument(definition: AnyDocument): GroupList {
  const hasTime = (definition.list.filters as readonly string[]).includes('createdFrom')
  return {
    url: definition.pages.list,
    right: definition.viewRight,
    newFrom: hasTime ? 'createdFrom' : null,
    count: (tx, { principal }, asked, most) => first(tx, countStatement(definition, principal, asked, most)),
  }
}

function ofRecord(record: AnyRecord): GroupList {
  return {
    url: record.page,
    right: record.rights.view,
    newFrom: filterNames(record.list).find((name) => name === 'updatedAtFrom') ?? null,
    count: (tx, { principal }, asked, most) => first(tx, recordCount(record, principal, asked, most)),
  }
}

/** A list of an area with the address of its page. */
export type PlacedList = ServedList & { readonly page: string }

const ofList = ({ page, list, count }: PlacedList): GroupList => ({
  url: page,
  right: list.right,
  newFrom: list.newBy === undefined ? null : `${list.newBy}From`,
  count,
})

interface Lists {
  readonly documents: readonly ServerDocument[]
  readonly records: readonly AnyRecord[]
  readonly lists: readonly PlacedList[]
}

/** All lists of the product that can be counted, by the address of their page. */
export function groupLists({ documents, records, lists }: Lists): ReadonlyMap<string, GroupList> {
  const all = [
    ...documents.map(({ definition }) => ofDocument(definition)),
    ...records.map(ofRecord),
    ...lists.filter(({ list }) => !list.isQuestion).map(ofList),
  ]
  return new Map(all.map((list) => [list.url, list]))
}

/** The instant at which the day of the reader began. */
export const todayOf = ({ timezone }: Pick<Principal, 'timezone'>, now: Date): Date =>
  beginOf(timezone, dayIn(timezone, now))

const SECOND_MS = 1000
/** What is older is not new to anybody. */
const MOST_DAYS = 30
const lastVisit = prepared<{ at: Date | null }>(
  'home.last-visit',
  'select case when last_at < $3 then last_at else earlier_at end as at from page_visit where user_id = $1 and path = $2',
)

/** When the reader last opened the page on a day before today, to the second, as filters of lists are; at most thirty days ago. */
export async function sinceOf(tx: Tx, { principal, now }: HomeReader, path: string): Promise<Date> {
  const visit = await tx.first(lastVisit(principal.userId, path, todayOf(principal, now)))
  const oldest = now.getTime() - MOST_DAYS * 86_400_000
  return new Date(Math.floor(Math.max(visit?.at?.getTime() ?? 0, oldest) / SECOND_MS) * SECOND_MS)
}

const nameOf = ({ language }: HomeReader, { name, nameEn }: PermittedMenu) => (language === 'zh' ? name : nameEn)

/** How many rows the list has for the reader, and how many of them are new. */
export async function listCard(
  tx: Tx,
  context: HomeReader,
  entry: PermittedMenu,
  list: GroupList,
  since: Date,
): Promise<HomeCard | null> {
  if (!may(context.principal, list.right)) return null
  const reader = { ...context, principal: narrowed(context.principal, list.right) }
  const { url, newFrom } = list
  const fresh = newFrom === null ? null : { [newFrom]: since.toISOString().replace('.000Z', 'Z') }
  const [total, added] = await Promise.all([
    list.count(tx, reader, {}, MOST_COUNTED),
    fresh === null ? 0 : list.count(tx, reader, fresh, MOST_COUNTED),
  ])
  const { language } = reader
  const card = cardOf({
    title: nameOf(reader, entry),
    figures: [
      homeCount(total, { key: 'all', label: homeText(language, 'groupAll'), url }),
      ...(fresh === null
        ? []
        : [homeCount(added, { key: 'new', label: homeText(language, 'groupNew'), url: withQuery(url, fresh) })]),
    ],
  })
  return card && { key: entry.code, ...card }
}

/** Tasks of documents of these lists, and the reader's own drafts of them; and since when the lists say what is new. */
export async function waitingCard(
  tx: Tx,
  { principal, language }: HomeReader,
  documents: readonly ServerDocument[],
  since: Date | null,
): Promise<HomeCard | null> {
  const own = documents.map(({ definition }) => definition).filter(({ viewRight }) => may(principal, viewRight))
  const [tasks, counts] = await Promise.all([
    may(principal, 'approval.task.view') ? tx.rows(tasksByType(principal.userId, MOST_COUNTED)) : [],
    tx.rows(ownCounts(own, principal)),
  ])
  const card = cardOf({
    title: homeText(language, 'tasks'),
    none: homeText(language, 'noTasks'),
    note: since && homeText(language, 'groupSince', { day: dayIn(principal.timezone, since) }),
    figures: documents.flatMap((document) => {
      const { name, pages, initial } = document.definition
      const label = labelOf(language, document, name)
      const open = tasks.find(({ document_type: type }) => type === name)?.total ?? 0
      const drafts = counts.find((each) => each.document_type === name && each.state === initial)?.total ?? 0
      const draftsUrl = withQuery(pages.list, { drafter: principal.account, state: initial })
      return [
        ...(open > 0
          ? [homeCount(open, { key: name, label, url: withQuery('/tasks/pc', { documentType: name }), tone: 'warn' })]
          : []),
        ...(drafts > 0
          ? [
              homeCount(drafts, {
                key: `${name} drafts`,
                label: homeText(language, 'groupDrafts', { label }),
                url: draftsUrl,
              }),
            ]
          : []),
      ]
    }),
  })
  return card && { key: 'waiting', ...card }
}

/** The pages of the group that are no lists. */
export function pagesCard(reader: HomeReader, entries: readonly PermittedMenu[]): HomeCard | null {
  if (entries.length === 0) return null
  const card = cardOf({
    title: homeText(reader.language, 'groupPages'),
    rows: entries.map((entry) =>
      homeRow({ key: entry.code, title: nameOf(reader, entry), detail: '', url: entry.url }),
    ),
  })
  return card && { key: 'pages', ...card }
}
