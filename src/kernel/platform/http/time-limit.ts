import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when the request's time is over; what is not committed by then never is. */
    late: AbortSignal | null
  }
}

/** From the head of a request to the head of its answer (issue 8). The database has the same statement time-out. */
export const REQUEST_SECONDS = 30

/** Long enough for the largest file on a slow line. */
export const UPLOAD_SECONDS = 300

/** Aborts a request that takes too long: it is answered, its connection closes, and its transaction is not committed. */
export function limitTime(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const late = new AbortController()
  request.late = late.signal
  const timer = setTimeout(() => {
    // An answer already being sent is a file, which may take as long as its reader needs.
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

/** Checked last inside a transaction: the caller was told that it failed, so it must not commit. */
export function refuseLate(request: FastifyRequest): void {
  if (request.late?.aborted) throw new Refused(httpErrors.busy())
}
