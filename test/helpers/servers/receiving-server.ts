import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { productNow } from '#kernel/base/clock/clock.ts'
import { isGenuineWebhook, webhookKeys } from '#kernel/platform/outgoing/standard-webhook.ts'

/** The secret that the test shares with the receiver. */
export const RECEIVER_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

export interface Received {
  readonly id: string
  readonly path: string
  readonly body: string
  readonly authorization: string
  /** Signed by who knows the secret, just now. */
  readonly isGenuine: boolean
}

/** How a call is treated: a status with a text, a text that breaks off, no answer, or a broken connection. */
export type Reaction =
  | { readonly status: number; readonly text?: string; readonly retryAfter?: number; readonly location?: string }
  | { readonly beginning: string }
  | 'silence'
  | 'hang up'

export interface ReceivingServer {
  readonly origin: string
  readonly port: number
  /** Every message that arrived, in order; also those that were answered badly. */
  readonly messages: Received[]
  /** Every received query, in order. */
  readonly questions: Received[]
  /** Reactions to the next messages, then the permanent one. */
  readonly next: Reaction[]
  always: (message: Received) => Reaction
  /** The answer to a query: a page of rows, or the result of a message. */
  answer: (url: URL) => Reaction | object
  /** While it is set, answers wait for it. */
  gate: Promise<void> | null
  close(): Promise<void>
}

/**
 * Another system: a real HTTP server that accepts, refuses, is slow or dies as the test sets it, and checks every
 * signature.
 */
export async function receivingServer(now = productNow, secret = RECEIVER_SECRET): Promise<ReceivingServer> {
  const keys = webhookKeys(secret)
  if (!keys) throw new Error('no secret')
  const server = createServer((request, response) => void handle(request, response))
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const header = (name: string) => String(request.headers[name] ?? '')
    const url = new URL(request.url ?? '/', 'http://receiver')
    const signed = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
    }
    const isGenuine = isGenuineWebhook(keys, { ...signed, body }, now())
    const received = { id: signed.id, path: url.pathname, body, authorization: header('authorization'), isGenuine }
    const isMessage = request.method === 'POST'
    ;(isMessage ? its.messages : its.questions).push(received)
    const said = isMessage ? (its.next.shift() ?? its.always(received)) : its.answer(url)
    if (its.gate) await its.gate
    react(request, response, said)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const its: ReceivingServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    messages: [],
    questions: [],
    next: [],
    always: () => ({ status: 200, text: '{"reference":"R-1"}' }),
    answer: () => ({ status: 404 }),
    gate: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return its
}

function react(request: IncomingMessage, response: ServerResponse, said: Reaction | object): void {
  if (said === 'silence') return
  if (said === 'hang up') return void request.socket.destroy()
  if ('beginning' in said) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' }).write(said.beginning)
    return void setImmediate(() => request.socket.destroy())
  }
  if (!('status' in said))
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  const { status, text = '', retryAfter, location } = said as Exclude<Reaction, string | { beginning: string }>
  response
    .writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(location === undefined ? {} : { location }),
    })
    .end(text)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
