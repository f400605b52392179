import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/**
 * So much of a refused body is read and thrown away, or as much as the route would have taken where that is more. Browsers send a
 * body to its end before they look at the answer, so a person who picked a film for a photo still reads why it was refused.
 */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * An answer may be given before the body of its request was read to its end: a file is refused by its first bytes. What is left of
 * the body stands in the way of the next request on the same connection, so it is read and thrown away behind the answer. A body
 * that is too long for that ends its connection, and the answer says so.
 */
export function readRestOfBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Also for answers that are written past the framework, which calls no further hook for them.
    reply.raw.once('finish', () => throwRestAway(request))
  })
  app.addHook('onSend', async (request, reply) => {
    if (hasRest(request.raw) && isTooLong(request)) {
      reply.header('connection', 'close')
      return
    }
    // The framework closes a connection wherever it could not take a body, which would cut off a browser that is still sending. One that
    // is given up for its time stays closed: somebody may still be at work on what it sent.
    if (request.late?.aborted) return
    if (reply.hasHeader('connection')) reply.removeHeader('connection')
    throwRestAway(request)
  })
}

/** Whether a body was announced of which not all has been read. */
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

/** How long it may take is bounded by the time that the server gives a whole request (server.ts). */
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
    // One that did not say how long it is.
    if (bytes > most) raw.destroy()
  })
  // A body that breaks off now is nobody's loss.
  raw.on('error', () => undefined)
  raw.resume()
}
