import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

const forget: readonly (() => Statement)[] = [
  prepared('access.forget-sessions', 'delete from session where expires_at < product_now()'),
  prepared('access.forget-attempts', 'delete from sign_in_attempt where expires_at < product_now()'),
  prepared('access.forget-tickets', 'delete from ticket where expires_at < product_now()'),
  prepared('access.forget-provider', 'delete from oidc_artifact where expires_at < now()'),
  prepared('access.forget-limits', 'delete from rate_limit where resets_at < product_now()'),
]

/** Removes sign-ins that can no longer be used. */
export function forgetSignIns(): readonly Statement[] {
  return forget.map((statement) => statement())
}
