import type { Tx } from '#kernel/db/tx.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { SessionKind } from './session.ts'
import { newToken, tokenHash } from './tokens.ts'

const LIFETIME_SECONDS = 60

const insertTicket = prepared(
  'insert ticket',
  'insert into ticket (hash, kind, user_id, id_token, expires_at) values ($1, $2, $3, $4, $5)',
)

/** The condition is the lock: of two that come at once, one finds it used. */
const spendTicket = prepared<{ kind: SessionKind; user_id: number; id_token: string | null }>(
  'use ticket',
  `update ticket set used_at = $2 where hash = $1 and used_at is null and expires_at > $2
   returning kind, user_id, id_token`,
)

/** What a link carries as `token`: good once, for a minute, for one session. It is never the session token. */
export async function issueTicket(
  tx: Tx,
  ticket: { readonly kind: SessionKind; readonly userId: number; readonly idToken: string | null },
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires = new Date(now.getTime() + LIFETIME_SECONDS * 1000)
  await tx.run(insertTicket(tokenHash(token), ticket.kind, ticket.userId, ticket.idToken, expires))
  return token
}

/** Null where it is unknown, used or too old. */
export async function redeemTicket(
  tx: Tx,
  ticket: string,
  now: Date,
): Promise<{ kind: SessionKind; userId: number; idToken: string | null } | null> {
  const row = await tx.first(spendTicket(tokenHash(ticket), now))
  return row ? { kind: row.kind, userId: row.user_id, idToken: row.id_token } : null
}
