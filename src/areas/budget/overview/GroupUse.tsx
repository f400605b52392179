import { Link } from 'react-router'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { addedInBase } from '#kernel/web/console/list/totals/reporting.ts'
import { reportingText } from '#kernel/web/console/list/totals/ReportingTotal.tsx'
import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AreaUse, BudgetSum } from '../shared/budget-api.web.ts'
import { insightText } from './insight-text.web.ts'
import './group-use.css'

const AMOUNTS = [
  'current',
  'available',
  'held',
  'occupied',
  'committed',
  'accrued',
  'executed',
] as const satisfies readonly LineAmount[]

interface GroupUseProps {
  readonly year: number
  readonly areas: readonly AreaUse[]
  /** Only the totals, not each area. */
  readonly isShort?: boolean
}

/** The budgets of all areas: each currency by itself, and all of them at the year's budget rates. */
export function GroupUse({ year, areas, isShort = false }: GroupUseProps) {
  const rates = useReportingRates(year)
  const sums = areas.flatMap((area) => area.sums)
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted()
  const group = rates
    ? addedInBase(
        sums.map((sum) => ({ ...sum })),
        AMOUNTS,
        rates,
      )
    : null
  return (
    <div className="group-use" role="region" tabIndex={0} aria-label={insightText('group.title', { year })}>
      <table>
        <thead>
          <tr>
            {isShort ? null : <th scope="col">{insightText('overview.area')}</th>}
            <th scope="col">{pageLabel('currency')}</th>
            {AMOUNTS.map((name) => (
              <th key={name} scope="col">
                {pageLabel(`buckets.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isShort
            ? null
            : areas.flatMap((area) =>
                area.sums.map((sum) => (
                  <tr key={`${area.idcCode} ${sum.currency}`}>
                    <th scope="row">
                      <Link to={linesAddress({ idcCode: area.idcCode, year: String(year), currency: sum.currency })}>
                        {area.areaName}
                      </Link>
                    </th>
                    <Cells sum={{ ...sum }} />
                  </tr>
                )),
              )}
        </tbody>
        <tfoot>
          {currencies.map((currency) => (
            <tr key={currency}>
              {isShort ? null : <th scope="row">{insightText('overview.total')}</th>}
              <Cells sum={added(sums, currency)} />
            </tr>
          ))}
          {rates && group ? (
            <tr className="group-use-all">
              {isShort ? null : <th scope="row">{insightText('group.all')}</th>}
              <Cells sum={{ ...group.sums, currency: rates.base }} />
            </tr>
          ) : null}
        </tfoot>
      </table>
      {rates === undefined ? null : (
        <p className="quiet">
          {rates && group
            ? [
                reportingText('note', { base: rates.base, year: rates.year }),
                ...(group.missing.length > 0
                  ? [reportingText('without', { currencies: group.missing.join(', ') })]
                  : []),
              ].join(' ')
            : insightText('group.noRates', { year })}
        </p>
      )}
    </div>
  )
}

type Sum = { readonly currency: string } & Readonly<Record<string, string | number>>

function added(sums: readonly BudgetSum[], currency: string): Sum {
  const own = sums.filter((sum) => sum.currency === currency)
  return {
    currency,
    ...Object.fromEntries(AMOUNTS.map((name) => [name, amountText(sumAmounts(own.map((sum) => amount(sum[name]))))])),
  }
}

function Cells({ sum }: { readonly sum: Sum }) {
  return (
    <>
      <td className="group-use-currency">{sum.currency}</td>
      {AMOUNTS.map((name) => (
        <td key={name}>
          <Amount value={String(sum[name])} />
        </td>
      ))}
    </>
  )
}
