import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DEMO_SYSTEM_PATH, DEMO_SYSTEM_SECRET } from '#kernel/base/config/demo-addresses.ts'
import { LARGEST_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { isGenuineWebhook, WEBHOOK_HEADERS, webhookKeys } from '#kernel/platform/outgoing/standard-webhook.ts'

const DAY_MS = 86_400_000
/** Days for which the demonstration's ERP has rates. */
const DAYS = 14
const RATES = { CNY: 7.1, EUR: 0.92, IDR: 15_850, INR: 84.1, MXN: 18.4 } as const
/** A code reserved for tests, so that a run has something to refuse now and then. */
const NOBODYS = 'XTS'

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Deterministic per day, up to two percent more or less. */
function rateOf(base: number, day: string, place: number): string {
  const wave = Math.sin(Date.parse(day) / DAY_MS + place)
  return (base * (1 + wave * 0.02)).toFixed(4)
}

/** Booking rates day by day after a day, limited in rows; the key of a page is its last day. */
export function ratesAfter(cursor: string | null, limit: number, now: Date) {
  const today = now.getTime()
  const first = cursor === null ? today - DAYS * DAY_MS : Date.parse(`${cursor}T00:00:00Z`) + DAY_MS
  const records: object[] = []
  let next = cursor
  let isMore = false
  for (let time = first; dayOf(time) <= dayOf(today); time += DAY_MS) {
    const day = dayOf(time)
    const rows = Object.entries(RATES).map(([currency, base], place) => ({
      currency,
      base: 'USD',
      day,
      rate: { units: rateOf(base, day, place) },
    }))
    const odd =
      new Date(time).getUTCDay() === 3 ? [{ currency: NOBODYS, base: 'USD', day, rate: { units: '1.0000' } }] : []
    if (records.length > 0 && records.length + rows.length + odd.length > limit) {
      isMore = true
      break
    }
    records.push(...rows, ...odd)
    next = day
  }
  return { records, next, hasMore: isMore }
}

/**
 * The other systems of a demonstration: they check signatures as docs/webhooks.md says, accept messages, serve rates, and store nothing.
 */
export function registerDemoSystems(app: FastifyInstance, clock: () => Date): void {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_BOUND.bytes },
    (_request, body, done) => done(null, body),
  )
  const keys = webhookKeys(DEMO_SYSTEM_SECRET) ?? []
  const idOf = (request: FastifyRequest) => String(request.headers[WEBHOOK_HEADERS.id])
  app.addHook('preHandler', async (request, reply) => {
    const message = {
      id: idOf(request),
      timestamp: String(request.headers[WEBHOOK_HEADERS.timestamp]),
      signature: String(request.headers[WEBHOOK_HEADERS.signature]),
      body: typeof request.body === 'string' ? request.body : '',
    }
    if (!isGenuineWebhook(keys, message, clock())) return reply.code(401).send({ error: 'signature' })
  })
  app.get<{ Querystring: { cursor?: string; limit?: string } }>(`${DEMO_SYSTEM_PATH}/erp/rates`, (request, reply) => {
    const { cursor, limit } = request.query
    const day = cursor !== undefined && /^\d{4}-\d\d-\d\d$/.test(cursor) ? cursor : null
    return reply.send(ratesAfter(day, Math.min(1000, Number(limit ?? 200) || 200), clock()))
  })
  app.get(`${DEMO_SYSTEM_PATH}/:system/messages/:id`, (_request, reply) => reply.send({ state: 'accepted' }))
  app.post(`${DEMO_SYSTEM_PATH}/:system/*`, (request, reply) =>
    reply.send({ reference: `R-${idOf(request).slice(-8).toUpperCase()}` }),
  )
}
