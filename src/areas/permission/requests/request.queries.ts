import { prepared } from '#kernel/platform/db/statement.ts'
import { withinSql } from '../people/directory.queries.ts'

export interface RequestRow {
  readonly id: string
  readonly user_id: number
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly kind: 'page' | 'right' | 'menu'
  readonly target: string
  readonly reason: string
  readonly state: 'open' | 'drafted' | 'granted' | 'declined'
  readonly created_at: Date
  readonly drafted_account: string | null
  readonly answered_at: Date | null
  readonly answered_zh: string | null
  readonly answered_en: string | null
  readonly answer: string | null
}

/** A request counts as being drafted while its draft exists; a discarded draft leaves it open. */
const STATE = `case when r.state = 'open' and f.key is not null then 'drafted' else r.state end`
const FROM = `from access_request r join app_user u on u.id = r.user_id
  left join app_user d on d.id = r.drafted_by
  left join app_user a on a.id = r.answered_by
  left join setting_draft f on f.kind = 'userAccess' and f.key = u.account and r.drafted_at >= f.created_at`
const COLUMNS = `r.id::text as id, r.user_id, u.account, u.name_zh, u.name_en, r.kind, r.target, r.reason, ${STATE} as state, r.created_at,
  d.account as drafted_account, r.answered_at, a.name_zh as answered_zh, a.name_en as answered_en, r.answer`

/** Two concurrent equal requests become one: the second finds the first's. */
export const insertRequest = prepared<{ readonly id: string }>(
  'permission.insert-request',
  `insert into access_request (user_id, kind, target, reason, created_at) values ($1, $2, $3, $4, $5)
   on conflict (user_id, kind, target) where state = 'open' do nothing returning id::text as id`,
)
export const openRequest = prepared<{ readonly id: string }>(
  'permission.open-request',
  `select id::text as id from access_request where user_id = $1 and kind = $2 and target = $3 and state = 'open'`,
)

export const requestById = prepared<RequestRow>('permission.request', `select ${COLUMNS} ${FROM} where r.id = $1`)
/** Locked until the end, so that two administrators do not answer one request. */
export const holdRequest = prepared<{ readonly id: string }>(
  'permission.hold-request',
  'select id::text as id from access_request where id = $1 for update',
)
export const requestsOfUser = prepared<RequestRow>(
  'permission.requests-of-user',
  `select ${COLUMNS} ${FROM} where r.user_id = $1 order by r.id desc limit 50`,
)

const WHERE = `($1::text = '' or ${STATE} = $1) and ($2::text = '' or u.account ilike '%' || $2 || '%' or u.name_zh ilike '%' || $2 || '%'
    or u.name_en ilike '%' || $2 || '%')
  and ${withinSql('u', '$3')}`

export const requestPage = prepared<RequestRow>(
  'permission.request-page',
  `select ${COLUMNS} ${FROM} where ${WHERE} order by r.id desc limit $4 offset $5`,
)
export const requestCount = prepared<{ readonly total: number }>(
  'permission.request-count',
  `select count(*)::int as total ${FROM} where ${WHERE}`,
)

export const markDrafted = prepared(
  'permission.mark-drafted',
  'update access_request set drafted_by = $2, drafted_at = $3 where id = $1',
)
export const answerRequest = prepared(
  'permission.answer-request',
  `update access_request set state = $2, answered_by = $3, answered_at = $4, answer = $5 where id = $1 and state = 'open'`,
)

/** Open requests of these people, with what each of them may do now. */
export const openRequestsOf = prepared<{
  readonly id: string
  readonly user_id: number
  readonly kind: 'page' | 'right' | 'menu'
  readonly target: string
  readonly super_admin: boolean
  readonly roles: number
  readonly rights: readonly string[]
}>(
  'permission.open-requests-of',
  `select r.id::text as id, r.user_id, r.kind, r.target,
     exists (select from user_role h where h.user_id = r.user_id and h.role_code = 'superAdmin') as super_admin,
     (select count(*)::int from user_role h where h.user_id = r.user_id) as roles,
     array(select distinct g.right_code from user_role h join role_right g on g.role_code = h.role_code where h.user_id = r.user_id) as rights
   from access_request r where r.state = 'open'
     and (r.user_id = $1 or r.user_id in (select user_id from user_role where role_code = $2))`,
)

/** People who may draft the request: administrators of a place where the requester works, or of all. */
export const administratorsOf = prepared<{ readonly user_id: number }>(
  'permission.administrators-of',
  `with recursive above as (
     select organisation_id as id from user_role where user_id = $1
     union select organisation_id from app_user u where u.id = $1 and not exists (select from user_role where user_id = $1)
     union select o.parent_id from above a join organisation o on o.id = a.id where o.parent_id is not null
   )
   select distinct r.user_id from user_role r join above a on a.id = r.organisation_id
     join app_user u on u.id = r.user_id and u.status = 'active'
   where r.user_id <> $1 and (r.role_code = 'superAdmin' or exists (
     select from role_right g where g.role_code = r.role_code and g.right_code = 'permission.access.edit'))
   order by 1 limit 200`,
)
