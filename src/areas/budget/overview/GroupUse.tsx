import { Link } from 'react-router'
import { useReportingRates } from '#kernel/web/console/list/totals/use-reporting-rates.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { ScrollAside } from '#kernel/web/ui/ScrollAside.tsx'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AreaUse } from '../shared/budget-api.web.ts'
import { GROUP_AMOUNTS, type GroupSum, groupTotals } from './group-sums.web.ts'
import { insightText } from './insight-text.web.ts'
import '../explain/explained-amount.css'
import './group-use.css'

interface GroupUseProps {
  readonly year: number
  readonly areas: readonly AreaUse[]
  /** Only the totals, not each area. */
  readonly isShort?: boolean
}

/** The budgets of all areas: each currency by itself, and all of them at the year's budget rates. */
export function GroupUse({ year, areas, isShort = false }: GroupUseProps) {
  const { own, all, note } = groupTotals(areas, year, useReportingRates(year))
  return (
    <ScrollAside className="group-use" label={insightText('group.title', { year })}>
      <table>
        <thead>
          <tr>
            {isShort ? null : <th scope="col">{insightText('overview.area')}</th>}
            <th scope="col">{pageLabel('currency')}</th>
            {GROUP_AMOUNTS.map((name) => (
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
                    <Cells
                      sum={sum}
                      to={linesAddress({ idcCode: area.idcCode, year: String(year), currency: sum.currency })}
                    />
                  </tr>
                )),
              )}
        </tbody>
        <tfoot>
          {own.map((sum) => (
            <tr key={sum.currency}>
              {isShort ? null : <th scope="row">{insightText('overview.total')}</th>}
              <Cells sum={sum} to={linesAddress({ idcCode: 'all', year: String(year), currency: sum.currency })} />
            </tr>
          ))}
          {all ? (
            <tr className="group-use-all">
              {isShort ? null : <th scope="row">{insightText('group.all')}</th>}
              <Cells sum={all} to={linesAddress({ idcCode: 'all', year: String(year) })} />
            </tr>
          ) : null}
        </tfoot>
      </table>
      {note === null ? null : <p className="quiet">{note}</p>}
    </ScrollAside>
  )
}

interface CellsProps {
  readonly sum: GroupSum
  /** The list of the budgets that add up to the amounts. */
  readonly to: string
}

function Cells({ sum, to }: CellsProps) {
  return (
    <>
      <td className="group-use-currency">{sum.currency}</td>
      {GROUP_AMOUNTS.map((name) => (
        <td key={name}>
          <Link className="explained" to={to}>
            <Amount value={sum[name]} />
          </Link>
        </td>
      ))}
    </>
  )
}
