import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Received } from './finance-system.ts'

type State = 'occupied' | 'released' | 'refused' | 'processing'

/**
 * How it treats the next message: `lost` takes it and does not answer, `dead` closes the connection before reading it.
 */
export type ReserveAnswer =
  | 'take'
  | 'lost'
  | 'dead'
  | 'later'
  | { readonly status: number; readonly text?: string; readonly reference?: string }

/** Stands in for a finance system that reserves money by key: real calls, with the faults that a test sets. */
export interface ReserveSystem {
  readonly url: string
  /** Every message that arrived, in order. */
  readonly received: Received[]
  /** Keys that it received. */
  readonly asked: string[]
  readonly states: Map<string, State>
  /** Its behaviour from now on. */
  answers: ReserveAnswer
  /** Its answer to a query. */
  questions: 'answer' | { readonly status: number }
  /** Keys that it holds money for. */
  held(): string[]
  /** Resolves when the next message has arrived. */
  next(): Promise<Received>
  close(): Promise<void>
}

export async function reserveSystem(): Promise<ReserveSystem> {
  const waiting: ((message: Received) => void)[] = []
  const server = createServer((request, response) => void serve(request, response))
  const system: ReserveSystem = {
    url: '',
    received: [],
    asked: [],
    states: new Map(),
    answers: 'take',
    questions: 'answer',
    held: () => [...system.states].filter(([, state]) => state === 'occupied').map(([key]) => key),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'GET') {
      const key = decodeURIComponent(String(request.url).split('/').at(-1) ?? '')
      system.asked.push(key)
      if (system.questions !== 'answer') return void json(system.questions.status, {})
      const state = system.states.get(key)
      return void (state ? json(200, { state, reference: `FR-${key}`, reason: 'No budget line' }) : json(404, {}))
    }
    if (system.answers === 'dead') return void request.socket.destroy()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const header = (name: string) => String(request.headers[name] ?? '')
    const body = Buffer.concat(parts).toString('utf8')
    const message = { key: header('idempotency-key'), signature: header('x-signature'), body }
    system.received.push(message)
    answer(message, json)
    for (const tell of waiting.splice(0)) tell(message)
  }

  function answer({ key, body }: Received, json: (status: number, value: object) => void): void {
    const { answers } = system
    if (typeof answers === 'object') {
      if (answers.status >= 400 && answers.status < 500) system.states.set(key, 'refused')
      return json(answers.status, { reason: answers.text ?? 'No', reference: answers.reference })
    }
    if (answers === 'later') {
      system.states.set(key, 'processing')
      return json(202, {})
    }
    hold(key, body)
    if (answers === 'take') json(200, { reference: `FR-${key}` })
  }

  function hold(key: string, body: string): void {
    const { effect, releases } = JSON.parse(body) as { readonly effect: string; readonly releases?: string }
    if (effect === 'release') {
      system.states.set(key, 'released')
      system.states.set(String(releases), 'released')
    } else if (system.states.get(key) !== 'released') system.states.set(key, 'occupied')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(system, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reserves` })
}
