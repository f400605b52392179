import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { DeliveryOutcome, Sender } from './channel.ts'
import { digestMessage } from './digest-message.ts'
import { CHANNELS, type Channel } from './kinds.ts'
import { noticesMessage } from './notices-message.ts'
import type { Outgoing } from './outgoing.ts'
import { heldUntil } from './quiet-hours.ts'
import { isReachable, type Recipient, recipientsOf } from './recipient.ts'
import { type Documents, notifyTexts } from './wording.ts'

export interface DeliveryServices {
  readonly pool: TransactionPool
  readonly now: () => Date
  readonly documents: Documents
  /** The configured senders. */
  readonly senders: ReadonlyMap<Channel, Sender>
}

/** Longer than any attempt takes: an attempt still open then is lost, and another process takes it. */
const LEASE_MS = 120_000
const MINUTE_MS = 60_000
/** Waits double from a minute up to an hour: the last attempt is some twelve hours after the first. */
const LONGEST_WAIT_MS = 60 * MINUTE_MS
export const MOST_ATTEMPTS = 18
/** Concurrent messages of one process by one channel. */
const AT_ONCE = 4

interface Delivery {
  readonly id: string
  readonly user_id: number
  readonly channel: Channel
  readonly kind: Outgoing['kind']
  readonly since: Date | null
  readonly attempts: number
  readonly created_at: Date
}

/** Claims a due message: closes it for further notifications, and leases it to one process. */
const claim = prepared<Delivery>(
  'notify.claim',
  `update notification_delivery set state = 'sending', attempts = attempts + 1, due_at = $2
   where id = (
     select id from notification_delivery where state in ('gathering', 'sending') and due_at <= $1 and channel = $3
     order by due_at limit 1 for update skip locked
   ) returning id, user_id, channel, kind, since, attempts, created_at`,
)

/** Only for the holder of the claim: a late one finds another number of attempts. */
const end = prepared<{ user_id: number }>(
  'notify.end',
  `update notification_delivery set state = $3, last_error = $4, ended_at = $5 where id = $1 and attempts = $2 and state = 'sending'
   returning user_id`,
)
const tryAgain = prepared(
  'notify.try-again',
  `update notification_delivery set due_at = $3, last_error = $4 where id = $1 and attempts = $2 and state = 'sending'`,
)
/** Delays the message to the end of quiet hours, which is no attempt. */
const holdBack = prepared(
  'notify.hold-back',
  `update notification_delivery set due_at = $3, attempts = attempts - 1 where id = $1 and attempts = $2 and state = 'sending'`,
)

/** Sends everything due; returns the number sent. A channel that is out of order is skipped until the next call. */
export async function sendDue(services: DeliveryServices, closing?: AbortSignal): Promise<number> {
  const lanes = CHANNELS.flatMap((channel) => {
    const sender = services.senders.get(channel)
    if (!sender) return []
    const isOver = { value: false }
    return Array.from({ length: AT_ONCE }, () => runLane(services, { channel, sender, isOver, closing }))
  })
  return (await Promise.all(lanes)).reduce((sum, sent) => sum + sent, 0)
}

interface Lane {
  readonly channel: Channel
  readonly sender: Sender
  /** Shared by the concurrent loops of a channel. */
  readonly isOver: { value: boolean }
  readonly closing: AbortSignal | undefined
}

async function runLane(services: DeliveryServices, { channel, sender, isOver, closing }: Lane): Promise<number> {
  const { pool, now } = services
  let sent = 0
  while (!isOver.value && !closing?.aborted) {
    const at = now()
    const delivery = await transaction(pool, (tx) => tx.first(claim(at, new Date(at.getTime() + LEASE_MS), channel)))
    if (!delivery) break
    const outcome = await deliver(services, sender, delivery)
    if (outcome === 'sent') sent += 1
    if (outcome === 'outage') isOver.value = true
  }
  return sent
}

async function deliver(
  services: DeliveryServices,
  sender: Sender,
  delivery: Delivery,
): Promise<'sent' | 'outage' | 'done'> {
  const { pool, now } = services
  const at = now()
  const recipient = (await reading(pool, (tx) => recipientsOf(tx, [delivery.user_id]))).get(delivery.user_id)
  if (!recipient || !isReachable(recipient, delivery.channel)) {
    await finish(services, delivery, 'dropped', 'nobody to tell')
    return 'done'
  }
  // Quiet hours may have begun since it was due: the sender was away, or the person changed them.
  const held = delivery.kind === 'notices' ? heldUntil(recipient.rules, at) : at
  if (held > at) {
    await transaction(pool, (tx) => tx.run(holdBack(delivery.id, delivery.attempts, held)))
    return 'done'
  }
  const outgoing = await reading(pool, (tx) => contentOf(tx, services, delivery, recipient))
  if (!outgoing) {
    await finish(services, delivery, 'dropped', 'nothing new any more')
    return 'done'
  }
  const outcome = await sender.send(delivery.id, recipient, outgoing, at)
  return record(services, delivery, outcome)
}

function contentOf(
  tx: Tx,
  { documents, now }: DeliveryServices,
  delivery: Delivery,
  recipient: Recipient,
): Promise<Outgoing | null> {
  switch (delivery.kind) {
    case 'notices':
      return noticesMessage(tx, documents, delivery.id, recipient)
    case 'digest':
      return digestMessage(tx, documents, recipient, {
        since: delivery.since ?? delivery.created_at,
        until: delivery.created_at,
        now: now(),
      })
    case 'test':
      return Promise.resolve(testMessage(recipient))
  }
}

async function record(
  services: DeliveryServices,
  delivery: Delivery,
  outcome: DeliveryOutcome,
): Promise<'sent' | 'outage' | 'done'> {
  if (outcome.state === 'sent') {
    await finish(services, delivery, 'sent', null)
    return 'sent'
  }
  // A test message is tried once, because its sender waits for the result.
  const isLast = outcome.state === 'refused' || delivery.attempts >= MOST_ATTEMPTS || delivery.kind === 'test'
  if (isLast) {
    console.error(
      `notification ${delivery.id} by ${delivery.channel} is given up after ${delivery.attempts} attempts: ${outcome.error}`,
    )
    await finish(services, delivery, 'failed', outcome.error)
  } else {
    const wait = outcome.afterMs ?? Math.min(MINUTE_MS * 2 ** (delivery.attempts - 1), LONGEST_WAIT_MS)
    const dueAt = new Date(services.now().getTime() + wait)
    await transaction(services.pool, (tx) => tx.run(tryAgain(delivery.id, delivery.attempts, dueAt, outcome.error)))
  }
  return outcome.state === 'again' && outcome.outage ? 'outage' : 'done'
}

/** Final result of a message; the person's settings page shows how their test ended. */
async function finish(
  { pool, now }: DeliveryServices,
  delivery: Delivery,
  state: 'sent' | 'failed' | 'dropped',
  error: string | null,
): Promise<void> {
  await transaction(pool, async (tx) => {
    const ended = await tx.first(end(delivery.id, delivery.attempts, state, error, now()))
    if (ended && delivery.kind === 'test')
      await tx.run(publishLive({ type: 'notifications', userIds: [delivery.user_id] }))
  })
}

/** A message that people send to themselves to test a channel. */
function testMessage(recipient: Recipient): Outgoing {
  const texts = notifyTexts(recipient.language)
  return {
    kind: 'test',
    language: recipient.language,
    subject: texts.subject.test,
    greeting: interpolate(texts.greeting, { name: recipient.name }),
    intro: texts.intro.test,
    sections: [],
    zone: recipient.rules.zone,
    thread: null,
  }
}
