import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { comparisonText } from '../price-texts.web.ts'
import { comparedColumns, sideNames } from './compared-columns.web.ts'
import { changedQuestion, type ComparisonQuestion, readQuestion, sidesAsked } from './comparison-question.ts'
import { priceComparison } from './price-comparison.list.ts'

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
  const fixed = useSettled(filters)
  const sides = JSON.stringify(sideNames(asked, areas.options))
  const list = useMemo(() => {
    const names = JSON.parse(sides) as readonly [string, string]
    return { ...priceComparison, columns: comparedColumns(asked.kind, names, (right) => may?.(right) ?? false) }
  }, [asked.kind, sides, may])
  const put = (some: Partial<ComparisonQuestion>): void =>
    setQuery((old) => changedQuestion(old, { ...readQuestion(old, areas.options[0]?.value), ...some }), {
      replace: true,
    })
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

/** The same object while it says the same: the list asks anew when its filters change. */
function useSettled(filters: Readonly<Record<string, string>> | null) {
  const key = JSON.stringify(filters)
  return useMemo(() => JSON.parse(key) as typeof filters, [key])
}
