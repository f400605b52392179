import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { loadAreaServers } from '#app/server.ts'
import { areas } from '#app/areas.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { createNotifier, type Notifier } from '#kernel/services/notify/notifier.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { budgetWorld, type World } from './budget/budget-world.ts'

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

export interface ChatCall {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ChatServer {
  readonly url: string
  readonly calls: ChatCall[]
  /** Answers to the next calls; 204 where there is none. */
  readonly answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[]
  close(): Promise<void>
}

/** The receiving end of the chat: keeps calls as they came. */
export async function chatServer(): Promise<ChatServer> {
  const calls: ChatCall[] = []
  const answers: ChatServer['answers'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      const answer = answers.shift() ?? { status: 204 }
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export interface MailServer {
  readonly url: string
  /** Everything that was accepted, oldest first. */
  readonly mails: Email[]
  /** Mail as it came over the wire. */
  readonly raw: string[]
  /** The next answers to a recipient; accepted where there is none. */
  readonly answers: { readonly code: number; readonly text: string }[]
  to(account: string): readonly Email[]
  /** Takes mail without ever saying so, until the answer is called. */
  hold(): () => void
  /** Refuses connections until it is started again, on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A mail server that keeps the received mails. */
export async function mailServer(): Promise<MailServer> {
  const mails: Email[] = []
  const raw: string[] = []
  const answers: MailServer['answers'] = []
  let port = 0
  let held: Promise<void> | undefined
  let running: SMTPServer | undefined
  const start = async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      // Senders keep their connections.
      closeTimeout: 20,
      onRcptTo(_address, _session, done) {
        const answer = answers.shift()
        done(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null)
      },
      onData(stream, _session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const bytes = Buffer.concat(parts)
          raw.push(bytes.toString('latin1'))
          const keep = async () => {
            mails.push(await PostalMime.parse(bytes))
            await held
          }
          keep().then(
            () => setImmediate(done),
            (error: Error) => setImmediate(done, error),
          )
        })
      },
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
    port = (server.server.address() as AddressInfo).port
    running = server
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      const server = running
      running = undefined
      if (server) server.close(() => resolve())
      else resolve()
    })
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    raw,
    answers,
    to: (account) => mails.filter((mail) => mail.to?.some(({ address }) => address === `${account}@example.test`)),
    hold() {
      const holding = Promise.withResolvers<void>()
      held = holding.promise
      return () => {
        held = undefined
        holding.resolve()
      }
    },
    start,
    stop,
  }
}
