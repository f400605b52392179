import { standLimits, stands } from '#kernel/platform/access/session.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

const aliveSessions = prepared<{ id: string; epoch: string }>(
  'live.alive-sessions',
  `select s.id::text as id, e.epoch::text as epoch from session s cross join access_epoch e
   where s.id = any ($1::bigint[]) and ${stands('$2', '$3')}`,
)

/** The grants of the sessions that are still valid, and the access epoch. */
export function alive(sessionIds: readonly string[], now: Date): Statement<{ id: string; epoch: string }> {
  return aliveSessions(sessionIds, now, standLimits())
}

const standingOfSessions = prepared<{ id: string; standing: string }>(
  'live.standings',
  `select s.id::text as id, (
     select md5(coalesce(string_agg(concat_ws(' ', ur.role_code, ur.organisation_id, rr.right_code), ','
       order by ur.role_code, ur.organisation_id, rr.right_code), ''))
     from user_role ur left join role_right rr on rr.role_code = ur.role_code where ur.user_id = s.user_id
   ) || user_limits(s.user_id)::text as standing
   from session s join app_user u on u.id = s.user_id and u.status = 'active'
   where s.id = any ($1::bigint[])`,
)

/** Roles and rights behind each session, as one value to compare; none for a user who is no longer active. */
export function standings(sessionIds: readonly string[]): Statement<{ id: string; standing: string }> {
  return standingOfSessions(sessionIds)
}
