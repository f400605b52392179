import type { RateSource } from '#kernel/engine/approval/rate-source.ts'

/** Rates that are published once a year. */
export const yearRates: RateSource = {
  inYear: `select v.year, v.version, y.units from year_rate_version v join year_rate y using (year, version)
     where v.base = b.currency and y.currency = $1 and v.year <= $2
       and v.version = (select max(w.version) from year_rate_version w where w.year = v.year)
     order by v.year desc limit 1`,
  isKnown: `exists (
     select from year_rate y join year_rate_version v using (year, version)
     where v.base = b.currency and y.currency = o.currency and y.year <= extract(year from product_day(o.id)))`,
}
