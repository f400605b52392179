import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly key: string
  readonly signature: string
  readonly body: string
}

export interface FinanceSystem {
  readonly url: string
  /** Every message that arrived, in order. */
  readonly received: Received[]
  /** How it answers from now on: a status with a text, no answer, or a broken connection. */
  answers(answer: Answer): void
  /** Resolves when the next message has arrived. */
  next(): Promise<Received>
  close(): Promise<void>
}

type Answer = { readonly status: number; readonly text?: string; readonly retryAfter?: number } | 'silence' | 'hang up'

/** Stands in for the finance system: a real HTTP server that answers as the test sets it. */
export async function financeSystem(): Promise<FinanceSystem> {
  const received: Received[] = []
  const waiting: ((message: Received) => void)[] = []
  let answer: Answer = { status: 200, text: '{"reference":"FIN-1"}' }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const message = { key: header('idempotency-key'), signature: header('x-signature'), body }
      received.push(message)
      for (const tell of waiting.splice(0)) tell(message)
      if (answer === 'silence') return
      if (answer === 'hang up') return void request.socket.destroy()
      const retryAfter = answer.retryAfter === undefined ? {} : { 'retry-after': String(answer.retryAfter) }
      response.writeHead(answer.status, { 'content-type': 'application/json', ...retryAfter }).end(answer.text ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/budgets`,
    received,
    answers: (next) => (answer = next),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** As the receiver checks it: the signature is over this body, with the shared secret. */
export function isSigned({ signature, body }: Received, secret: string): boolean {
  const [, seconds = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex') === hex
}
