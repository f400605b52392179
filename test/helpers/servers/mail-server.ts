import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

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
