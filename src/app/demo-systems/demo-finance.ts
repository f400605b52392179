import type { FastifyInstance } from 'fastify'
import {
  DEMO_DATA_CENTRE_PATH,
  DEMO_DATA_CENTRES,
  DEMO_FINANCE_PATH,
  DEMO_FINANCE_SECRET,
  DEMO_RESERVE_PATH,
} from '#kernel/base/config/demo-addresses.ts'
import { LARGEST_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { signature } from '#kernel/engine/effects/push.ts'

interface Message {
  readonly no: string
  readonly round: number
  readonly receiver: string | null
}

/** The finance system and the data centres of a demonstration: each accepts what is signed as docs/finance-push.md says, and stores nothing. A data centre takes only what names it. */
export function registerDemoFinance(app: FastifyInstance): void {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_BOUND.bytes },
    (_request, body, done) => done(null, body),
  )
  const takes = (path: string, kind: string, receiver: string | null = null) =>
    app.post(path, (request, reply) => {
      const body = String(request.body)
      if (!isSigned(request.headers['x-signature'], body)) return reply.code(401).send({ error: 'signature' })
      const message = messageOf(body)
      if (message?.receiver !== receiver) return reply.code(400).send({ error: 'message' })
      return reply.send({ reference: `${kind}-${message.no.replace(/\D/g, '')}-${message.round}` })
    })
  takes(DEMO_FINANCE_PATH, 'FI')
  takes(DEMO_RESERVE_PATH, 'FR')
  for (const code of DEMO_DATA_CENTRES) takes(`${DEMO_DATA_CENTRE_PATH}/${code}`, `DC-${code}`, code)
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
    const { no, round, receiver = null } = JSON.parse(body) as Readonly<Record<string, unknown>>
    if (typeof no !== 'string' || typeof round !== 'number') return null
    return { no, round, receiver: typeof receiver === 'string' ? receiver : null }
  } catch {
    return null
  }
}
