import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SyncConfig } from '#kernel/base/config/sync.ts'
import { type Answer, callOut } from '#kernel/platform/outgoing/call.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { webhookHeaders, webhookKeys } from '#kernel/platform/outgoing/standard-webhook.ts'
import { syncErrors } from './sync.errors.ts'

/** Another system, as far as a call needs it. */
export interface SystemAddress {
  readonly system_code: string
  readonly base_address: string
  readonly secret_name: string
  readonly token_name: string | null
  readonly timeout_seconds: number
}

export interface OutsideCall {
  readonly method: 'GET' | 'POST'
  /** Path below the system's address, with its query. */
  readonly path: string
  /** Message id; the same at every attempt. */
  readonly id: string
  readonly body?: string
  readonly maxBytes: number
  readonly closing?: AbortSignal
}

/** Outbound HTTP client: signed, time-limited, guarded against internal addresses. */
export interface Outside {
  /** A refusal where the call was not even tried. */
  call(
    system: SystemAddress,
    call: OutsideCall,
    now: Date,
  ): Promise<Answer | { readonly kind: 'untried'; readonly reason: Refusal }>
}

const NAME = /^[A-Z][A-Z0-9_]{0,39}$/

/** From the environment, else from the folder; a name that leaves the folder counts as missing. */
export async function secretOf(
  { secrets, secretsDir }: Pick<SyncConfig, 'secrets' | 'secretsDir'>,
  name: string,
): Promise<string | null> {
  const known = secrets.get(name)
  if (known !== undefined) return known
  if (secretsDir === null || !NAME.test(name)) return null
  return readFile(join(secretsDir, name), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  )
}

/** The system's address, or its stand-in: a demonstration sends nothing away. */
function addressOf({ demoAddress }: SyncConfig, { base_address: base, system_code: code }: SystemAddress): string {
  const isNobodys = demoAddress !== null && new URL(base).hostname.endsWith(demoAddress.suffix)
  return isNobodys ? `${demoAddress.url}/${code.toLowerCase()}` : base.replace(/\/+$/, '')
}

/** Why the secrets of a system may not be used with its address. */
function usedElsewhere({ hostsOf }: SyncConfig, system: SystemAddress): Refusal | null {
  const host = new URL(system.base_address).hostname.toLowerCase()
  const name = [system.secret_name, system.token_name ?? ''].find((each) => hostsOf.get(each)?.has(host) === false)
  return name === undefined ? null : syncErrors.secretElsewhere({ name, host })
}

export function outsideOf(config: SyncConfig): Outside {
  return {
    async call(system, { method, path, id, body, maxBytes, closing }, now) {
      const elsewhere = usedElsewhere(config, system)
      if (elsewhere) return { kind: 'untried', reason: elsewhere }
      const keys = webhookKeys((await secretOf(config, system.secret_name)) ?? '')
      if (!keys) return { kind: 'untried', reason: syncErrors.noSecret({ name: system.secret_name }) }
      const token = system.token_name === null ? '' : await secretOf(config, system.token_name)
      if (token === null) return { kind: 'untried', reason: syncErrors.noSecret({ name: system.token_name ?? '' }) }
      return callOut({
        method,
        url: addressOf(config, system) + path,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...webhookHeaders(keys, { id, body: body ?? '', at: now }),
        },
        ...(body === undefined ? {} : { body }),
        timeoutMs: system.timeout_seconds * 1000,
        maxBytes,
        guard: config,
        ...(closing ? { closing } : {}),
      })
    },
  }
}

/** Why a call failed, in a form that is stored. */
export function reasonOf(
  answer: Exclude<Answer, { kind: 'answered' }>,
  { timeout_seconds: seconds }: SystemAddress,
): Refusal {
  switch (answer.kind) {
    case 'forbidden':
      return syncErrors.forbidden()
    case 'unreachable':
      return answer.isTimeout ? syncErrors.timeout({ seconds }) : syncErrors.unreachable({ cause: answer.cause })
    case 'unanswered':
      return answer.isTimeout ? syncErrors.timeout({ seconds }) : syncErrors.unanswered({ cause: answer.cause })
  }
}

/** The stored form of a refusal. */
export function keptReason({ key, params }: Refusal): string {
  return JSON.stringify({ key, params })
}
