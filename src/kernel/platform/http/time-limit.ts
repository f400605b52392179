import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted once the request has had its time; what is not committed by then never is. */
    late: AbortSignal | null
  }
}

/** From the head of a request to the head of its answer (issue 8). Every statement of the database has the same. */
export const REQUEST_SECONDS = 30

/** A file of the largest size that is taken still comes through a slow line. */
export const UPLOAD_SECONDS = 300

/** Gives up on a request that takes too long: it is answered, its connection closes, and its transaction is not committed. */
export function limitTime(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const late = new AbortController()
  request.late = late.signal
  const timer = setTimeout(() => {
    // An answer that is on its way is a file: how long that takes is up to who fetches it.
    if (reply.sent || reply.raw.headersSent) return
    late.abort()
    reply.header('connection', 'close')
    void reply.send(new Refused(httpErrors.timedOut({ seconds })))
  }, seconds * 1000)
  timer.unref()
  const done = () => clearTimeout(timer)
  reply.raw.once('finish', done)
  reply.raw.once('close', done)
}

/** Inside a transaction, last: nobody waits for it any more, so it must not happen behind his back. */
export function refuseLate(request: FastifyRequest): void {
  if (request.late?.aborted) throw new Refused(httpErrors.busy())
}
