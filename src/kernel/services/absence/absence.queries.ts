import { prepared } from '#kernel/platform/db/statement.ts'

export interface AbsenceRow {
  readonly id: string
  readonly principal_id: number
  readonly principal_account: string
  readonly principal_zh: string
  readonly principal_en: string
  readonly substitute_id: number
  readonly substitute_account: string
  readonly substitute_zh: string
  readonly substitute_en: string
  readonly document_types: readonly string[] | null
  readonly organisation_code: string | null
  readonly organisation_zh: string | null
  readonly organisation_en: string | null
  readonly amount_limit: string | null
  readonly currency: string | null
  readonly starts_at: Date
  readonly ends_at: Date
  readonly reason: string | null
  readonly revoked_at: Date | null
  readonly created_by_account: string
  readonly created_by_zh: string
  readonly created_by_en: string
  readonly open_tasks: number
}

const COLUMNS = `a.id, a.principal_id, p.account as principal_account, p.name_zh as principal_zh, p.name_en as principal_en,
  a.substitute_id, g.account as substitute_account, g.name_zh as substitute_zh, g.name_en as substitute_en, a.document_types,
  o.code as organisation_code, o.name_zh as organisation_zh, o.name_en as organisation_en, a.amount_limit, a.currency,
  a.starts_at, a.ends_at, a.reason, a.revoked_at, c.account as created_by_account, c.name_zh as created_by_zh, c.name_en as created_by_en,
  (select count(*)::int from approval_task t where t.principal_id = a.principal_id and t.user_id = a.substitute_id
     and t.state in ('open', 'waiting')) as open_tasks`
const FROM = `from approval_substitute a join app_user p on p.id = a.principal_id join app_user g on g.id = a.substitute_id
  join app_user c on c.id = a.created_by left join organisation o on o.id = a.organisation_id`

/** The caller's own absences, those in which they are the substitute, or everybody's. Current and future ones first. */
const WHOSE = {
  mine: 'a.principal_id = $1',
  substitute: 'a.substitute_id = $1',
  all: '$1::int is not null',
} as const

export type Whose = keyof typeof WHOSE

export const absencePage = Object.fromEntries(
  Object.entries(WHOSE).map(([whose, condition]) => [
    whose,
    prepared<AbsenceRow & { readonly total: number }>(
      `absence.page-${whose}`,
      `select ${COLUMNS}, (count(*) over ())::int as total ${FROM} where ${condition}
       order by a.revoked_at is null and a.ends_at > $2 desc, a.starts_at desc, a.id desc limit $3 offset $4`,
    ),
  ]),
) as Record<Whose, ReturnType<typeof prepared<AbsenceRow & { readonly total: number }>>>

export const absenceCount = Object.fromEntries(
  Object.entries(WHOSE).map(([whose, condition]) => [
    whose,
    prepared<{ total: number }>(
      `absence.count-${whose}`,
      `select count(*)::int as total from approval_substitute a where ${condition}`,
    ),
  ]),
) as Record<Whose, ReturnType<typeof prepared<{ total: number }>>>

export const absenceById = prepared<AbsenceRow>(
  'absence.by-id',
  `select ${COLUMNS} ${FROM} where a.id = $1 for update of a`,
)

/** Serialises writers of absences, so that two people who name each other at the same moment see each other; decisions do not wait. */
export const oneAtATime = prepared(
  'absence.one-at-a-time',
  `select pg_advisory_xact_lock(hashtext('approval_substitute'))`,
)

interface StandingRow {
  readonly principal_id: number
  readonly substitute_id: number
  readonly document_types: readonly string[] | null
  readonly within: readonly number[] | null
  readonly starts_at: Date
  readonly ends_at: Date
  readonly principal_name: { readonly zh: string; readonly en: string }
  readonly substitute_name: { readonly zh: string; readonly en: string }
}

const BELOW = `array(with recursive below as (
    select id from organisation where id = %ID% union all select o.id from organisation o join below b on o.parent_id = b.id
  ) select id from below)`

/** Absences in force that overlap the period, each with its organisations. */
export const standingAbsences = prepared<StandingRow>(
  'absence.standing',
  `select a.principal_id, a.substitute_id, a.document_types, a.starts_at, a.ends_at,
     case when a.organisation_id is not null then ${BELOW.replace('%ID%', 'a.organisation_id')} end as within,
     jsonb_build_object('zh', p.name_zh, 'en', p.name_en) as principal_name,
     jsonb_build_object('zh', g.name_zh, 'en', g.name_en) as substitute_name
   from approval_substitute a join app_user p on p.id = a.principal_id join app_user g on g.id = a.substitute_id
   where a.revoked_at is null and a.starts_at < $2 and a.ends_at > $1`,
)

export const organisationByCode = prepared<{ id: number; within: readonly number[] }>(
  'absence.organisation',
  `select o.id, ${BELOW.replace('%ID%', 'o.id')} as within from organisation o where o.code = $1`,
)

export const userByAccount = prepared<{ id: number }>(
  'absence.user',
  `select id from app_user where account = $1 and status = 'active'`,
)

export const currencyByCode = prepared<{ code: string }>(
  'absence.currency',
  'select code from currency where code = $1',
)

export const insertAbsence = prepared<{ id: string }>(
  'absence.insert',
  `insert into approval_substitute (principal_id, substitute_id, document_types, organisation_id, amount_limit, currency, starts_at, ends_at, reason,
     created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
)

export const revokeAbsence = prepared(
  'absence.revoke',
  'update approval_substitute set revoked_at = $2, revoked_by = $3 where id = $1 and revoked_at is null',
)

export interface OptionRow {
  readonly kind: 'organisation' | 'currency'
  readonly code: string
  readonly zh: string
  readonly en: string
}

/** Organisations of the caller's scope ($1 null: all) and currencies. */
export const absenceOptions = prepared<OptionRow>(
  'absence.options',
  `select * from (
     select 'organisation' as kind, code, name_zh as zh, name_en as en from organisation where $1::int[] is null or id = any ($1)
     union all select 'currency', code, code, code from currency
   ) o order by kind, code`,
)
