// The load generator: a process of its own with a minimal client, because it shares the two cores.
import { connect, type Socket } from 'node:net'

export interface Call {
  readonly path: string
  readonly body: string
  /** POST by default. */
  readonly method?: 'GET' | 'POST'
}

export interface Job {
  readonly port: number
  /** One connection each. */
  readonly sessions: readonly { readonly token: string; readonly csrfToken: string }[]
  readonly calls: readonly Call[]
  /** Ends when the time is over or, without a time, when each call was made once. */
  readonly seconds: number | null
}

export interface Outcome {
  readonly done: number
  readonly failed: number
  /** First refusal, for the reader. */
  readonly failure: string | null
  readonly seconds: number
  /** Milliseconds of each call. */
  readonly times: number[]
  /** Share of one core used by this process. */
  readonly cpu: number
}

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/** One request after another on one kept connection; answers always carry a content-length. */
class Client {
  private readonly socket: Socket
  private buffer: Buffer = Buffer.alloc(0)
  private answered: ((answer: { ok: boolean; text: string }) => void) | null = null

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.socket.on('data', (chunk) => this.#take(chunk))
    this.socket.on('close', () => this.answered?.({ ok: false, text: 'connection closed' }))
    this.socket.on('error', () => undefined)
  }

  send(text: string): Promise<{ ok: boolean; text: string }> {
    return new Promise((resolve) => {
      this.answered = resolve
      this.socket.write(text)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk])
    const end = this.buffer.indexOf(HEADER_END)
    if (end < 0) return
    const length = Number(LENGTH.exec(this.buffer.toString('latin1', 0, end))?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error('an answer without content-length')
    if (this.buffer.length < end + 4 + length) return
    const ok = this.buffer.toString('latin1', 9, 12) === '200'
    const text = ok ? '' : this.buffer.toString('utf8', end + 4, end + 4 + length)
    this.buffer = this.buffer.subarray(end + 4 + length)
    const { answered } = this
    this.answered = null
    answered?.({ ok, text })
  }
}

async function run({ port, sessions, calls, seconds }: Job): Promise<Outcome> {
  const times: number[] = []
  let failed = 0
  let failure: string | null = null
  let next = 0
  let serial = 0
  const run = `${Date.now().toString(36)}-${process.pid}`
  const heads = sessions.map(
    (session) =>
      `Host: 127.0.0.1\r\nAuthorization: Bearer ${session.token}\r\nx-csrf-token: ${session.csrfToken}\r\nx-language: en\r\nContent-Type: application/json\r\n`,
  )
  const clients = sessions.map(() => new Client(port))
  const cpu = process.cpuUsage()
  const started = performance.now()
  const until = seconds === null ? Number.POSITIVE_INFINITY : started + seconds * 1000
  await Promise.all(
    clients.map(async (client, index) => {
      while (performance.now() < until) {
        if (seconds === null && next >= calls.length) return
        const call = calls[next++ % calls.length]!
        const begun = performance.now()
        const { ok, text } = await client.send(
          `${call.method ?? 'POST'} ${call.path} HTTP/1.1\r\n${heads[index]}Idempotency-Key: ${run}-${(serial += 1)}\r\nContent-Length: ${Buffer.byteLength(call.body)}\r\n\r\n${call.body}`,
        )
        times.push(performance.now() - begun)
        if (!ok) {
          failed += 1
          failure ??= text
        }
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  for (const client of clients) client.close()
  return {
    done: times.length - failed,
    failed,
    failure,
    seconds: elapsed,
    times,
    cpu: (used.user + used.system) / 1e6 / elapsed,
  }
}

if (import.meta.main) {
  process.on('message', (job: Job) => {
    void run(job).then((outcome) => process.send?.(outcome))
  })
}
