import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http'
import { request as encrypted } from 'node:https'
import { type AddressGuard, guardedLookup, NOT_ALLOWED, refusedAddress } from './address-guard.ts'

/** One call to another system. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Time-out for the whole call: name, connection, answer. */
  readonly timeoutMs: number
  /** Bytes of the answer that are read. */
  readonly maxBytes: number
  readonly guard?: AddressGuard
  /** Aborts the call when the process ends; it then throws. */
  readonly closing?: AbortSignal
}

export type Answer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly header: (name: string) => string
      readonly text: string
      /** The answer was longer than what was read. */
      readonly isCut: boolean
    }
  /** No connection: nothing arrived. */
  | { readonly kind: 'unreachable'; readonly cause: string; readonly isTimeout: boolean }
  /** The address is internal. */
  | { readonly kind: 'forbidden' }
  /** Connected, but without an answer: the call may have arrived. */
  | { readonly kind: 'unanswered'; readonly cause: string; readonly isTimeout: boolean }

const CAUSE_LETTERS = 200

/**
 * Calls another system, with bounded time and answer size. Redirects are not followed: a signature for one address is
 * not sent to another. Every outcome is returned; only an aborted `closing` throws.
 */
export async function callOut(call: OutgoingCall): Promise<Answer> {
  const url = new URL(call.url)
  if (call.guard && refusedAddress(url, call.guard)) return { kind: 'forbidden' }
  const timeout = AbortSignal.timeout(call.timeoutMs)
  const signal = call.closing ? AbortSignal.any([timeout, call.closing]) : timeout
  const progress = { isConnected: false }
  try {
    const response = await begin(url, call, signal, progress)
    const { text, isCut } = await beginningOf(response, call.maxBytes)
    call.closing?.throwIfAborted()
    const header = (name: string) => String(response.headers[name] ?? '')
    return { kind: 'answered', status: response.statusCode ?? 0, header, text, isCut }
  } catch (error) {
    call.closing?.throwIfAborted()
    if ((error as { readonly code?: unknown }).code === NOT_ALLOWED) return { kind: 'forbidden' }
    const kind = progress.isConnected ? 'unanswered' : 'unreachable'
    return { kind, cause: causeOf(error), isTimeout: timeout.aborted }
  }
}

function begin(
  url: URL,
  { method, headers, body, guard }: OutgoingCall,
  signal: AbortSignal,
  progress: { isConnected: boolean },
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method,
    signal,
    // A connection of its own: a kept one may die at the moment it is used, and it is then unknown what arrived.
    agent: false,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      'user-agent': 'back-office',
      'accept-encoding': 'identity',
    },
    ...(guard ? { lookup: guardedLookup(guard) } : {}),
  }
  return new Promise((resolve, reject) => {
    const isEncrypted = url.protocol === 'https:'
    const request = (isEncrypted ? encrypted : plain)(url, options, resolve)
    request.on('socket', (socket) =>
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => (progress.isConnected = true)),
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Another system's answer may be long or endless, so it is bounded. PostgreSQL stores no NUL in a text. */
async function beginningOf(response: IncomingMessage, maxBytes: number) {
  const parts: Buffer[] = []
  let bytes = 0
  let isCut = false
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      isCut = bytes > maxBytes
      // Leaving the loop ends the connection.
      if (isCut) break
    }
  } catch {
    // The status arrived; the rest broke off.
    isCut = true
  }
  const text = Buffer.concat(parts).subarray(0, maxBytes).toString('utf8').replaceAll('\u0000', '').trim()
  return { text, isCut }
}

function causeOf(error: unknown): string {
  const { code, message, name } = error as {
    readonly code?: unknown
    readonly message?: unknown
    readonly name: string
  }
  const named = typeof code === 'string' ? code : message
  return typeof named === 'string' ? named.slice(0, CAUSE_LETTERS) : name
}
