import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ReportingRates } from '#kernel/base/money/reporting.ts'
import { visibleAreas } from '../selectors/area.queries.ts'

/** The newest version of a year's budget rates. */
const ratesOfYear = prepared<Omit<ReportingRates, 'year'>>(
  'organisation.reporting-rates',
  `select v.base, v.version, (v.created_at at time zone 'UTC')::date::text as "publishedOn", (select coalesce(jsonb_agg(jsonb_build_object('currency', r.currency, 'units', trim_scale(r.units)::text) order by r.currency), '[]')
     from year_rate r where r.year = v.year and r.version = v.version) as rates
   from year_rate_version v where v.year = $1 order by v.version desc limit 1`,
)

/** The budget rates of a year; null where the year has none. */
export async function budgetRates(tx: Tx, year: number): Promise<ReportingRates | null> {
  const row = await tx.first(ratesOfYear(year))
  return row ? { year, ...row } : null
}

/** Whether a person reads several areas, so that totals in the reporting currency say something to them (decision 106). */
export const readsSeveralAreas = async (
  tx: Tx,
  context: Pick<RequestContext, 'principal' | 'language'>,
): Promise<boolean> => (await tx.rows(visibleAreas(context))).length > 1
