import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfSystem } from '#kernel/platform/access/session.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Runtime, SignedCall } from '#kernel/platform/http/route.ts'
import { isGenuineWebhook, webhookKeys } from '#kernel/platform/outgoing/standard-webhook.ts'
import { systemPerson } from './run-store.ts'
import { syncErrors } from './sync.errors.ts'

// Another system as an actor: an account that nobody signs in with, whose roles say what it may do and where (docs/decisions/129).

const systemByCode = prepared<{ code: string; secretName: string }>(
  'sync.system-by-code',
  `select code, secret_name as "secretName" from external_system where code = $1 and enabled`,
)

/** As long as an idempotency key. */
const MESSAGE_ID = /^[\w.:-]{8,100}$/

/**
 * The context in which a system acts, for the runner of actions: it meets the same checks of right and scope as a person, and the audit names its
 * account. Without a role that brings the right it is refused. The account is made at the first call, so that a role can be given to it.
 */
export async function contextOfSystem(
  tx: Tx,
  code: string,
  at: Pick<RequestContext, 'language' | 'requestId' | 'now' | 'idempotencyKey'> & Partial<RequestContext>,
): Promise<RequestContext> {
  const { id } = required(await tx.first(systemPerson(code)), httpErrors.notFound())
  const principal = required(await principalOfSystem(tx, id, at.language), httpErrors.notFound())
  return { log: () => undefined, ...at, principal }
}

/** The caller of a signed call, and the id of its message, under which a repeat does nothing. An unknown system answers like a wrong signature. */
export async function signedSystem(
  runtime: Runtime,
  context: RequestContext,
  code: string,
  signed: SignedCall | null,
): Promise<RequestContext & { readonly idempotencyKey: string }> {
  const system = await reading(runtime.pool, (tx) => tx.first(systemByCode(code)))
  const keys = system ? webhookKeys((await runtime.secretOf?.(system.secretName)) ?? '') : null
  if (!system || !keys || !signed || !isGenuineWebhook(keys, signed, runtime.now()))
    throw new Refused(syncErrors.badSignature())
  if (!MESSAGE_ID.test(signed.id)) throw new Refused(syncErrors.noMessageId({}, { field: 'webhook-id' }))
  const acting = await transaction(runtime.pool, (tx) => contextOfSystem(tx, system.code, context))
  return { ...acting, idempotencyKey: signed.id }
}
