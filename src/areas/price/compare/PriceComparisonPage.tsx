import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type AreaOption, useAreas } from '#areas/budget/budget.web.facade.ts'
import type { ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { listText } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { comparisonText } from '../price-texts.web.ts'
import { type ComparisonQuestion, readQuestion, sidesAsked } from './comparison-question.ts'
import { type ComparedPrice, priceComparison, REPORTING } from './price-comparison.list.ts'

const ComparisonPanel = lazy(() =>
  import('./ComparisonPanel.tsx').then((module) => ({ default: module.ComparisonPanel })),
)

/** What the sides differ in: their areas, classifications or days. */
function sideNames(asked: ComparisonQuestion, areas: readonly AreaOption[]): readonly [string, string] {
  const areaOf = (id: string) => areas.find(({ value }) => value === id)?.label ?? ''
  if (asked.kind === 'areas') return [areaOf(asked.areaId), areaOf(asked.otherAreaId)]
  if (asked.kind === 'days') return [asked.asOf || comparisonText('now'), asked.otherAsOf || comparisonText('now')]
  return [asked.classificationCode, asked.otherClassificationCode]
}

/** A title that begins with the side begins with its name instead: “India: price”. */
function titleOf({ key, title }: ListColumn<ComparedPrice>, left: string, right: string): string {
  const side = (['left', 'right'] as const).find((each) => key.startsWith(each))
  if (side === undefined) return title
  const column = listText(title)
    .slice(comparisonText(side).length)
    .replace(/^[:：]\s*/, '')
  return comparisonText('ofSide', { side: side === 'left' ? left : right, column })
}

/** Two classifications, two days or two areas are chosen above the list; what is chosen stands in the address. */
export default function PriceComparisonPage() {
  const [query, setQuery] = useSearchParams()
  const areas = useAreas()
  const may = useButtons('price_compare')
  const asked = readQuestion(query, areas.options[0]?.value)
  const sides = JSON.stringify(sideNames(asked, areas.options))
  const { filters, isSame } = sidesAsked(asked)
  const key = JSON.stringify(filters)
  const fixed = useMemo(() => JSON.parse(key) as Readonly<Record<string, string>> | null, [key])
  const hidden = priceComparison.columns
    .flatMap(({ right, key: of }) => (right === undefined || may?.(right) ? [] : [of]))
    .concat(asked.kind === 'areas' ? ['difference', 'differencePercent'] : [...REPORTING, 'rightCurrency'])
    .join(' ')
  const isOfAreas = asked.kind === 'areas'
  const list = useMemo(() => {
    const [left, right] = JSON.parse(sides) as readonly [string, string]
    // Of one area both sides have the same currency.
    const columns = priceComparison.columns.map((each) =>
      each.key === 'leftCurrency' && !isOfAreas
        ? { ...each, title: 'priceComparison.columns.currency' }
        : { ...each, title: titleOf(each, left, right) },
    )
    return { ...priceComparison, columns: columns.filter(({ key: of }) => !hidden.split(' ').includes(of)) }
  }, [hidden, isOfAreas, sides])
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
