import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatAmount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import type { BulkAction } from '#kernel/web/console/list/document/bulk.ts'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { monthOptions } from '#kernel/web/console/form/options.ts'
import { ReadListView } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { GroupTotal } from '#kernel/web/console/list/totals/GroupTotal.tsx'
import { Banner } from '#kernel/web/console/Banner.tsx'
import { countryBudget } from '../country-budget/country-budget.doc.ts'
import { LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'
import { lineCells, type LineNames, lineSubject, useLineNames } from './line-names.web.tsx'
import { applyAddress, transferAddress } from '../shared/budget-addresses.web.ts'
import { type BudgetLine, LINES_OF_LEVEL } from './budget-line.list.ts'
import { budgetApi, type BudgetLevel, type BudgetSum } from '../shared/budget-api.web.ts'
import { searchProjects, type AreaOption } from '../shared/budget-options.web.ts'
import type { AccountSubject, SumSubject } from '../explain/explain-subject.web.ts'
import { explainedName } from '../explain/AmountButton.tsx'
import { Explained, ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import { pageLabel } from './list-texts.web.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'
import { controlAction } from './line-control.web.ts'
import { useOpen } from '../spending/use-open.web.ts'

interface BudgetLineListProps {
  readonly idc: string
  readonly level: BudgetLevel
  readonly area: AreaOption | undefined
  readonly primary: ReactNode
  /** Null while it is not known. */
  readonly mayApply: boolean | null
  readonly mayTransfer: boolean
  readonly mayControl: boolean
}

/** Budget lines with every amount; each number opens its explanation. */
export function BudgetLineList({ idc, level, area, primary, mayApply, mayTransfer, mayControl }: BudgetLineListProps) {
  const names = useLineNames(idc)
  const open = useOpen()
  const [asked, setAsked] = useState<AccountSubject | null>(null)
  const [query, setQuery] = useSearchParams()
  const asOf = query.get('asOf')
  const toNow = () => {
    const next = new URLSearchParams(query)
    next.delete('asOf')
    setQuery(next)
  }
  const cells = useMemo(() => cellsOf(names, (subject) => setAsked({ ...subject, asOf })), [names, asOf])
  const params = useMemo(() => ({ idc }), [idc])
  const { countries, pools, departments, productLines } = names
  const options = {
    countryCode: countries,
    projectPoolCode: pools,
    budgetDeptCode: departments,
    productLineCode: productLines,
    month: monthOptions(),
  }
  // By default the call returns country budgets, so that a budget can be found by its code at any level.
  const fixedFilters = useMemo(() => (level === 'project' ? { level } : {}), [level])
  const search = useCallback((keyword: string, signal: AbortSignal) => searchProjects(idc, keyword, signal), [idc])
  const revoke: BulkAction<BudgetLine> = {
    key: 'revoke',
    label: pageLabel('revokeSelected'),
    most: { rows: MOST_LINES, text: pageLabel('revokeMost', { count: MOST_LINES }) },
    whyNot: (line, chosen) => {
      if (!sameBudget(line, chosen[0])) return pageLabel('mixed')
      return isNothing(line.available) ? pageLabel('nothingAvailable') : null
    },
    act: (target) => {
      if (target.kind === 'rows') open(applyAddress('revoke', area, target.rows.map(codeOf), level))
    },
  }
  const transfer: BulkAction<BudgetLine> = {
    ...revoke,
    key: 'transfer',
    label: pageLabel('transferSelected'),
    most: { rows: MOST_LINES, text: pageLabel('transferMost', { count: MOST_LINES }) },
    act: (target) => {
      if (target.kind === 'rows') open(transferAddress(level, area, target.rows.map(codeOf)))
    },
  }
  const bulk =
    mayApply === null
      ? null
      : // Balances of another day allow no action.
        asOf
        ? []
        : [
            ...(mayApply ? [revoke] : []),
            ...(mayTransfer ? [transfer] : []),
            ...(mayControl ? [controlAction(area, open)] : []),
          ]
  return (
    <>
      {asOf ? (
        <Banner
          kind="info"
          action={
            <button type="button" className="link-button" onClick={toNow}>
              {levelLabel('showNow')}
            </button>
          }
        >
          {levelLabel('asOfNote', { date: asOf })}
        </Banner>
      ) : null}
      <ReadListView<BudgetLine>
        list={LINES_OF_LEVEL[level]}
        params={params}
        cells={cells}
        options={options}
        searches={{ projectCode: search }}
        bulk={bulk}
        fixedFilters={fixedFilters}
        totals={(filters) => <LineTotals idc={idc} level={level} filters={filters} />}
        primary={primary}
      />
      {asked ? <Explained subject={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const codeOf = (line: BudgetLine): string => line.budgetCode
const MOST_LINES = countryBudget.lineLimits.typed

/** Zero or negative. */
function isNothing(amount: string): boolean {
  return amount.startsWith('-') || /^0(\.0*)?$/.test(amount)
}

/** B7: budgets of one application share pool, department, year, month and product class. */
function sameBudget(line: BudgetLine, first: BudgetLine | undefined): boolean {
  const shared = ['projectPoolCode', 'budgetDeptCode', 'year', 'month', 'productClass', 'currency'] as const
  return first !== undefined && shared.every((key) => line[key] === first[key])
}

/** Only a project budget funds other budgets. */
const amountsOf = (level: BudgetLevel) => LINE_AMOUNTS.filter((name) => name !== 'distributed' || level === 'project')

function cellsOf(names: LineNames, onAsk: (subject: AccountSubject) => void): ListCells<BudgetLine> {
  return {
    ...lineCells(names),
    ...Object.fromEntries(
      LINE_AMOUNTS.map((bucket): [string, ListCells<BudgetLine>[string]] => [
        bucket,
        (line, drawn) => (
          <button
            type="button"
            className="drill"
            aria-label={`${explainedName({ amount: bucket, name: line.budgetCode })}: ${formatAmount(line[bucket])}`}
            onClick={() => onAsk(lineSubject(line, bucket))}
          >
            {drawn}
          </button>
        ),
      ]),
    ),
  }
}

interface LineTotalsProps {
  readonly idc: string
  readonly level: BudgetLevel
  readonly filters: Readonly<Record<string, unknown>>
}

/** One line per currency; only the reporting currency adds them up, and says at which rates. */
function LineTotals({ idc, level, filters }: LineTotalsProps) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('budgetLine', [idc, filters]),
    queryFn: ({ signal }) => budgetApi.sums(idc, filters, { signal, handles: true }),
  })
  if (!data || data.length === 0) return null
  const asOf = data[0]?.asOf
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      <GroupTotal
        filters={filters}
        totals={data.map((sum) => ({ ...sum }))}
        amounts={amountsOf(level).map((name) => ({ name, label: pageLabel(`buckets.${name}`) }))}
      />
      {data.map((sum) => (
        <div key={sum.currency} className="totals-row">
          <strong>{sum.currency}</strong>
          {amountsOf(level).map((bucket) => (
            <dl key={bucket}>
              <dt>{pageLabel(`buckets.${bucket}`)}</dt>
              <dd>
                <ExplainedAmount subject={sumSubject(idc, filters, sum, bucket)} value={sum[bucket]}>
                  <Amount value={sum[bucket]} />
                </ExplainedAmount>
              </dd>
            </dl>
          ))}
        </div>
      ))}
      {asOf ? <span className="quiet">{pageLabel('asOf', { time: timeText(asOf) })}</span> : null}
    </div>
  )
}

function sumSubject(
  idc: string,
  filters: Readonly<Record<string, unknown>>,
  sum: BudgetSum,
  amount: LineAmount,
): SumSubject {
  const { currency } = sum
  const { asOf, ...others } = filters
  return {
    kind: 'sum',
    idc,
    filters: others,
    amount,
    currency,
    name: pageLabel('lines'),
    amounts: sum,
    asOf: typeof asOf === 'string' && asOf !== '' ? asOf : null,
  }
}
