import type { FastifyInstance } from 'fastify'
import { DEMO_FINANCE_PATH, DEMO_FINANCE_SECRET } from '#kernel/config/demo-finance-address.ts'
import { signature } from './push.ts'

/** The finance system of a demonstration: takes what is signed as docs/finance-push.md says, and keeps nothing. */
export function registerDemoFinance(app: FastifyInstance): void {
  // A signature is over the bytes as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post(DEMO_FINANCE_PATH, (request, reply) => {
    const body = String(request.body)
    const given = String(request.headers['x-signature'])
    const seconds = Number(/^t=(\d{1,12}),/.exec(given)?.[1])
    if (given !== signature(DEMO_FINANCE_SECRET, seconds, body)) return reply.code(401).send({ error: 'signature' })
    const message = messageOf(body)
    if (!message) return reply.code(400).send({ error: 'message' })
    return reply.send({ reference: `FI-${message.no.replace(/\D/g, '')}-${message.round}` })
  })
}

function messageOf(body: string): { readonly no: string; readonly round: number } | null {
  try {
    const { no, round } = JSON.parse(body) as { readonly no?: unknown; readonly round?: unknown }
    return typeof no === 'string' && typeof round === 'number' ? { no, round } : null
  } catch {
    return null
  }
}
