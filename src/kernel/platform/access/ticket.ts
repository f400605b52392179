import type { Tx } from '#kernel/platform/db/tx.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { SessionKind } from './session.ts'
import { newToken, tokenHash } from './tokens.ts'

const LIFETIME_SECONDS = 60

/** Such a link signs nobody in, so it may wait in a chat for days. */
const SHARED_LIFETIME_SECONDS = 7 * 24 * 3600

/** Marks a shared link for the browser: it needs the reader's own sign-in and is never exchanged for a session. */
const SHARED_PREFIX = 'share.'

const insertTicket = prepared(
  'insert ticket',
  'insert into ticket (hash, kind, user_id, id_token, expires_at, auth_at) values ($1, $2, $3, $4, $5, $6)',
)

const insertShared = prepared(
  'insert shared ticket',
  `insert into ticket (hash, kind, user_id, address, expires_at) values ($1, 'share', $2, $3, $4)`,
)

/** The condition is the lock: of two concurrent uses one finds the ticket spent. A shared ticket signs nobody in. */
const spendTicket = prepared<{ kind: SessionKind; user_id: number; id_token: string | null; auth_at: Date | null }>(
  'use ticket',
  `update ticket set used_at = $2, used_by = user_id
    where hash = $1 and kind <> 'share' and used_at is null and expires_at > $2
   returning kind, user_id, id_token, auth_at`,
)

const spendShared = prepared<{ address: string }>(
  'use shared ticket',
  `update ticket set used_at = $2, used_by = $3
    where hash = $1 and kind = 'share' and used_at is null and expires_at > $2
   returning address`,
)

/** Creates the `token` of a link: good once, for a minute, for one session. It is never the session token. */
export async function issueTicket(
  tx: Tx,
  ticket: {
    readonly kind: SessionKind
    readonly userId: number
    readonly idToken: string | null
    /** When the person signed in at the provider. */
    readonly authAt?: Date | null
  },
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires = new Date(now.getTime() + LIFETIME_SECONDS * 1000)
  await tx.run(
    insertTicket(tokenHash(token), ticket.kind, ticket.userId, ticket.idToken, expires, ticket.authAt ?? null),
  )
  return token
}

/** Null where it is unknown, used or too old. */
export async function redeemTicket(
  tx: Tx,
  ticket: string,
  now: Date,
): Promise<{ kind: SessionKind; userId: number; idToken: string | null; authAt: Date | null } | null> {
  const row = await tx.first(spendTicket(tokenHash(ticket), now))
  return row ? { kind: row.kind, userId: row.user_id, idToken: row.id_token, authAt: row.auth_at } : null
}

/** Creates the ticket of a shared link: an address and who shared it, never an identity to act under. */
export async function issueShared(tx: Tx, shared: { userId: number; address: string }, now: Date): Promise<string> {
  const token = SHARED_PREFIX + newToken()
  const expires = new Date(now.getTime() + SHARED_LIFETIME_SECONDS * 1000)
  await tx.run(insertShared(tokenHash(token), shared.userId, shared.address, expires))
  return token
}

/** Opens a shared link for a person who has signed in themselves. Returns its address, or null where it was opened before or is too old. */
export async function openShared(tx: Tx, ticket: string, userId: number, now: Date): Promise<string | null> {
  return (await tx.first(spendShared(tokenHash(ticket), now, userId)))?.address ?? null
}
