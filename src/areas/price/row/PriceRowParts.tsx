import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { columnValue, plainText } from '#kernel/engine/read-list/read-list.ts'
import { listText } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { drawnCell } from '#kernel/web/console/list/read-list/list-cell.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { priceListText } from '../price-texts.web.ts'
import { priceRows } from '../list/price-row.list.ts'
import { documentAddress } from './document-address.web.ts'
import { PER_PAGE, priceRowApi } from './price-row-api.web.ts'
import type { PriceChange, PriceDetail } from './price-row-schemas.ts'
import './price-row.css'

/** How a page of either width leads to another. */
export type LinkTo = (address: string, children: ReactNode) => ReactNode

/** Every field of a price that has a value: what the reader has no right to has none. */
export function priceFacts({
  row,
  costOrigin,
}: Pick<PriceDetail, 'row' | 'costOrigin'>): readonly (readonly [label: string, value: ReactNode])[] {
  return priceRows.columns
    .filter((column) => plainText(columnValue(column, row, listText)) !== '' && column.key !== 'state')
    .flatMap((column) => {
      const fact = [listText(column.title), drawnCell({ ...column, hasCurrency: true }, row)] as const
      const isConverted = column.key === 'costBasis' && costOrigin !== null
      return isConverted ? [fact, [listText('priceList.columns.costOrigin'), costOrigin] as const] : [fact]
    })
}

/** First and last day, both included. */
export const daysOf = (from: string, to: string | null) => `${from} – ${to ?? priceListText('page.open')}`

/** The prices of a key in the order of time: past, now, coming; the one that the page is about stands out. */
export function PriceLine({
  intervals,
  shownId,
  link,
}: Pick<PriceDetail, 'intervals'> & { readonly shownId: string | null; readonly link: LinkTo }) {
  return (
    <ol className="price-line">
      {intervals.map(({ id, price, currency, effectiveFrom, effectiveTo, state }) => (
        <li key={id} data-state={state} aria-current={id === shownId ? 'true' : undefined}>
          {link(id, <Amount value={price} currency={currency} />)}
          <span className="code">{daysOf(effectiveFrom, effectiveTo)}</span>
          <span className="quiet">{listText(`priceList.states.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}

type Single = Omit<PriceChange, 'children'>

interface ChangesProps {
  readonly id: string
  readonly currency: string
  readonly device: 'pc' | 'mobile'
  /** How a page of either width leads to the document of a change. */
  readonly link: LinkTo
}

/** What a change did: the price and its days before and after. */
function Sides({ before, after, currency }: Pick<Single, 'before' | 'after'> & Pick<ChangesProps, 'currency'>) {
  const side = (row: Single['before']) =>
    row === null ? (
      '/'
    ) : (
      <span className="price-side">
        <Amount value={row.price} currency={currency} /> <span className="code">{daysOf(row.from, row.to)}</span>
      </span>
    )
  return (
    <p>
      {before === null ? null : <>{side(before)} → </>}
      {side(after)}
    </p>
  )
}

interface ChangeProps extends Omit<ChangesProps, 'id'> {
  readonly change: Single
  readonly children?: ReactNode
}

/** A change that somebody made: when, who, by which document and why. */
function Change({ change, children, currency, device, link }: ChangeProps) {
  const { act, at, actor, documentType, documentNo, reason, askedFrom } = change
  const address = documentAddress(documentType, documentNo, device)
  return (
    <li>
      <p className="price-change-head">
        <strong>{listText(`priceList.acts.${act}`)}</strong>
        <time dateTime={at}>{formatTime(at)}</time>
        {actor ? <span className="quiet">{actor}</span> : null}
        {documentNo === null ? null : (
          <span className="code">{address === null ? documentNo : link(address, documentNo)}</span>
        )}
      </p>
      <Sides {...change} currency={currency} />
      {askedFrom ? <p className="quiet">{priceListText('page.askedFrom', { day: askedFrom })}</p> : null}
      {reason ? <p className="quiet">{reason}</p> : null}
      {children}
    </li>
  )
}

/** Who changed the prices of the key, the newest first; what it changed of other prices of the key stands below. */
export function PriceChanges({ id, ...shared }: ChangesProps) {
  const read = useInfiniteQuery({
    queryKey: queryKeys.list('priceRow', ['changes', id]),
    queryFn: ({ pageParam, signal }) => priceRowApi.changes(id, pageParam, { signal, handles: true }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * PER_PAGE < last.recordTotal ? all.length + 1 : null),
  })
  const changes = read.data?.pages.flatMap(({ records }) => records) ?? []
  if (read.data && changes.length === 0) return <p className="quiet">{priceListText('page.noChange')}</p>
  return (
    <>
      {read.error ? <p role="alert">{read.error.message}</p> : null}
      <ol className="price-changes">
        {changes.map(({ children, ...change }) => (
          <Change key={change.id} change={change} {...shared}>
            {children.length === 0 ? null : (
              <>
                <p className="quiet">{priceListText('page.self')}</p>
                {/* When, by whom and why is that of the change itself. */}
                <ul>
                  {children.map((child) => (
                    <li key={child.id}>
                      <strong>{listText(`priceList.acts.${child.act}`)}</strong>
                      <Sides {...child} currency={shared.currency} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Change>
        ))}
      </ol>
      {read.hasNextPage ? (
        <button type="button" className="link-button" onClick={() => void read.fetchNextPage()}>
          {priceListText('page.more')}
        </button>
      ) : null}
    </>
  )
}

/** Says that the list has another version by now. */
export function EndedNote({ detail: { ended }, link }: { readonly detail: PriceDetail; readonly link: LinkTo }) {
  if (ended === null || ended.by === 'revoke') return null
  return (
    <p role="status" className="banner">
      {priceListText('page.ended')} <span className="quiet">{formatTime(ended.at)}</span>{' '}
      {ended.current === null ? null : link(ended.current, priceListText('page.current'))}
    </p>
  )
}
