import { useId, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { zoneNote } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { type Edges, PAGE_SIZES, type PageCursor, totalText } from '../client/paging.ts'
import './pager.css'

interface PagerProps {
  readonly page: number
  readonly limit: number
  /** Null while it is being counted: the rows do not wait for it. */
  readonly total: number | null
  readonly isCapped: boolean
  /** Whether the current page is full, so that there may be another although nothing is counted yet. */
  readonly mayHaveMore: boolean
  readonly onPage: (page: number) => void
  /** By default the page size is fixed. */
  readonly onLimit?: ((limit: number) => void) | undefined
}

/** Total, sizes, previous, pages, next, jumper: the order of spec section 2. */
export function Pager({ page, limit, total, isCapped, mayHaveMore, onPage, onLimit }: PagerProps) {
  const id = useId()
  const last = total === null ? (mayHaveMore ? page + 1 : page) : Math.max(1, Math.ceil(total / limit))
  return (
    <PagerFrame limit={limit} total={total} isCapped={isCapped} onLimit={onLimit}>
      <div className="pager-pages">
        <button
          type="button"
          aria-label={pageText('list.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <Icon name="left" size={14} />
        </button>
        {pagesAround(page, last).map((entry, index) =>
          entry === null ? (
            <button key={`gap-${index}`} type="button" disabled aria-hidden="true">
              …
            </button>
          ) : (
            <button
              key={entry}
              type="button"
              aria-label={pageText('list.page', { page: entry })}
              aria-current={entry === page ? 'page' : undefined}
              onClick={() => onPage(entry)}
            >
              {entry}
            </button>
          ),
        )}
        <button
          type="button"
          aria-label={pageText('list.next')}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        >
          <Icon name="right" size={14} />
        </button>
      </div>
      {last > 1 ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const wanted = Number(new FormData(event.currentTarget).get('page'))
            if (wanted < 1) return
            onPage(Math.min(last, Math.floor(wanted)))
            event.currentTarget.reset()
          }}
        >
          <label htmlFor={id}>{pageText('list.jump')}</label>
          <input id={id} name="page" type="number" min={1} max={last} />
        </form>
      ) : null}
    </PagerFrame>
  )
}

/** Labels for navigating a list without numbered pages. */
export type PlaceTexts = Readonly<Record<'newest' | 'newer' | 'older' | 'oldest', string>>

interface PlacePagerProps extends Pick<PagerProps, 'limit' | 'total' | 'isCapped' | 'onLimit'> {
  readonly edges: Edges
  readonly texts: PlaceTexts
  /** Keys of the first and last row of the page. */
  readonly newest: string | undefined
  readonly oldest: string | undefined
  readonly onPlace: (place: PageCursor | null) => void
}

/** For a list too long for page numbers: continue from the displayed rows, or go to one of its ends. */
export function PlacePager({ edges, texts, newest, oldest, onPlace, ...frame }: PlacePagerProps) {
  const { hasNewer, hasOlder } = edges
  const step = (word: keyof PlaceTexts, isOpen: boolean, place: PageCursor | null) => (
    <button type="button" disabled={!isOpen} onClick={() => onPlace(place)}>
      {texts[word]}
    </button>
  )
  return (
    <PagerFrame {...frame}>
      <div className="pager-pages">
        {step('newest', hasNewer, null)}
        {step('newer', hasNewer, newest === undefined ? null : { way: 'newer', from: newest })}
        {step('older', hasOlder, oldest === undefined ? null : { way: 'older', from: oldest })}
        {step('oldest', hasOlder, { way: 'oldest' })}
      </div>
    </PagerFrame>
  )
}

interface PagerFrameProps extends Pick<PagerProps, 'limit' | 'total' | 'isCapped' | 'onLimit'> {
  readonly children: ReactNode
}

function PagerFrame({ limit, total, isCapped, onLimit, children }: PagerFrameProps) {
  // Names the organisation's time zone once, where the viewer's differs.
  const zone = zoneNote()
  return (
    <nav className="pager" aria-label={pageText('list.pages')}>
      <span className="pager-total" role="status">
        {total === null ? pageText('list.counting') : pageText('list.total', { total: totalText(total, isCapped) })}
      </span>
      {onLimit ? (
        <select
          aria-label={pageText('list.pageSize')}
          value={limit}
          onChange={(event) => onLimit(Number(event.target.value))}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {pageText('list.perPage', { size })}
            </option>
          ))}
        </select>
      ) : null}
      {children}
      {zone ? <span className="pager-zone">{pageText('document.times', { zone })}</span> : null}
    </nav>
  )
}

/** First, last, and two on each side; null for a gap. */
function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, last])]
    .filter((at) => at >= 1 && at <= last)
    .toSorted((a, b) => a - b)
  return wanted.flatMap((at, index) => {
    const before = wanted[index - 1]
    return before !== undefined && at - before > 1 ? [null, at] : [at]
  })
}
