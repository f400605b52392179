import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { comparisonText } from '../price-texts.web.ts'
import { type ComparisonQuestion, readQuestion, sidesAsked } from './comparison-question.ts'
import { priceComparison, REPORTING } from './price-comparison.list.ts'

const ComparisonPanel = lazy(() =>
  import('./ComparisonPanel.tsx').then((module) => ({ default: module.ComparisonPanel })),
)

/** Two classifications, two days or two areas are chosen above the list; what is chosen stands in the address. */
export default function PriceComparisonPage() {
  const [query, setQuery] = useSearchParams()
  const areas = useAreas()
  const may = useButtons('price_compare')
  const asked = readQuestion(query, areas.options[0]?.value)
  const { filters, isSame } = sidesAsked(asked)
  const key = JSON.stringify(filters)
  const fixed = useMemo(() => JSON.parse(key) as Readonly<Record<string, string>> | null, [key])
  const hidden = priceComparison.columns
    .flatMap(({ right, key: of }) => (right === undefined || may?.(right) ? [] : [of]))
    .concat(asked.kind === 'areas' ? ['difference', 'differencePercent'] : [...REPORTING, 'rightCurrency'])
    .join(' ')
  const isOfAreas = asked.kind === 'areas'
  const list = useMemo(() => {
    // Of one area both sides have the same currency.
    const columns = priceComparison.columns.map((each) =>
      each.key === 'leftCurrency' && !isOfAreas ? { ...each, title: 'priceComparison.columns.currency' } : each,
    )
    return { ...priceComparison, columns: columns.filter(({ key: of }) => !hidden.split(' ').includes(of)) }
  }, [hidden, isOfAreas])
  const put = (some: Partial<ComparisonQuestion>): void => {
    setQuery(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries({ ...asked, ...some }))
          if (value) next.set(name, value)
          else next.delete(name)
        next.delete('page')
        return next
      },
      { replace: true },
    )
  }
  const panel = (
    <>
      <Suspense fallback={<div className="comparison" aria-busy="true" />}>
        <ComparisonPanel asked={asked} areas={areas.options} put={put} isWhole={fixed !== null} />
      </Suspense>
      {fixed ? null : <p className="quiet">{comparisonText(isSame ? 'same' : 'choose')}</p>}
    </>
  )
  if (!fixed)
    return (
      <>
        <header className="page-head">
          <h1>{comparisonText('title')}</h1>
        </header>
        {panel}
      </>
    )
  return <ReadListPage key={asked.kind} list={list} fixedFilters={fixed} before={panel} />
}
