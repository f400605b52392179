import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { DESK } from '#kernel/web/console/home/desk.tsx'
import { HomeSection } from '#kernel/web/console/home/HomeSection.tsx'
import { amount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime, homeYear } from '#kernel/web/ui/time.ts'
import { budgetApi, type AreaUse, type BudgetSum } from '../shared/budget-api.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { sharesOf } from '../overview/budget-shares.web.ts'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import type { SumSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import './budget-use-card.css'

const GroupUse = lazy(() => import('../overview/GroupUse.tsx').then((module) => ({ default: module.GroupUse })))

/** The buckets of a budget line; together they are its current amount. */
const PARTS = ['available', 'held', 'occupied', 'committed', 'accrued', 'executed'] as const

/** Inflows and outflows; the difference is the current amount. */
const FLOWS = ['granted', 'revoked', 'transferredIn', 'transferredOut', 'carriedIn', 'carriedOut'] as const
const ALWAYS: ReadonlySet<string> = new Set(['granted', 'revoked'])

/**
 * This year's budget in each of the person's areas. Each amount opens its explanation, each area its lines. Of several areas a line each:
 * the overview has all of their amounts.
 */
export function BudgetUseCard() {
  const [year] = useState(homeYear)
  const use = useQuery({
    queryKey: queryKeys.home('budgetUse'),
    queryFn: () => budgetApi.use(year, { handles: true }),
  })
  const areas = (use.data ?? []).filter(({ sums }) => sums.length > 0)
  if (areas.length === 0 && !use.isError) return null
  const asOf = areas.map((area) => area.asOf).toSorted()[0]
  return (
    <HomeSection
      title={pageLabel('useTitle', { year })}
      device={DESK}
      note={asOf ? pageLabel('asOf', { time: formatTime(asOf) }) : null}
      error={use.error}
      onRetry={() => void use.refetch()}
    >
      <ul className={areas.length > 1 ? 'budget-use budget-use-short' : 'budget-use'}>
        {areas.flatMap((area) =>
          area.sums.map((sum) => (
            <AreaRow
              key={`${area.idcCode} ${sum.currency}`}
              area={area}
              sum={sum}
              year={year}
              isShort={areas.length > 1}
            />
          )),
        )}
      </ul>
      {areas.length > 1 ? (
        <div className="budget-use-group">
          <Suspense fallback={null}>
            <GroupUse year={year} areas={areas} isShort />
          </Suspense>
          <Link to="/budget/pc/overview?idcCode=all">{pageLabel('allAreas')}</Link>
        </div>
      ) : null}
    </HomeSection>
  )
}

interface AreaRowProps {
  readonly area: AreaUse
  readonly sum: BudgetSum
  readonly year: number
  readonly isShort: boolean
}

function AreaRow({ area, sum, year, isShort }: AreaRowProps) {
  const address = linesAddress({ idcCode: area.idcCode, year: String(year), currency: sum.currency })
  const of = (name: LineAmount): SumSubject => {
    const filters = { year }
    const { idcCode: idc, areaName } = area
    return {
      kind: 'sum',
      idc,
      filters,
      amount: name,
      currency: sum.currency,
      name: `${areaName} ${year}`,
      amounts: sum,
    }
  }
  const shares = sharesOf(PARTS.map((part) => sum[part]))
  const bar = (
    <div className="budget-use-bar" aria-hidden="true">
      {PARTS.map((part, at) =>
        shares[at] ? (
          <span key={part} className={`budget-part budget-part-${part}`} style={{ flexGrow: shares[at] }} />
        ) : null,
      )}
    </div>
  )
  const place = (
    <span className="budget-use-place">
      <Link to={address}>
        <strong>{area.areaName}</strong>
      </Link>
      <span className="quiet">{sum.currency}</span>
    </span>
  )
  if (isShort)
    return (
      <li>
        {place}
        {bar}
        <span className="budget-use-left">
          <span className="quiet">{pageLabel('buckets.available')}</span>
          <ExplainedAmount subject={of('available')} value={sum.available}>
            <Amount value={sum.available} />
          </ExplainedAmount>
        </span>
      </li>
    )
  return (
    <li>
      <div className="budget-use-head">
        {place}
        <span className="budget-use-flows">
          {FLOWS.filter((flow) => ALWAYS.has(flow) || !amount(sum[flow]).eq(0)).map((flow) => (
            <span key={flow}>
              {pageLabel(`buckets.${flow}`)}{' '}
              <ExplainedAmount subject={of(flow)} value={sum[flow]}>
                <Amount value={sum[flow]} />
              </ExplainedAmount>
            </span>
          ))}
        </span>
      </div>
      {bar}
      <dl>
        {PARTS.map((part) => (
          <div key={part}>
            <dt>
              <span className={`budget-key budget-part-${part}`} aria-hidden="true" />
              {pageLabel(`buckets.${part}`)}
            </dt>
            <dd>
              <ExplainedAmount subject={of(part)} value={sum[part]}>
                <Amount value={sum[part]} />
              </ExplainedAmount>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
