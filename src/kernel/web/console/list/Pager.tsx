import { useId, type ReactNode } from 'react'
import { MOST_NUMBERED } from '#kernel/engine/read-list/read-list.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
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
  const last = total === null ? (mayHaveMore ? page + 1 : page) : Math.max(1, Math.ceil(total / limit))
  return (
    <PagerFrame limit={limit} total={total} isCapped={isCapped} onLimit={onLimit}>
      <Numbers page={page} last={last} onPage={onPage} />
    </PagerFrame>
  )
}

interface NumbersProps {
  /** Null where the rows are of no numbered page. */
  readonly page: number | null
  readonly last: number
  readonly onPage: (page: number) => void
  /** Steps beyond the numbers; by default there are none. */
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

function Numbers({ page, last, onPage, onPrevious, onNext }: NumbersProps) {
  const id = useId()
  const previous = page !== null && page > 1 ? () => onPage(page - 1) : onPrevious
  const next = page !== null && page < last ? () => onPage(page + 1) : onNext
  return (
    <>
      <div className="pager-pages">
        <button type="button" aria-label={pageText('list.previous')} disabled={!previous} onClick={previous}>
          <Icon name="left" size={14} />
        </button>
        {pagesAround(page ?? 1, last).map((entry, index) =>
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
        <button type="button" aria-label={pageText('list.next')} disabled={!next} onClick={next}>
          <Icon name="right" size={14} />
        </button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = Number(new FormData(event.currentTarget).get('page'))
          // A page beyond the last leads to the last; what is no page leads nowhere.
          if (!(wanted >= 1)) return
          onPage(Math.min(last, Math.floor(wanted)))
          event.currentTarget.reset()
        }}
      >
        <label htmlFor={id}>{pageText('list.jump')}</label>
        <input id={id} name="page" inputMode="numeric" autoComplete="off" />
      </form>
    </>
  )
}

/** Labels for navigating a list without numbered pages. */
export type PlaceTexts = Readonly<Record<'newest' | 'newer' | 'older' | 'oldest', string>>

interface PlacePagerProps extends Pick<PagerProps, 'limit' | 'total' | 'isCapped' | 'onPage' | 'onLimit'> {
  /** Null for a page that begins after a row, or at the old end. */
  readonly page: number | null
  readonly edges: Edges
  readonly texts: PlaceTexts
  /** Keys of the first and last row of the page. */
  readonly newest: string | undefined
  readonly oldest: string | undefined
  readonly onPlace: (place: PageCursor | null) => void
}

/**
 * For a list too long for page numbers: they reach as far as rows are counted through, and beside them one continues from the displayed
 * rows, or goes to one of the ends.
 */
export function PlacePager({ page, edges, texts, newest, oldest, onPage, onPlace, ...frame }: PlacePagerProps) {
  const { hasNewer, hasOlder } = edges
  const { limit, total } = frame
  const reached = Math.min(total ?? (page ?? 1) * limit + (hasOlder ? 1 : 0), MOST_NUMBERED)
  const older = oldest === undefined || !hasOlder ? undefined : () => onPlace({ way: 'older', from: oldest })
  const newer = newest === undefined || !hasNewer ? undefined : () => onPlace({ way: 'newer', from: newest })
  const step = (word: keyof PlaceTexts, isOpen: boolean, place: PageCursor | null) => (
    <button type="button" disabled={!isOpen} onClick={() => onPlace(place)}>
      {texts[word]}
    </button>
  )
  return (
    <PagerFrame {...frame}>
      <Numbers
        page={page}
        last={Math.max(1, Math.ceil(reached / limit))}
        onPage={onPage}
        onPrevious={newer}
        onNext={older}
      />
      <div className="pager-pages">
        {step('newest', hasNewer, null)}
        {step('newer', hasNewer, newest === undefined ? null : { way: 'newer', from: newest })}
        {step('older', hasOlder, oldest === undefined ? null : { way: 'older', from: oldest })}
        {step('oldest', hasOlder, { way: 'oldest' })}
      </div>
      {total !== null && total + (frame.isCapped ? 1 : 0) > MOST_NUMBERED ? (
        <span className="pager-reach">{pageText('list.numbered', { rows: totalText(MOST_NUMBERED, false) })}</span>
      ) : null}
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
        <PopMenu
          label={`${pageText('list.pageSize')}: ${pageText('list.perPage', { size: limit })}`}
          className="pager-size"
          side="above"
          trigger={
            <>
              {pageText('list.perPage', { size: limit })}
              <Icon name="down" size={14} />
            </>
          }
          items={PAGE_SIZES.map((size) => ({
            key: String(size),
            text: pageText('list.perPage', { size }),
            act: () => onLimit(size),
          }))}
        />
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
