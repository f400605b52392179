import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/**
 * Bytes of a refused body that are read and discarded; where the route takes larger files, as much as it takes. Browsers send the whole
 * body before they read the answer, so a person who chose a film instead of a photo still sees why it was refused.
 */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * A request may be answered before its body was read: a file is refused by its first bytes. The rest of the body would
 * precede the next request on the connection, so it is read and discarded after the answer. Where it is too long for
 * that, the connection ends, and the answer says so.
 */
export function readRestOfBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Files and streams are written to the socket directly and trigger no further hook.
    reply.raw.once('finish', () => throwRestAway(request))
  })
  app.addHook('onSend', async (request, reply) => {
    if (hasRest(request.raw) && isTooLong(request)) {
      reply.header('connection', 'close')
      return
    }
    // The framework closes the connection where it refuses a body, which would cut off a browser that is still sending.
    // A request that timed out keeps its closing: its handler may still be reading the body.
    if (request.late?.aborted) return
    if (reply.hasHeader('connection')) reply.removeHeader('connection')
    throwRestAway(request)
  })
}

/** Whether an announced body has not been fully read. */
function hasRest({ complete, destroyed, headers }: IncomingMessage): boolean {
  if (complete !== false || destroyed) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function mostOf(request: FastifyRequest): number {
  return Math.max(MOST_BYTES, request.routeOptions.config.fileBytes ?? 0)
}

function isTooLong(request: FastifyRequest): boolean {
  return Number(request.headers['content-length'] ?? 0) > mostOf(request)
}

const begun = new WeakSet<IncomingMessage>()

/** Bounded by the server's `requestTimeout` (server.ts). */
function throwRestAway(request: FastifyRequest): void {
  const { raw } = request
  if (!hasRest(raw) || begun.has(raw)) return
  begun.add(raw)
  if (isTooLong(request)) return void raw.destroy()
  const most = mostOf(request)
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    // A body of unknown length is counted.
    if (bytes > most) raw.destroy()
  })
  // A body that breaks off here was refused already.
  raw.on('error', () => undefined)
  raw.resume()
}
