import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditedBy } from '#kernel/platform/audit/audit.ts'
import type { AuditNotes } from '#kernel/platform/audit/notes.ts'
import { defineAuditedReads, auditedReads } from '#kernel/platform/audit/audited-reads.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Failure } from './failure.ts'
import type { Route } from './route.ts'

/** Statuses that count as attempts; a refusal by a rule does not. */
const ATTEMPTS = new Set([401, 403, 404, 429])
const MOST_OF_ADDRESS = 300

const principalOf = (request: FastifyRequest): Principal | null => request.session?.principal('en') ?? null

function originOf(request: FastifyRequest) {
  const principal = principalOf(request)
  const from = { requestId: request.id, address: request.ip }
  return principal ? auditedBy({ principal, ...from }) : { actorId: null, behalfOfId: null, ...from }
}

/** The requested path without its query, which may hold secrets. */
function pathOf(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '').slice(0, MOST_OF_ADDRESS)
}

/** Logs a refused attempt; a browser's request for a missing file is none. */
export function noteRefusal(notes: AuditNotes, request: FastifyRequest, failure: Failure, now: Date): void {
  const { status, envelope } = failure
  if (!ATTEMPTS.has(status)) return
  // Without a session, an unknown address concerns nobody.
  if (status === 404 && !request.session) return
  // An expired CSRF token comes from a page that was asleep and retries; its 403 has a code of its own.
  const { key, params } = envelope.error
  notes.add({
    ...originOf(request),
    kind: 'refusal',
    subject: pathOf(request),
    action: key,
    at: now,
    detail: { status, method: request.method, ...(Object.keys(params ?? {}).length > 0 ? { params } : {}) },
  })
}

/** Logs who was shown sensitive fields, where the route declares them and the settings name them. */
export function noteReads(app: FastifyInstance, notes: AuditNotes, routes: readonly Route[], now: () => Date): void {
  const sensitive = new Map(routes.flatMap((route) => (route.shows ? [[route.path, route.shows] as const] : [])))
  defineAuditedReads([...sensitive.values()])
  app.addHook('onResponse', async (request, reply) => {
    const shows = sensitive.get(request.routeOptions.url ?? '')
    const principal = principalOf(request)
    if (!shows || !principal || reply.statusCode !== 200) return
    const fields = auditedReads(shows, shows.fields(principal))
    if (fields === null) return
    const { id } = (request.body ?? {}) as { readonly id?: unknown }
    notes.add({
      ...originOf(request),
      kind: 'read',
      documentType: shows.name,
      documentId: typeof id === 'string' && /^\d{1,18}$/.test(id) ? id : null,
      subject: pathOf(request),
      action: shows.act,
      at: now(),
      detail: { fields },
    })
  })
}
