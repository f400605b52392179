import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import type { BulkResult, BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import type { SelectedRows } from '#kernel/web/console/list/selection.ts'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { comparedFilters, comparedPrices } from '../compare/compare-chosen.ts'
import { comparisonText, priceListText } from '../price-texts.web.ts'
import { changeAction, moveAction } from './price-row-actions.web.ts'
import { type PriceRow, priceRows } from './price-row.list.ts'

const dialogs = () => import('../change/PriceDialogs.tsx')
const ChangePrices = lazy(() => dialogs().then((module) => ({ default: module.ChangePrices })))
const MovePrices = lazy(() => dialogs().then((module) => ({ default: module.MovePrices })))

const CalendarDialog = lazy(() =>
  import('../calendar/CalendarDialog.tsx').then((module) => ({ default: module.CalendarDialog })),
)

/** The comparison begins with the chosen prices, or with what the list is filtered by. */
function comparisonOf(query: URLSearchParams, chosen: SelectedRows<PriceRow>): string {
  const asked =
    chosen.kind === 'rows' && chosen.rows.size > 0
      ? comparedPrices([...chosen.rows.values()], query.get('asOf') ?? '')
      : comparedFilters(Object.fromEntries(query))
  return `/process/price/pc/compare?${asked.toString()}`
}

const labelOf = ({ skuCode, effectiveFrom }: PriceRow): string => `${skuCode} ${effectiveFrom}`

interface Asking {
  readonly kind: 'change' | 'move'
  readonly target: BulkTarget<PriceRow>
  readonly settle: (result: BulkResult | null) => void
}

/** The prices of the list, without the columns that the reader has no right to, and what may be done with chosen ones. */
export default function PriceRowsPage() {
  const [query] = useSearchParams()
  const areas = useAreas()
  const may = useButtons('price_row')
  const [asking, setAsking] = useState<Asking | null>(null)
  const [dated, setDated] = useState<PriceRow | null>(null)
  const hidden = priceRows.columns
    .flatMap(({ right, key }) => (right === undefined || may?.(right) ? [] : [key]))
    .join(' ')
  const list = useMemo(
    () => ({ ...priceRows, columns: priceRows.columns.filter(({ key }) => !hidden.split(' ').includes(key)) }),
    [hidden],
  )
  const cells = useMemo(
    () => ({
      effectiveFrom: (row: PriceRow, drawn: ReactNode) => (
        <>
          {drawn}{' '}
          <button
            type="button"
            className="link-button"
            aria-label={priceListText('page.calendarOf', { sku: row.skuCode })}
            title={priceListText('page.calendar')}
            onClick={() => setDated(row)}
          >
            <Icon name="calendar" />
          </button>
        </>
      ),
    }),
    [],
  )
  const options = useMemo(() => ({ areaId: { options: areas.options } }), [areas.options])
  const [mayChange, mayMove] = [may?.('price.review.submit') ?? false, may?.('price.review.change') ?? false]
  const bulk = useMemo(() => {
    const ask = (kind: Asking['kind']) => (target: BulkTarget<PriceRow>) =>
      new Promise<BulkResult>((resolve, reject) => {
        // Given up: the selection stays, without a message.
        const settle: Asking['settle'] = (result) => (result ? resolve(result) : reject(new Error('given up')))
        setAsking({ kind, target, settle })
      })
    return [...(mayChange ? [changeAction(ask('change'))] : []), ...(mayMove ? [moveAction(ask('move'))] : [])]
  }, [mayChange, mayMove])
  const end = (result: BulkResult | null): void => {
    asking?.settle(result)
    setAsking(null)
  }
  const dialog = { onDone: (done: number) => end({ done, failed: [] }), onCancel: () => end(null) }
  return (
    <ReadListPage
      list={list}
      primary={(chosen) => <Link to={comparisonOf(query, chosen)}>{comparisonText('open')}</Link>}
      options={options}
      cells={cells}
      rowLabel={labelOf}
      bulk={may ? bulk : null}
    >
      <Suspense fallback={null}>
        {asking?.kind === 'change' ? <ChangePrices target={asking.target} {...dialog} /> : null}
        {asking?.kind === 'move' ? <MovePrices target={asking.target} {...dialog} /> : null}
        {dated ? <CalendarDialog row={dated} onClose={() => setDated(null)} /> : null}
      </Suspense>
    </ReadListPage>
  )
}
