import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { drawnCell } from '#kernel/web/console/list/read-list/list-cell.tsx'
import { type PriceRow, priceRows } from '../list/price-row.list.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { PRICE_SOURCES } from '../resolution/price-at.rules.ts'
import { documentAddress } from '../row/document-address.web.ts'
import { daysOf, type LinkTo, PriceChanges, PriceLine } from '../row/PriceRowParts.tsx'
import type { PriceOfSku } from './price-check-schemas.ts'
import type { TextParams } from '#kernel/web/console/client/i18n.ts'
import { type Inquired, inquiryTexts } from './use-inquiry.web.ts'

const text = (path: string, params?: TextParams): string => inquiryTexts.text(path, params)

const PriceCalendar = lazy(() =>
  import('../calendar/PriceCalendar.tsx').then((module) => ({ default: module.PriceCalendar })),
)

type Fact = readonly [label: string, value: ReactNode]

/** What differs between the widths. */
export interface InquiryDevice {
  readonly device: 'pc' | 'mobile'
  readonly link: LinkTo
  /** Leads to any address. */
  readonly documentLink: LinkTo
  readonly Facts: ComponentType<{ readonly pairs: readonly Fact[] }>
}

interface AnswerProps extends InquiryDevice {
  readonly answer: UseQueryResult<Inquired>
  readonly asked: Values
}

/** The price that was asked for: where it comes from, what is missing, and what stands before and after it. */
export function InquiryAnswer({ answer, asked: { currency = '', customerCode }, ...width }: AnswerProps) {
  const { link, documentLink, device, Facts } = width
  const { data, error } = answer
  if (error)
    return (
      <p role="alert" className="banner banner-error">
        {error.message}
      </p>
    )
  if (!data) return <div className="inquiry-note" aria-busy="true" />
  const { price, intervals } = data
  const used = price.parts.find(({ source }) => source !== 'special')
  const row = intervals.find(({ rowId }) => rowId === used?.id) ?? null
  const history = row ?? intervals[0]
  return (
    <div className="inquiry" aria-busy={answer.isPlaceholderData}>
      <section aria-labelledby="price-answer">
        <h2 id="price-answer">{text('answer')}</h2>
        <Parts price={price} currency={currency} />
        <Missing price={price} />
        <Facts pairs={factsOf(price, row, currency, width)} />
        {customerCode ? <Others price={price} /> : null}
      </section>
      <section aria-labelledby="price-line">
        <h2 id="price-line">{text('line')}</h2>
        <Lines intervals={intervals} shownId={row?.id ?? null} link={link} />
      </section>
      {history ? (
        <section aria-labelledby="price-calendar">
          <h2 id="price-calendar">{text('calendar')}</h2>
          <Suspense fallback={<div aria-busy="true" />}>
            <PriceCalendar key={history.id} id={history.id} device={device} link={documentLink} />
          </Suspense>
        </section>
      ) : null}
      {history ? (
        <section aria-labelledby="price-history">
          <h2 id="price-history">{text('history')}</h2>
          <PriceChanges key={history.id} id={history.id} currency={currency} device={device} link={documentLink} />
        </section>
      ) : null}
    </div>
  )
}

/** What the pieces cost, and by which price each of them. */
function Parts({ price: { parts }, currency }: { readonly price: PriceOfSku; readonly currency: string }) {
  const isSplit = parts.length > 1
  return (
    <ul className="inquiry-parts">
      {parts.map(({ source, units, price, id, no }) => (
        <li key={id}>
          <strong className="inquiry-price">
            <Amount value={price} currency={currency} />
          </strong>
          <span>{text(`source.${source}`, { no: no ?? '' })}</span>
          {isSplit ? <span className="quiet">{text('pieces', { units })}</span> : null}
        </li>
      ))}
    </ul>
  )
}

function Missing({ price: { parts, missing } }: { readonly price: PriceOfSku }) {
  if (missing === 0) return null
  return (
    <p role="status" className="banner banner-warning">
      {parts.length === 0 ? text('empty') : text('missing', { units: missing })}
    </p>
  )
}

/** The sources that gave no piece, and why: of a customer, since a classification has but its own price. */
function Others({ price: { unused } }: { readonly price: PriceOfSku }) {
  const reasons = PRICE_SOURCES.flatMap((source) => (unused[source] ? [[source, unused[source]] as const] : []))
  if (reasons.length === 0) return null
  return (
    <p className="quiet">
      {text('others')}:{' '}
      {reasons.map(([source, reason]) => `${text(`sources.${source}`)} (${text(`unused.${reason}`)})`).join(' · ')}
    </p>
  )
}

/** What has a value for the reader: what they have no right to has none. */
function factsOf(
  price: PriceOfSku,
  row: PriceRow | null,
  currency: string,
  { device, documentLink }: Pick<InquiryDevice, 'device' | 'documentLink'>,
): readonly Fact[] {
  const address = row && documentAddress(row.sourceType, row.no, device)
  const { parts, taxMode, taxRate, costBasis, costOrigin, margin, floorMargin } = price
  const sum = parts.reduce((all, { units, price: each }) => all.plus(amount(each).times(units)), amount('0'))
  const pieces = parts.reduce((all, { units }) => all + units, 0)
  const percent = (value: string) => `${value} %`
  const column = (key: keyof PriceRow) => priceRows.columns.find((each) => each.key === key)!
  const party = row?.customerCode === null ? 'classificationCode' : 'customerCode'
  const tax = taxMode && [text(`taxModes.${taxMode}`), taxMode === 'inclusive' ? percent(taxRate ?? '0') : ''].join(' ')
  const facts: readonly Fact[] = [
    [text('total'), pieces > 1 ? <Amount key="total" value={amountText(sum)} currency={currency} /> : null],
    [inquiryTexts.field(party), row && drawnCell(column(party), row)],
    [text('facts.period'), row && daysOf(row.effectiveFrom, row.effectiveTo)],
    [text('facts.ladder'), row?.ladder ? drawnCell(column('ladder'), row) : null],
    [text('facts.tax'), tax],
    [text('facts.no'), address ? documentLink(address, row?.no) : row?.no],
    [text('facts.costBasis'), costBasis ? <Amount key="cost" value={costBasis} currency={currency} /> : null],
    [text('facts.costOrigin'), costOrigin],
    [text('facts.margin'), margin && percent(margin)],
    [text('facts.floorMargin'), floorMargin && percent(floorMargin)],
  ]
  return facts.filter(([, value]) => value !== null && value !== undefined)
}

interface LinesProps {
  readonly intervals: readonly PriceRow[]
  readonly shownId: string | null
  readonly link: LinkTo
}

/** What stands of the customer's own key, and of that of the classification. */
function Lines({ intervals, shownId, link }: LinesProps) {
  const groups = [
    ['customer', intervals.filter(({ customerCode }) => customerCode !== null)],
    ['classification', intervals.filter(({ customerCode }) => customerCode === null)],
  ] as const
  if (intervals.length === 0) return <p className="quiet">{text('noLine')}</p>
  return groups.map(([source, rows]) =>
    rows.length === 0 ? null : (
      <div key={source}>
        <h3>{text(`sources.${source}`)}</h3>
        <PriceLine intervals={rows} shownId={shownId} link={link} />
      </div>
    ),
  )
}
