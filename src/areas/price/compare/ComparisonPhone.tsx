import { lazy, Suspense, useMemo, useState } from 'react'
import type { AreaOption } from '#areas/budget/budget.web.facade.ts'
import { goTo, useAddress } from '#kernel/web/console/phone/address.ts'
import { ReadPhoneList } from '#kernel/web/console/phone/list/ReadPhoneList.tsx'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { comparisonText } from '../price-texts.web.ts'
import { comparedColumns, sideNames } from './compared-columns.web.ts'
import { changedQuestion, type ComparisonQuestion, readQuestion, sidesAsked } from './comparison-question.ts'
import { type ComparedPrice, priceComparison } from './price-comparison.list.ts'

/** Lazy-loaded: no other list has the rows of a form. */
const ComparisonRows = lazy(() => import('./ComparisonRows.tsx').then((module) => ({ default: module.ComparisonRows })))

/** A price leads to its page and says its currency. */
const price = (side: 'left' | 'right') => (row: ComparedPrice) => {
  const id = row[`${side}Id`]
  const amount = <Amount value={row[`${side}Price`]} currency={row[`${side}Currency`]} />
  return id === null ? amount : <PhoneLink to={`/process/price/mobile/info?id=${id}`}>{amount}</PhoneLink>
}
const CELLS = { leftPrice: price('left'), rightPrice: price('right') }

/** The comparison of prices on a phone: the question above the cards, each of which names both sides. */
export function ComparisonPhone() {
  const { path, query } = useAddress()
  // Told by the question, because no other list of a phone knows them.
  const [areas, setAreas] = useState<readonly AreaOption[]>([])
  const may = useButtons('price_compare_mobile')
  const asked = readQuestion(query, areas[0]?.value)
  const { filters, isSame } = sidesAsked(asked)
  // The cards are of what the address says.
  const isWhole = filters !== null && query.has('areaId')
  const sides = JSON.stringify(sideNames(asked, areas))
  const list = useMemo(() => {
    const names = JSON.parse(sides) as readonly [string, string]
    const columns = comparedColumns(asked.kind, names, (right) => may?.(right) ?? false)
    return { ...priceComparison, columns: columns.map((column) => ({ ...column, address: () => null })) }
  }, [asked.kind, sides, may])
  const title = comparisonText('title')
  usePhoneTitle(title)
  const put = (some: Partial<ComparisonQuestion>): void =>
    goTo(`${path}?${changedQuestion(query, { ...asked, ...some })}`, 'replace')
  const panel = (
    <Suspense fallback={<div className="comparison-rows" aria-busy="true" />}>
      <ComparisonRows asked={asked} put={put} isWhole={isWhole} onAreas={setAreas} />
    </Suspense>
  )
  if (isWhole) return <ReadPhoneList list={list} cells={CELLS} before={panel} />
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{title}</h1>
      </header>
      {panel}
      <p className="quiet comparison-note">{comparisonText(isSame ? 'same' : 'choose')}</p>
    </main>
  )
}
