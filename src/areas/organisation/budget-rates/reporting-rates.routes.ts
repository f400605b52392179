import { Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { visibleAreas } from '../selectors/area.queries.ts'
import { CHOICES } from '../selectors/choices.ts'

interface RatesRow {
  readonly base: string
  readonly rates: readonly { readonly currency: string; readonly units: string }[]
}

/** The newest version of a year's budget rates. */
const ratesOfYear = prepared<RatesRow>(
  'organisation.reporting-rates',
  `select v.base, (select coalesce(jsonb_agg(jsonb_build_object('currency', r.currency, 'units', trim_scale(r.units)::text) order by r.currency), '[]')
     from year_rate r where r.year = v.year and r.version = v.version) as rates
   from year_rate_version v where v.year = $1 order by v.version desc limit 1`,
)

const reportingRates = defineRoute({
  method: 'POST',
  path: '/aps/reportingRates',
  right: CHOICES,
  summary: 'The budget rates of a year, for a reader of several areas; null for others, and where the year has none',
  mode: 'read',
  body: Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2100 }) }),
  data: nullable(
    Type.Object({
      year: Type.Integer(),
      base: text,
      rates: Type.Array(Type.Object({ currency: text, units: text })),
    }),
  ),
  async handler(tx, context, { body: { year } }) {
    const [areas, row] = await Promise.all([tx.rows(visibleAreas(context)), tx.first(ratesOfYear(year))])
    if (areas.length < 2 || !row) return null
    return { year, base: row.base, rates: [...row.rates] }
  },
})

export const reportingRatesRoutes: readonly Route[] = [reportingRates]
