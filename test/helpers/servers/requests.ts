import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMessage } from '#kernel/platform/live/live-event.ts'
import type pg from 'pg'
import { createSession } from '#kernel/platform/access/session.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { transaction } from '#kernel/platform/db/tx.ts'

// Sessions without a sign-in, and requests written byte by byte.

/** The answer to a sign-in. */
export interface DemoSession {
  readonly token: string
  readonly csrfToken: string
}

/** A session of an account, without a sign-in. */
export async function makeSession(pool: pg.Pool, account: string, absoluteMinutes = 600, authAt = productNow()) {
  const { rows } = await pool.query<{ id: number }>('select id from app_user where account = $1', [account])
  const input = { userId: rows[0]?.id ?? 0, kind: 'sso' as const, idToken: null, absoluteMinutes, authAt }
  const session = await transaction(pool, (tx) => createSession(tx, input, productNow()))
  if (!session) throw new Error(`${account} cannot sign in`)
  return session
}

/** The headers of a call in a session. */
export function sessionHeaders({ token, csrfToken }: DemoSession) {
  return { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken }
}

/** The same as lines of a request that is written byte by byte. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** A file as a form sends it, with texts before it. */
export interface FileSent {
  readonly name: string
  readonly bytes: Uint8Array
  /** The media type that the sender declares. */
  readonly mediaType?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** The boundary between the parts of `formOf`. */
export const FORM_TYPE = 'multipart/form-data; boundary=b'

export function formOf({ name, bytes, mediaType = 'application/octet-stream', fields = {} }: FileSent): Buffer {
  const texts = Object.entries(fields).map(
    ([field, text]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
  )
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mediaType}\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from('\r\n--b--\r\n')])
}

/** One answer as it is on the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A connection on which requests are sent byte by byte and answers are read one after the other. HTTP clients hide what
 * a connection does: they open another one whenever the first cannot be used again.
 */
export class RawConnection {
  private readonly socket: Socket
  private received = Buffer.alloc(0)
  private isClosed = false
  private wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk])
      this.wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.isClosed = true
      this.wake()
    })
  }

  static async open(origin: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await new Promise<void>((resolve, reject) => void socket.once('connect', resolve).once('error', reject))
    return new RawConnection(socket)
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes)
  }

  /** How many bytes the other side has not taken yet. */
  get unsent(): number {
    return this.socket.writableLength
  }

  /** The next answer; null where the connection is closed before it is there, an error where nothing comes in time. */
  async answer(milliseconds = 5_000): Promise<RawAnswer | null> {
    const end = performance.now() + milliseconds
    for (;;) {
      const answer = this.takeAnswer()
      if (answer) return answer
      if (this.isClosed) return null
      const left = end - performance.now()
      if (left <= 0) throw new Error(`no answer within ${milliseconds} ms`)
      await this.moreWithin(left)
    }
  }

  /** Whether the other side closes the connection in time. */
  async closes(milliseconds = 5_000): Promise<boolean> {
    const end = performance.now() + milliseconds
    while (!this.isClosed && performance.now() < end) await this.moreWithin(end - performance.now())
    return this.isClosed
  }

  close(): void {
    this.socket.destroy()
  }

  private moreWithin(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.wake = () => (clearTimeout(timer), resolve())
    })
  }

  /** Takes an answer off the received bytes, once it is complete. */
  private takeAnswer(): RawAnswer | null {
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [first = '', ...lines] = this.received.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const from = end + 4
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null
    const chunksEnd = this.received.indexOf('0\r\n\r\n', from)
    const to = length === null ? (chunksEnd < 0 ? Infinity : chunksEnd + 5) : from + length
    if (this.received.length < to) return null
    const body = this.received.subarray(from, to).toString()
    this.received = this.received.subarray(to)
    return { status: Number(first.split(' ')[1]), headers, body }
  }
}

/** A browser's stream of live news, without the browser. */
export interface LiveReader {
  readonly status: number
  readonly headers: Headers
  readonly news: readonly LiveMessage[]
  /** Waits until something of this kind was heard after `from` (default: ever). */
  hears(is: (news: LiveMessage) => boolean, from?: number): Promise<LiveMessage>
  readonly ended: Promise<void>
  stop(): void
}

export async function readLive(origin: string, token: string): Promise<LiveReader> {
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const news: LiveMessage[] = []
  const ended = answer.ok ? read(answer, news) : answer.text().then(() => undefined)
  return {
    status: answer.status,
    headers: answer.headers,
    news,
    ended,
    async hears(is, from = 0) {
      for (const until = performance.now() + 20_000; ;) {
        const found = news.slice(from).find(is)
        if (found) return found
        if (performance.now() > until) throw new Error(`heard only ${JSON.stringify(news)}`)
        await sleep(20)
      }
    },
    stop: () => stop.abort(),
  }
}

async function read(answer: Response, news: LiveMessage[]): Promise<void> {
  try {
    let rest = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) if (part.startsWith('data: ')) news.push(JSON.parse(part.slice(6)) as LiveMessage)
    }
  } catch {
    // Stopped from this side, or cut from the other: ended either way.
  }
}
