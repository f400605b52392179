import { useInfiniteQuery } from '@tanstack/react-query'
import { post } from '#kernel/web/console/client/api.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { ladderText } from '#kernel/engine/definition/ladder.ts'
import { schemeExecute } from '../execution/scheme-execute.doc.ts'
import { LADDER } from '../shared/scheme-types.ts'
import type { SettlementRow } from './settlement.web.ts'
import './settlement.css'

interface Settlement {
  readonly next: string | null
  readonly records: readonly SettlementRow[]
  readonly payment: {
    readonly state: 'pendingSettle' | 'settled' | 'settledFailure'
    readonly amount: string
    readonly currency: string
    readonly reference: string | null
  } | null
}

const COLOURS = { pendingSettle: 'blue', settled: 'green', settledFailure: 'red' } as const
const texts = documentTexts(schemeExecute)
const text = (path: string, params?: Readonly<Record<string, string | number>>) => texts.text(path, params)

/** The approved settlement of a customer and period, with its basis; and the state of its payment. */
export function SettlementSection({ detail: { document } }: { readonly detail: DocumentDetail }) {
  const isSettled = document.state === 'approved'
  const no = readText(document['no'])
  const { data, error, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.list('schemeExecute', ['settlement', no]),
    queryFn: ({ pageParam, signal }) =>
      post<Settlement>(
        '/aps/scheme/settlement/list',
        { no, ...(pageParam === null ? {} : { after: pageParam }) },
        { handles: true, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isSettled,
  })
  const payment = data?.pages[0]?.payment
  // What needs no payment is settled with its approval: it was credited, or taken off what the customer owes.
  const state = payment?.state ?? 'settled'
  if (!isSettled) return null
  return (
    <section className="form-section settlement">
      <h2>{text('settlement.title')}</h2>
      {isError ? (
        <ErrorBanner
          error={error}
          text={(reason) => text('settlement.failed', { reason })}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data?.pages[0]?.records.length ? (
        <p className="settlement-payment">
          <span className="code">{no}</span>
          <StateMark colour={COLOURS[state]} text={text(`settlement.payment.${state}`)} />
          {payment ? <Amount value={payment.amount} currency={payment.currency} /> : null}
          <span>{payment?.reference}</span>
        </p>
      ) : null}
      <ul>{data?.pages.flatMap(({ records }) => records.map((row) => <SettledLine key={row.lineNo} row={row} />))}</ul>
      {hasNextPage ? (
        <button
          type="button"
          className="link-button"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {pageText('list.next')}
        </button>
      ) : null}
    </section>
  )
}

function SettledLine({ row }: { readonly row: SettlementRow }) {
  const { no, lineNo, firstDay, lastDay, units, basis, devices, currency } = row
  const amounts = [
    ['sales', row.volumeAmount],
    ['settledBefore', isNothing(row.settledBefore) ? null : row.settledBefore],
    ['calculated', row.calculatedAmount],
    ['paid', row.amount],
    ['recovered', isNothing(row.recovered) ? null : row.recovered],
  ] as const
  return (
    <li>
      <strong>{text('settlement.line', { no, line: lineNo, period: `${firstDay} – ${lastDay}` })}</strong>
      {units === null ? null : (
        <span>{text('settlement.counted', { units, basis: text(`settlement.basis.${basis}`) })}</span>
      )}
      {formulaOf(row)}
      {devices > 0 ? <span>{text('settlement.devices', { count: devices })}</span> : null}
      {amounts.map(([name, value]) =>
        value === null ? null : (
          <span key={name}>
            {text(`settlement.${name}`)} <Amount value={value} currency={currency} />
          </span>
        ),
      )}
    </li>
  )
}

function formulaOf({ unitAmount, ratePercent, ladder, ladderKind }: SettlementRow) {
  if (unitAmount !== null) return <span>{text('settlement.formula.unit', { value: unitAmount })}</span>
  if (ratePercent !== null) return <span>{text('settlement.formula.rate', { value: ratePercent })}</span>
  if (ladder === null) return null
  const value = ladderText({ ladder: { ...LADDER, most: 20 } }, ladder, { ladderKind })
  return <span>{text('settlement.formula.ladder', { value })}</span>
}

function isNothing(value: string | null): boolean {
  return value === null || /^0(\.0+)?$/.test(value)
}
