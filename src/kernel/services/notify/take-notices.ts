import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import type { DocumentChanged } from '#kernel/platform/outbox/outbox.ts'
import type { MessageHandler } from '#kernel/platform/outbox/relay.ts'
import { type Channel, type Kind, KIND_GROUPS } from './kinds.ts'
import { shortened } from './outgoing.ts'
import { heldUntil } from './quiet-hours.ts'
import { isReachable, type Recipient, recipientsOf } from './recipient.ts'
import { isWanted } from './settings.ts'

/** Characters of an opinion that a message repeats; the page has all of it. */
const EXCERPT = 280

const CHANGED = 'document.changed'

/** Rows of an earlier version lack fields of a notification. */
type Payload = Partial<DocumentChanged>

/** Kinds for the assignee of a task; after a return to an earlier step its people get them again. */
const OF_TASKS: readonly Kind[] = [...KIND_GROUPS.mine, 'returned']

interface Taken {
  readonly userId: number
  readonly kind: Kind
  readonly documentType: string
  readonly documentId: string
  readonly round: number
  readonly no: string
  readonly taskId: string | null
  readonly actorId: number | null
  readonly opinion: string | null
  readonly at: string | null
}

/**
 * Everybody is notified about their own task: the one named, else their open one (a task created by the act has no id
 * yet when the act lists it, and an escalated one names its first assignee's); a finished one is no news. In one
 * statement, so that a batch of thousands costs one round trip: the notifications, the gathering messages, and their
 * content. The conflict is the lock: a message being sent is left alone, and a new one begins.
 */
const insertNotices = prepared<{ user_id: number }>(
  'notify.insert',
  `with noticed as (
     insert into notification (user_id, kind, document_type, document_id, round, no, task_id, actor_id, opinion, at, read_at)
     select n.user_id, n.kind, n.document_type, n.document_id, n.round, n.no, t.id, n.actor_id, n.opinion, n.at,
       case when t.state not in ('open', 'waiting') then $10::timestamptz end
     from unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::text[], $7::bigint[], $8::int[], $9::text[],
       $18::timestamptz[]) with ordinality as n (user_id, kind, document_type, document_id, round, no, task_id, actor_id, opinion, at, place)
     left join lateral (
       select id, state from approval_task where document_id = n.document_id and round = n.round and user_id = n.user_id
         and n.kind = any ($17::text[])
       order by id is not distinct from n.task_id desc, state in ('open', 'waiting') desc, id desc limit 1
     ) t on true
     order by n.place
     returning id, user_id, kind
   ), gathered as (
     insert into notification_delivery (user_id, channel, kind, due_at, created_at)
     select user_id, channel, 'notices', due_at, $10 from unnest($11::int[], $12::text[], $13::timestamptz[]) as w (user_id, channel, due_at)
     order by user_id, channel
     on conflict (user_id, channel) where state = 'gathering' and kind = 'notices' do update set user_id = excluded.user_id
     returning id, user_id, channel
   ), filled as (
     insert into notification_delivery_item (delivery_id, notification_id)
     select g.id, n.id from noticed n
     join unnest($14::int[], $15::text[], $16::text[]) as w (user_id, channel, kind) on w.user_id = n.user_id and w.kind = n.kind
     join gathered g on g.user_id = w.user_id and g.channel = w.channel
   )
   select distinct user_id from noticed`,
)

/** People who acted on a document have seen its notifications; those of a cancelled task are settled. */
const markSeen = prepared<{ user_id: number }>(
  'notify.mark-seen',
  `update notification n set read_at = $4 from unnest($1::text[], $2::bigint[], $3::int[]) as acted (document_type, document_id, user_id)
   where n.document_type = acted.document_type and n.document_id = acted.document_id and n.user_id = acted.user_id and n.read_at is null
   returning n.user_id`,
)
const markGone = prepared<{ user_id: number }>(
  'notify.mark-gone',
  `update notification n set read_at = $2 from approval_task t
   where n.document_id = any ($1::bigint[]) and n.read_at is null
     and t.id = n.task_id and (t.state not in ('open', 'waiting') or t.user_id <> n.user_id)
   returning n.user_id`,
)

export interface NoticeServices {
  readonly now: () => Date
  /** Configured channels, and how long one message gathers. */
  readonly channels: readonly Channel[]
  readonly groupSeconds: number
}

/** The relay's part: turns the acts' intents into notifications and messages, in the transaction that takes them off the outbox. */
export function takeNotices(services: NoticeServices): MessageHandler {
  return async (tx, messages) => {
    const now = services.now()
    // A batch is unordered; people read in the order of the acts.
    const inOrder = messages.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    const changes = inOrder.flatMap(({ topic, payload }) => (topic === CHANGED ? [payload] : []))
    if (changes.length === 0) return
    const taken = changes.flatMap(noticesOf)
    const seen = await tx.rows(markSeen(...actedOn(changes), now))
    const told = await insert(tx, services, taken, now)
    const gone = await tx.rows(
      markGone(
        changes.flatMap(({ documentId }) => documentId ?? []),
        now,
      ),
    )
    const userIds = [...new Set([...seen, ...told, ...gone].map((row) => row.user_id))]
    await tx.run(publishLive({ type: 'notifications', userIds }))
  }
}

/** Ids of people and of documents may coincide. */
function actedOn(changes: readonly Payload[]): [readonly string[], readonly string[], readonly number[]] {
  const acts = changes.flatMap(({ documentType, documentId, actorId }) =>
    documentType && documentId && actorId ? [{ documentType, documentId, actorId }] : [],
  )
  return [
    acts.map(({ documentType }) => documentType),
    acts.map(({ documentId }) => documentId),
    acts.map(({ actorId }) => actorId),
  ]
}

/** One notification per person, kind and task, however often an act names them. */
function noticesOf(payload: Payload): readonly Taken[] {
  const { documentType, documentId, round, no, actorId, opinion, at, notices = [] } = payload
  if (!documentType || !documentId || round === undefined || no === undefined) return []
  const taken = notices.flatMap(({ kind, to, taskId }) =>
    to.map((userId) => ({
      userId,
      kind,
      documentType,
      documentId,
      round,
      no,
      taskId: taskId ?? null,
      actorId: actorId ?? null,
      opinion: excerptOf(opinion),
      at: at ?? null,
    })),
  )
  return [...new Map(taken.map((notice) => [`${notice.userId} ${notice.kind} ${notice.taskId}`, notice])).values()]
}

function excerptOf(opinion: string | null | undefined): string | null {
  return shortened(opinion?.trim() ?? '', EXCERPT) || null
}

async function insert(
  tx: Tx,
  services: NoticeServices,
  taken: readonly Taken[],
  now: Date,
): Promise<readonly { readonly user_id: number }[]> {
  if (taken.length === 0) return []
  const people = await recipientsOf(tx, [...new Set(taken.map(({ userId }) => userId))])
  const notices = taken.filter(({ userId }) => people.has(userId))
  const items = itemsOf(services, notices, people)
  const messages = [...new Map(items.map((item) => [`${item.recipient.userId} ${item.channel}`, item])).values()]
  const earliest = new Date(now.getTime() + services.groupSeconds * 1000)
  return tx.rows(
    insertNotices(
      notices.map(({ userId }) => userId),
      notices.map(({ kind }) => kind),
      notices.map(({ documentType }) => documentType),
      notices.map(({ documentId }) => documentId),
      notices.map(({ round }) => round),
      notices.map(({ no }) => no),
      notices.map(({ taskId }) => taskId),
      notices.map(({ actorId }) => actorId),
      notices.map(({ opinion }) => opinion),
      now,
      messages.map(({ recipient }) => recipient.userId),
      messages.map(({ channel }) => channel),
      messages.map(({ recipient }) => heldUntil(recipient.rules, earliest)),
      items.map(({ recipient }) => recipient.userId),
      items.map(({ channel }) => channel),
      items.map(({ kind }) => kind),
      OF_TASKS,
      notices.map(({ at }) => at ?? now),
    ),
  )
}

interface Item {
  readonly recipient: Recipient
  readonly channel: Channel
  readonly kind: Kind
}

/** Which kinds of these notifications go to whom by which channel, each once. */
function itemsOf(
  { channels }: NoticeServices,
  notices: readonly Taken[],
  people: ReadonlyMap<number, Recipient>,
): readonly Item[] {
  const items = notices.flatMap(({ userId, kind }) => {
    const recipient = people.get(userId)
    if (!recipient) return []
    return channels
      .filter((channel) => isReachable(recipient, channel) && isWanted(recipient.chosen, kind, channel))
      .map((channel) => ({ recipient, channel, kind }))
  })
  return [...new Map(items.map((item) => [`${item.recipient.userId} ${item.channel} ${item.kind}`, item])).values()]
}
