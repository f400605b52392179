import type { FastifyInstance } from 'fastify'
import { DEMO_FINANCE_PATH, DEMO_FINANCE_SECRET, DEMO_RESERVE_PATH } from '#kernel/base/config/demo-addresses.ts'
import { LARGEST_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { signature } from '#kernel/engine/effects/push.ts'

interface Message {
  readonly no: string
  readonly round: number
}

/** The finance system of a demonstration: accepts what is signed as docs/finance-push.md says, and stores nothing. */
export function registerDemoFinance(app: FastifyInstance): void {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_BOUND.bytes },
    (_request, body, done) => done(null, body),
  )
  const takes = (path: string, kind: string) =>
    app.post(path, (request, reply) => {
      const body = String(request.body)
      if (!isSigned(request.headers['x-signature'], body)) return reply.code(401).send({ error: 'signature' })
      const message = messageOf(body)
      if (!message) return reply.code(400).send({ error: 'message' })
      return reply.send({ reference: `${kind}-${message.no.replace(/\D/g, '')}-${message.round}` })
    })
  takes(DEMO_FINANCE_PATH, 'FI')
  takes(DEMO_RESERVE_PATH, 'FR')
  // It does not remember earlier messages: a caller sends them again, which changes nothing here.
  app.get(`${DEMO_RESERVE_PATH}/:key`, (request, reply) => {
    const { key } = request.params as { readonly key: string }
    const isKnown = isSigned(request.headers['x-signature'], key)
    return reply.code(isKnown ? 404 : 401).send({ error: isKnown ? 'unknown' : 'signature' })
  })
}

function isSigned(header: unknown, text: string): boolean {
  const given = String(header)
  const seconds = Number(/^t=(\d{1,12}),/.exec(given)?.[1])
  return given === signature(DEMO_FINANCE_SECRET, seconds, text)
}

function messageOf(body: string): Message | null {
  try {
    const { no, round } = JSON.parse(body) as { readonly no?: unknown; readonly round?: unknown }
    return typeof no === 'string' && typeof round === 'number' ? { no, round } : null
  } catch {
    return null
  }
}
