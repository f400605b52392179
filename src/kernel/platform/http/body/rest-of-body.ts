import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/**
 * The most bytes of a refused body that are read and discarded; where the route takes larger files, as much as it takes. Browsers send a
 * body to its end before they look at the answer, so a person who picked a film in place of a photo still reads why it was refused.
 */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * A request may be answered before its body was read to its end: a file is refused by its first bytes. The rest of the body would stand
 * before the next request on the same connection, so it is read and discarded after the answer. Where the body is too long for that, the
 * connection ends, and the answer says so.
 */
export function readRestOfBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // An answer that is written to the socket directly, as a file or a stream, calls no further hook.
    reply.raw.once('finish', () => throwRestAway(request))
  })
  app.addHook('onSend', async (request, reply) => {
    if (hasRest(request.raw) && isTooLong(request)) {
      reply.header('connection', 'close')
      return
    }
    // The framework closes the connection where it refuses a body, which would cut off a browser that is still sending. A request that ran
    // out of time keeps its closing: its handler may still be reading the body.
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

/** Its time is bounded by `requestTimeout` of the server (server.ts). */
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
