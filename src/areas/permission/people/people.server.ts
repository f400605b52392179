import type { Scope } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { withinSql } from './directory.queries.ts'

/** A scope as a parameter: null for all. */
export function scopeIds(scope: Scope): readonly number[] | null {
  return scope === 'all' ? null : scope
}

export interface AccessRow {
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly job_title: string
  readonly status: string
  readonly grants: readonly { readonly role: string; readonly kind: string; readonly code: string }[]
  readonly customers: number
  readonly stores: number
  readonly drafted_at: Date | null
}

const WHERE = `($1::text = '' or u.account ilike '%' || $1 || '%' or u.name_zh ilike '%' || $1 || '%' or u.name_en ilike '%' || $1 || '%')
  and ($2::text = '' or exists (select from user_role h where h.user_id = u.id and h.role_code = $2))
  and ${withinSql('u', '$3')}`

export const peoplePage = prepared<AccessRow>(
  'permission.people',
  `select u.account, u.name_zh, u.name_en, u.job_title, u.status,
     (select coalesce(jsonb_agg(g order by g ->> 'role', g ->> 'code'), '[]') from (
        select jsonb_build_object('role', h.role_code, 'kind', 'organisation', 'code', o.code) as g
        from user_role h join organisation o on o.id = h.organisation_id where h.user_id = u.id and not h.derived
        union all select jsonb_build_object('role', p.role_code, 'kind', p.kind, 'code', p.code) from user_place p where p.user_id = u.id) all_of) as grants,
     (select count(*)::int from user_customer c where c.user_id = u.id) as customers,
     (select count(*)::int from user_store s where s.user_id = u.id) as stores,
     f.edited_at as drafted_at
   from app_user u left join setting_draft f on f.kind = 'userAccess' and f.key = u.account
   where ${WHERE} order by u.account limit $4 offset $5`,
)
export const peopleCount = prepared<{ readonly total: number }>(
  'permission.people-count',
  `select count(*)::int as total from app_user u where ${WHERE}`,
)

export const superAdmins = prepared<{ readonly account: string; readonly name_zh: string; readonly name_en: string }>(
  'permission.super-admins',
  `select distinct u.account, u.name_zh, u.name_en from user_role h join app_user u on u.id = h.user_id
   where h.role_code = 'superAdmin' order by u.account`,
)
