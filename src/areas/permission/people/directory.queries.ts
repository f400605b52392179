import { prepared } from '#kernel/platform/db/statement.ts'

export interface NamedRow {
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
}

export interface OrganisationRow extends NamedRow {
  readonly id: number
  readonly parent_id: number | null
}

export const organisations = prepared<OrganisationRow>(
  'permission.organisations',
  'select id, code, parent_id, name_zh, name_en from organisation order by id',
)

export interface PlaceRow extends NamedRow {
  readonly kind: 'area' | 'idc' | 'country'
  readonly organisation_ids: readonly number[]
}

/** The organisations that places currently stand for. A data centre may serve several areas. */
export const otherPlaces = prepared<PlaceRow>(
  'permission.other-places',
  `select 'area' as kind, area_code as code, name_zh, name_en, array[organisation_id] as organisation_ids from area
   union all select 'idc', idc_code, idc_code, idc_code, array_agg(distinct organisation_id) from area group by idc_code
   union all select 'country', code, name_zh, name_en, array[organisation_id] from country
   order by kind, code`,
)

export interface RoleRow extends NamedRow {
  readonly rights: readonly string[]
}

export const roleNames = prepared<NamedRow>(
  'permission.role-names',
  'select code, name_zh, name_en from role order by code',
)

export const rolesWithRights = prepared<RoleRow>(
  'permission.roles',
  `select r.code, r.name_zh, r.name_en, array(select right_code from role_right g where g.role_code = r.code order by 1) as rights
   from role r order by r.code`,
)

export interface HoldingRow {
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly role_code: string
  readonly organisation_id: number
}

const HELD = `select u.account, u.name_zh, u.name_en, r.role_code, r.organisation_id
  from user_role r join app_user u on u.id = r.user_id`

/** Everything that holders of a role hold, to know what another role keeps for them. */
export const heldByHoldersOf = prepared<HoldingRow>(
  'permission.held-by-holders',
  `${HELD} where r.user_id in (select user_id from user_role where role_code = $1) and u.status = 'active'`,
)
export const heldBy = prepared<HoldingRow>('permission.held-by', `${HELD} where u.account = $1`)
/** Of people with at least one of these roles. */
export const heldByHoldersOfAny = prepared<HoldingRow>(
  'permission.held-by-any',
  `${HELD} where r.user_id in (select user_id from user_role where role_code = any ($1::text[])) and u.status = 'active'`,
)

export interface PersonRow {
  readonly id: number
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly status: string
}

export const personByAccount = prepared<PersonRow>(
  'permission.person',
  'select id, account, name_zh, name_en, status from app_user where account = $1',
)

/** People whom a person with this scope (null: all) may see: with a role within it, or belonging to it without any role. */
export const withinSql = (user: string, scope: string) => `(${scope}::int[] is null
    or exists (select from user_role h where h.user_id = ${user}.id and h.organisation_id = any (${scope}))
    or (${user}.scope_id = any (${scope}) and not exists (select from user_role h where h.user_id = ${user}.id)))`

export const personWithin = prepared<PersonRow>(
  'permission.person-within',
  `select u.id, u.account, u.name_zh, u.name_en, u.status from app_user u where u.account = $1 and ${withinSql('u', '$2')}`,
)

export const otherSuperAdmins = prepared<{ readonly count: number }>(
  'permission.other-super-admins',
  `select count(distinct u.id)::int as count from user_role r join app_user u on u.id = r.user_id
   where r.role_code = 'superAdmin' and u.status = 'active' and u.account <> $1`,
)

export interface GrantRow {
  readonly role_code: string
  readonly kind: 'organisation' | 'area' | 'idc' | 'country'
  readonly code: string
}

/** Grants as given to a person, before areas and countries are resolved. */
export const grantsOf = prepared<GrantRow>(
  'permission.grants',
  `select r.role_code, 'organisation' as kind, o.code from user_role r join app_user u on u.id = r.user_id
     join organisation o on o.id = r.organisation_id where u.account = $1 and not r.derived
   union all select p.role_code, p.kind, p.code from user_place p join app_user u on u.id = p.user_id where u.account = $1`,
)

export const limitsOf = prepared<{ readonly customers: readonly string[]; readonly stores: readonly string[] }>(
  'permission.limits',
  `select array(select customer_code from user_customer c where c.user_id = u.id order by 1) as customers,
     array(select store_code from user_store s where s.user_id = u.id order by 1) as stores
   from app_user u where u.account = $1`,
)

/** Which of these customers and stores are within a scope. */
export const knownLimits = prepared<{ readonly customers: readonly string[]; readonly stores: readonly string[] }>(
  'permission.known-limits',
  `select array(select code from customer where code = any ($1::text[]) and ($3::int[] is null or scope_id = any ($3))) as customers,
     array(select code from store where code = any ($2::text[]) and ($3::int[] is null or scope_id = any ($3))) as stores`,
)

export const writeRole = prepared(
  'permission.write-role',
  `insert into role (code, name_zh, name_en) values ($1, $2, $3)
   on conflict (code) do update set name_zh = excluded.name_zh, name_en = excluded.name_en
   where (role.name_zh, role.name_en) is distinct from (excluded.name_zh, excluded.name_en)`,
)
export const dropRights = prepared(
  'permission.drop-rights',
  'delete from role_right where role_code = $1 and not right_code = any ($2::text[])',
)
export const addRights = prepared(
  'permission.add-rights',
  'insert into role_right (role_code, right_code) select $1, unnest($2::text[]) on conflict do nothing',
)

/** One person's roles at organisations and other places, as three parallel lists. */
export const dropRoles = prepared(
  'permission.drop-roles',
  `delete from user_role r using organisation o where o.id = r.organisation_id and r.user_id = $1 and not r.derived
     and not exists (select from unnest($2::text[], $3::text[]) as g (role, place) where g.role = r.role_code and g.place = o.code)`,
)
export const addRoles = prepared(
  'permission.add-roles',
  `insert into user_role (user_id, role_code, organisation_id)
   select $1, g.role, o.id from unnest($2::text[], $3::text[]) as g (role, place) join organisation o on o.code = g.place
   on conflict (user_id, role_code, organisation_id) do update set derived = false where user_role.derived`,
)
export const dropPlaces = prepared('permission.drop-places', 'delete from user_place where user_id = $1')
export const addPlaces = prepared(
  'permission.add-places',
  `insert into user_place (user_id, role_code, kind, code)
   select $1, g.role, g.kind, g.code from unnest($2::text[], $3::text[], $4::text[]) as g (role, kind, code)`,
)
export const resolvePlaces = prepared('permission.resolve-places', 'select resolve_user_places(array[$1::int])')

export const dropCustomers = prepared(
  'permission.drop-customers',
  'delete from user_customer where user_id = $1 and not customer_code = any ($2::text[])',
)
export const addCustomers = prepared(
  'permission.add-customers',
  'insert into user_customer (user_id, customer_code) select $1, unnest($2::text[]) on conflict do nothing',
)
export const dropStores = prepared(
  'permission.drop-stores',
  'delete from user_store where user_id = $1 and not store_code = any ($2::text[])',
)
export const addStores = prepared(
  'permission.add-stores',
  'insert into user_store (user_id, store_code) select $1, unnest($2::text[]) on conflict do nothing',
)
