import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Band } from '#kernel/engine/approval/band.ts'
import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'
import { META, PEOPLE, type VersionMeta } from '#kernel/engine/setting/setting.queries.ts'

export interface TemplateVersionRow extends VersionMeta {
  readonly name_zh: string
  readonly name_en: string
  readonly process: 'old' | 'new'
  readonly steps: readonly TemplateStep[]
}

export interface BandVersionRow extends VersionMeta {
  readonly currency: string
  readonly bands: readonly Band[]
}

export interface RateVersionRow extends VersionMeta {
  readonly base: string
  readonly rates: readonly { readonly currency: string; readonly units: string }[]
}

export const templateVersions = prepared<TemplateVersionRow>(
  'approval-routes.template-versions',
  `select ${META('t')}, t.name_zh, t.name_en, t.process, t.steps from approval_template t ${PEOPLE('t')}
   where t.code = $1 order by t.version desc`,
)

export const bandVersions = prepared<BandVersionRow>(
  'approval-routes.band-versions',
  `select ${META('b')}, b.currency, b.bands from approval_band b ${PEOPLE('b')} order by b.version desc`,
)

export const rateVersions = prepared<RateVersionRow>(
  'approval-routes.rate-versions',
  `select ${META('v')}, v.base, (select coalesce(jsonb_agg(jsonb_build_object('currency', r.currency, 'units', trim_scale(r.units)::text)
       order by r.currency), '[]') from year_rate r where r.year = v.year and r.version = v.version) as rates
   from year_rate_version v ${PEOPLE('v')} where v.year = $1::int order by v.version desc`,
)

/** Years with rates or a draft of them. */
export const rateYears = prepared<{ year: number }>(
  'approval-routes.rate-years',
  `select year from year_rate_version union select key::int from setting_draft where kind = 'rates' order by 1`,
)

export const insertTemplate = prepared(
  'approval-routes.insert-template',
  `insert into approval_template (code, version, name_zh, name_en, process, steps, note, drafted_by, published_by, created_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10)`,
)
export const insertBands = prepared(
  'approval-routes.insert-bands',
  `insert into approval_band (version, currency, bands, note, drafted_by, published_by, created_at)
   values ($1, $2, $3::jsonb, $4, $5, $6, $7)`,
)
const insertRateVersion = prepared(
  'approval-routes.insert-rate-version',
  `insert into year_rate_version (year, version, base, note, drafted_by, published_by, created_at)
   values ($1::int, $2, $3, $4, $5, $6, $7)`,
)
const insertRateRows = prepared(
  'approval-routes.insert-rates',
  `insert into year_rate (year, version, currency, units)
   select $1::int, $2, r.currency, r.units from unnest($3::text[], $4::numeric[]) r (currency, units)`,
)

export function insertRates(
  meta: readonly unknown[],
  rates: readonly { readonly currency: string; readonly units: string }[],
): readonly Statement[] {
  const [year, version] = meta
  const currencies = rates.map(({ currency }) => currency)
  const units = rates.map((rate) => rate.units)
  return [insertRateVersion(...meta), insertRateRows(year, version, currencies, units)]
}

export interface NewestRow {
  readonly code: string
  readonly version: number
  readonly name_zh: string
  readonly name_en: string
  readonly process: 'old' | 'new'
  readonly step_count: number
  readonly created_at: Date
}

export const newestTemplates = prepared<NewestRow>(
  'approval-routes.newest-templates',
  `select distinct on (code) code, version, name_zh, name_en, process, jsonb_array_length(steps) as step_count, created_at
   from approval_template order by code, version desc`,
)

/** Approvals by version: running ones, and ended ones up to 10,000. */
export const templateUse = prepared<{ code: string; version: number; running: number; finished: number }>(
  'approval-routes.template-use',
  `select t.code, t.version, coalesce(r.running, 0) as running,
     (select count(*)::int from (select from approval_instance i where i.template_code = t.code and i.template_version = t.version
        and i.ended_at is not null limit 10000) f) as finished
   from approval_template t left join (
     select template_code, template_version, count(*)::int as running from approval_instance where state = 'running' group by 1, 2) r
     on r.template_code = t.code and r.template_version = t.version
   where $1::text is null or t.code = $1 order by t.code, t.version desc`,
)

interface FactsRow {
  readonly roles: readonly { readonly code: string; readonly zh: string; readonly en: string }[]
  readonly currencies: readonly string[]
  readonly needed: readonly string[]
  readonly accounts: readonly string[]
  readonly bands: readonly Band[]
}

/** Facts for checking drafts; of the accounts ($1) those that are active. */
export const settingFacts = prepared<FactsRow>(
  'approval-routes.facts',
  `select (select jsonb_agg(jsonb_build_object('code', code, 'zh', name_zh, 'en', name_en) order by code) from role) as roles,
     array(select code from currency order by code) as currencies,
     array(select distinct currency from organisation union select distinct currency from area order by 1) as needed,
     array(select account from app_user where account = any ($1::text[]) and status = 'active') as accounts,
     (select bands from approval_band order by version desc limit 1) as bands`,
)

/** People that a step may name: the first thousand; others are typed. */
export const activeAccounts = prepared<{ code: string; zh: string; en: string }>(
  'approval-routes.accounts',
  `select account as code, name_zh as zh, name_en as en from app_user where status = 'active' order by account limit 1000`,
)
