import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import { HomeSection } from '#kernel/console/home/HomeSection.tsx'
import { amount } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import { budgetApi, type AreaUse, type BudgetSum } from './budget-api.ts'
import { linesAddress } from './budget-addresses.ts'
import { pageLabel } from './budget-texts.ts'
import { sharesOf } from './budget-shares.ts'
import './budget-use-card.css'

/** Where the money of a budget line can be; together they are what it has now. */
const PARTS = ['available', 'held', 'occupied', 'committed', 'accrued', 'executed'] as const

/** What came and what went; the difference is what there is. */
const FLOWS = ['granted', 'revoked', 'transferredIn', 'transferredOut'] as const
const ALWAYS: ReadonlySet<string> = new Set(['granted', 'revoked'])

/** What became of this year's budget in each of the person's areas. Each amount leads to the lines it is the sum of. */
export function BudgetUseCard() {
  const [year] = useState(() => new Date().getFullYear())
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
      note={asOf ? pageLabel('asOf', { time: formatTime(asOf) }) : null}
      error={use.error}
      onRetry={() => void use.refetch()}
    >
      <ul className="budget-use">
        {areas.flatMap((area) =>
          area.sums.map((sum) => <AreaRow key={`${area.idcCode} ${sum.currency}`} area={area} sum={sum} year={year} />),
        )}
      </ul>
    </HomeSection>
  )
}

interface AreaRowProps {
  readonly area: AreaUse
  readonly sum: BudgetSum
  readonly year: number
}

function AreaRow({ area, sum, year }: AreaRowProps) {
  const address = linesAddress({ idcCode: area.idcCode, year: String(year), currency: sum.currency })
  const shares = sharesOf(PARTS.map((part) => sum[part]))
  return (
    <li>
      <div className="budget-use-head">
        <strong>{area.areaName}</strong>
        <span className="quiet">{sum.currency}</span>
        <span className="budget-use-flows">
          {FLOWS.filter((flow) => ALWAYS.has(flow) || !amount(sum[flow]).eq(0)).map((flow) => (
            <Link key={flow} to={address}>
              {pageLabel(`buckets.${flow}`)} <Amount value={sum[flow]} />
            </Link>
          ))}
        </span>
      </div>
      <div className="budget-use-bar" aria-hidden="true">
        {PARTS.map((part, at) =>
          shares[at] ? (
            <span key={part} className={`budget-part budget-part-${part}`} style={{ flexGrow: shares[at] }} />
          ) : null,
        )}
      </div>
      <dl>
        {PARTS.map((part) => (
          <div key={part}>
            <dt>
              <span className={`budget-key budget-part-${part}`} aria-hidden="true" />
              {pageLabel(`buckets.${part}`)}
            </dt>
            <dd>
              <Link to={address}>
                <Amount value={sum[part]} />
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
