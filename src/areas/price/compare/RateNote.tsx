import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import { comparisonText } from '../price-texts.web.ts'

/** Says by which rates both sides stand in the reporting currency (docs/decisions/106). */
export function RateNote({ day }: { readonly day: string }) {
  const year = Number(day.slice(0, 4))
  const rates = useReportingRates(year)
  if (rates === undefined) return null
  return (
    <p className="quiet">
      {rates === null
        ? comparisonText('noRates', { year })
        : comparisonText('rates', {
            base: rates.base,
            year: String(year),
            version: rates.version,
            day: rates.publishedOn,
          })}
    </p>
  )
}
