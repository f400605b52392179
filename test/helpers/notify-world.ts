import { loadAreaServers } from '#app/server.ts'
import { areas } from '#app/areas.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { createNotifier, type Notifier } from '#kernel/services/notify/notifier.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { budgetWorld, type World } from './budget/budget-world.ts'
import { type ChatServer, chatServer } from './servers/chat-server.ts'
import { type MailServer, mailServer } from './servers/mail-server.ts'

export const PUBLIC_URL = 'https://office.example.test'
export const CHAT_SECRET = 'a-secret-of-the-chat-and-of-us'

/** A company, a mail server, a chat, and the worker's part of notifications, moved by hand. */
export interface NotifyWorld {
  readonly world: World
  readonly mail: MailServer
  readonly chat: ChatServer
  readonly notifier: Notifier
  /** Another worker on the same database. */
  another(): Notifier
  /** The relay takes everything off the outbox. */
  relay(): Promise<void>
  /** Moves the clock and sends what is due. */
  after(minutes: number): Promise<number>
  /** Takes the outbox, waits until the messages have gathered, sends. */
  tell(): Promise<number>
  deliveries(account: string): Promise<Delivery[]>
  close(): Promise<void>
}

export interface Delivery {
  readonly channel: string
  readonly kind: string
  readonly state: string
  readonly attempts: number
  readonly last_error: string | null
}

export const GROUP_SECONDS = 120

export async function notifyWorld(databaseUrl: string): Promise<NotifyWorld> {
  for (const area of areas) registerTexts(area.name, area.texts)
  const world = await budgetWorld(databaseUrl, '10000000.00', 8)
  const [mail, chat, serverAreas] = await Promise.all([mailServer(), chatServer(), loadAreaServers(areas)])
  const make = () =>
    createNotifier({
      pool: world.pool,
      now: () => world.now,
      documents: serverAreas.flatMap((area) => area.documents),
      publicUrl: PUBLIC_URL,
      config: {
        mail: { url: mail.url, from: 'Back Office <office@example.test>' },
        chat: { url: chat.url, secret: CHAT_SECRET },
        groupSeconds: GROUP_SECONDS,
        days: 90,
      },
    })
  const notifier = make()
  const others: Notifier[] = []
  const after = (minutes: number) => {
    world.now = new Date(world.now.getTime() + minutes * 60_000)
    return notifier.runOnce()
  }
  const relay = async () => {
    while (await relayOnce(world.pool, notifier.take));
  }
  return {
    world,
    mail,
    chat,
    notifier,
    another() {
      const other = make()
      others.push(other)
      return other
    },
    relay,
    after,
    async tell() {
      await relay()
      return after(GROUP_SECONDS / 60)
    },
    deliveries: (account) =>
      world.query<Delivery>(
        `select channel, d.kind, d.state, attempts, last_error from notification_delivery d join app_user u on u.id = d.user_id
         where u.account = $1 order by d.created_at, channel, d.kind`,
        [account],
      ),
    async close() {
      for (const each of [notifier, ...others]) each.close()
      await Promise.all([mail.stop(), chat.close()])
      await world.close()
    },
  }
}
