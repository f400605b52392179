import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatAmount } from '#kernel/base/money/money.ts'
import { columnValue, plainText } from '#kernel/engine/read-list/read-list.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Denied } from '#kernel/web/console/Denied.tsx'
import { isDenied } from '#kernel/web/console/denied.ts'
import { RecordNavigator } from '#kernel/web/console/list/RecordNavigator.tsx'
import { listText } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { PageTools } from '#kernel/web/console/print/DocumentTools.tsx'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import '#kernel/web/console/document/document.css'
import { explainedName } from '../explain/AmountButton.tsx'
import { budgetApi } from '../shared/budget-api.web.ts'
import type { BudgetLine } from './budget-line.list.ts'
import { LINES_OF_LEVEL } from './budget-line.list.ts'
import { LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'
import { controlText } from './line-control.web.ts'
import { lineCells, lineSubject, useLineNames } from './line-names.web.tsx'
import { pageLabel } from './list-texts.web.ts'
import './line-page.css'

const LinePostings = lazy(async () => ({ default: (await import('../explain/ExplainDrawer.tsx')).ExplainedHere }))

/** One budget: what it is of, each of its amounts, and the postings behind the chosen one. */
export function LinePage() {
  const [query] = useSearchParams()
  const idc = query.get('idcCode') ?? ''
  const budgetCode = query.get('budgetCode') ?? ''
  const isNamed = idc !== '' && budgetCode !== ''
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('budgetLine', [idc, budgetCode]),
    queryFn: ({ signal }) => budgetApi.lines(idc, { budgetCode, page: 1, limit: 10 }, { signal, handles: true }),
    enabled: isNamed,
    staleTime: 0,
    retry: false,
  })
  useTabTitle(budgetCode || null)
  const line = data?.records[0]
  if (isDenied(error)) return <Denied error={error} />
  if (error) return <ErrorBanner error={error} text={(reason) => reason} onRetry={() => void refetch()} />
  if (!isNamed || (data && !line)) return <p className="quiet">{pageLabel('noLine', { code: budgetCode || '/' })}</p>
  return line ? <LineDetail key={budgetCode} idc={idc} line={line} /> : null
}

function LineDetail({ idc, line }: { readonly idc: string; readonly line: BudgetLine }) {
  const [amount, setAmount] = useState<LineAmount>('available')
  return (
    <>
      <header className="document-head">
        <div className="document-head-row">
          <h1>
            {pageLabel('line')} <span className="code">{line.budgetCode}</span>
          </h1>
          <PageTools
            paper={`/aps/budget/country/line/pdf?${new URLSearchParams({ idcCode: idc, budgetCode: line.budgetCode })}`}
          />
          <RecordNavigator />
        </div>
      </header>
      <LineFacts idc={idc} line={line} />
      <section aria-labelledby="line-amounts">
        <h2 id="line-amounts">
          {pageLabel('amounts')} <span className="quiet">{line.currency}</span>
        </h2>
        <div className="line-amounts" role="group" aria-labelledby="line-amounts">
          {LINE_AMOUNTS.filter((name) => name !== 'distributed' || line.level === 'project').map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === amount}
              aria-label={`${explainedName({ amount: name, name: line.budgetCode })}: ${formatAmount(line[name])}`}
              onClick={() => setAmount(name)}
            >
              <span>{pageLabel(`buckets.${name}`)}</span>
              <Amount value={line[name]} />
            </button>
          ))}
        </div>
      </section>
      <Suspense fallback={null}>
        <LinePostings key={amount} subject={lineSubject(line, amount)} />
      </Suspense>
    </>
  )
}

/** What the budget is of, called as the columns of the list are. */
function LineFacts({ idc, line }: { readonly idc: string; readonly line: BudgetLine }) {
  const cells = lineCells(useLineNames(idc))
  const columns = LINES_OF_LEVEL[line.level].columns.filter(
    ({ key, kind }) => kind !== 'amount' && key !== 'budgetCode' && key !== 'currency',
  )
  return (
    <DescriptionList
      pairs={columns.map((column) => [
        listText(column.title),
        column.key === 'control'
          ? controlText(line)
          : (cells[column.key]?.(line) ?? plainText(columnValue(column, line, listText))),
        { key: column.key },
      ])}
    />
  )
}
