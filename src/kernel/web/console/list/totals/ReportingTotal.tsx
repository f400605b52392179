import { Amount } from '#kernel/web/ui/Amount.tsx'
import { loadPartTexts } from '../../client/i18n.ts'
import { addedInBase, type CurrencySum } from '#kernel/base/money/reporting.ts'
import type { ReportingTexts } from './reporting.en.ts'
import { useReportingRates } from './use-reporting-rates.ts'

export const reportingText = await loadPartTexts<ReportingTexts>('reporting', {
  en: () => import('./reporting.en.ts'),
  zh: () => import('./reporting.zh.ts'),
})

export interface ReportingTotalProps {
  readonly year: number
  readonly totals: readonly CurrencySum[]
  readonly amounts: readonly { readonly name: string; readonly label: string }[]
}

/** Above totals of several currencies, where it stays in sight however many they are: all of them in the reporting currency, with the rates that say so. */
export function ReportingTotal({ year, totals, amounts }: ReportingTotalProps) {
  const rates = useReportingRates(year)
  if (!rates) return null
  const { sums, missing } = addedInBase(
    totals,
    amounts.map(({ name }) => name),
    rates,
  )
  return (
    <div className="totals-row totals-reporting">
      <strong>{rates.base}</strong>
      {amounts.map(({ name, label }) => (
        <dl key={name}>
          <dt>{label}</dt>
          <dd>
            <Amount value={sums[name] ?? null} />
          </dd>
        </dl>
      ))}
      <span className="quiet">
        {[
          reportingText('note', { base: rates.base, year: rates.year }),
          ...(missing.length > 0 ? [reportingText('without', { currencies: missing.join(', ') })] : []),
        ].join(' ')}
      </span>
    </div>
  )
}
