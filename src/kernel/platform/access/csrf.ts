import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { newToken, sameToken } from './tokens.ts'

/** A token that is older than this is refused with WEB-SECURITY-1001, and the page fetches another. */
const GOOD_MINUTES = 240
/** A younger token is handed out again, so that two windows of one session that renew at about the same time get the same token. */
const RENEWED_AFTER_MINUTES = 30

/** The CSRF tokens of a session: the newest and the previous one. */
export interface CsrfTokens {
  readonly csrf_token: string
  readonly csrf_at: Date
  readonly csrf_previous: string | null
  readonly csrf_previous_at: Date | null
}

/** The columns of session `s` that `acceptsCsrf` looks at. */
export const CSRF_COLUMNS = 's.csrf_token, s.csrf_at, s.csrf_previous, s.csrf_previous_at'

/** Both are always compared, so that the time taken reveals nothing. */
export function acceptsCsrf(tokens: CsrfTokens, given: string | undefined, now: Date): boolean {
  const isNewest = sameToken(given, tokens.csrf_token) && isYoung(tokens.csrf_at, now)
  const isPrevious = sameToken(given, tokens.csrf_previous ?? '') && isYoung(tokens.csrf_previous_at, now)
  return isNewest || isPrevious
}

function isYoung(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() < GOOD_MINUTES * 60_000
}

const renew = prepared<{ csrf_token: string }>(
  'renew csrf of session',
  `update session set csrf_previous = csrf_token, csrf_previous_at = csrf_at, csrf_token = $2, csrf_at = $3
    where id = $1 and csrf_at <= $3::timestamptz - interval '${RENEWED_AFTER_MINUTES} minutes'
   returning csrf_token`,
)

const newest = prepared<{ csrf_token: string }>('csrf of session', 'select csrf_token from session where id = $1')

/** The session's token, renewed after a while of use. Of two concurrent requests, one renews it. */
export async function currentCsrf(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const renewed = await tx.first(renew(sessionId, newToken(), now))
  return (renewed ?? (await tx.first(newest(sessionId))))?.csrf_token ?? ''
}
