import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Page } from '#kernel/web/console/client/paging.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { useAddress } from '#kernel/web/console/phone/address.ts'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { DescriptionList } from '#kernel/web/console/phone/parts/DescriptionList.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { Sheet } from '#kernel/web/console/phone/parts/Sheet.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { FUNDS_LISTS, type FundsColumn, type FundsListName, type FundsRow } from './funds-lists.ts'
import { BatchState } from '../rebate/BatchState.tsx'
import { FundsDetail, hasDetail } from '../account/FundsDetail.tsx'
import { behindAddress } from '../funds-addresses.web.ts'
import { fundsApi } from '../funds-api.web.ts'
import { columnText, fundsText, wordText } from '../funds-texts.web.ts'
import './funds-phone.css'

const PER_PAGE = 20

/** One of the lists of customer funds as cards, filtered by the address and by a customer. */
export function FundsPhoneList({ name }: { readonly name: FundsListName }) {
  usePhoneTitle(fundsText(`lists.${name}`))
  const { query: address } = useAddress()
  const [customer, setCustomer] = useState(address.get('customerCode') ?? '')
  const [asked, setAsked] = useState(customer)
  const [opened, setOpened] = useState<FundsRow | null>(null)
  const list = FUNDS_LISTS[name]
  const given = list.filters
    .filter(({ kind }) => kind !== 'days' && kind !== 'customer')
    .map(({ name: filter }) => [filter, address.get(filter) ?? ''] as const)
    .filter(([, value]) => value !== '')
  const filters = { ...Object.fromEntries(given), ...(asked ? { customerCode: asked } : {}) }
  const read = useInfiniteQuery({
    queryKey: queryKeys.list('funds', ['phone', name, filters]),
    queryFn: ({ pageParam, signal }) =>
      fundsApi.page(name, { ...pageParam, limit: PER_PAGE, ...filters }, { signal, handles: true }),
    initialPageParam: {},
    getNextPageParam: nextPage,
  })
  const rows = read.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <main className="phone-page">
      <h1 className="funds-title">{fundsText(`lists.${name}`)}</h1>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(customer.trim())
        }}
      >
        <input
          className="funds-search"
          type="search"
          enterKeyHint="search"
          aria-label={fundsText('search')}
          placeholder={fundsText('search')}
          value={customer}
          onChange={(event) => setCustomer(event.target.value)}
        />
      </form>
      {read.isError ? <Failure error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <LoadingPart /> : null}
      {read.data && rows.length === 0 ? <p className="quiet">{fundsText('none')}</p> : null}
      {rows.map((row) => (
        <Card key={row.id} name={name} row={row} onOpen={hasDetail(name) ? () => setOpened(row) : null} />
      ))}
      {read.hasNextPage ? (
        <button type="button" className="funds-more" onClick={() => void read.fetchNextPage()}>
          {fundsText('more')}
        </button>
      ) : null}
      {opened && hasDetail(name) ? (
        <Sheet title={String(opened['no'] ?? opened['sourceNo'])} onClose={() => setOpened(null)}>
          <FundsDetail list={name} row={opened} />
        </Sheet>
      ) : null}
    </main>
  )
}

/** By page number, or for a list paged by key after the last row. */
function nextPage(
  { records, edges }: Page<FundsRow>,
  all: readonly unknown[],
): Readonly<Record<string, unknown>> | null {
  const last = records.at(-1)
  if (edges) return edges.hasOlder && last ? { from: last.id } : null
  return records.length === PER_PAGE ? { page: all.length + 1 } : null
}

const IN_HEAD = new Set(['customerCode', 'customerName', 'currency', 'no', 'sourceNo'])

function Card({
  name,
  row,
  onOpen,
}: {
  readonly name: FundsListName
  readonly row: FundsRow
  readonly onOpen: (() => void) | null
}) {
  const number = row['no'] ?? row['sourceNo']
  const columns = FUNDS_LISTS[name].columns.filter(({ key, kind }) => !IN_HEAD.has(key) && !isNothing(kind, row[key]))
  return (
    <section className="card">
      <h2 className="funds-card-head">
        <span>{row['customerName']}</span>
        <small className="code">
          {row['customerCode']} · {row.currency}
        </small>
      </h2>
      {onOpen ? (
        <button type="button" className="link-button code funds-open" onClick={onOpen}>
          {number}
        </button>
      ) : null}
      <DescriptionList pairs={columns.map((column) => [columnText(column.key), value(name, column, row)])} />
    </section>
  )
}

/** A phone omits empty values. */
const isNothing = (kind: string, shown: string | number | null | undefined): boolean =>
  shown === null || shown === undefined || shown === '' || (kind === 'amount' && /^-?0(\.0*)?$/.test(String(shown)))

function value(name: FundsListName, { key, kind }: FundsColumn, row: FundsRow): ReactNode {
  const shown = String(row[key])
  if (kind === 'amount') {
    const behind = name === 'account' ? behindAddress(row, key, 'mobile') : null
    const amount = <Amount value={shown} currency={row.currency} />
    return behind ? <PhoneLink to={behind}>{amount}</PhoneLink> : amount
  }
  if (key === 'state') return <BatchState value={row[key]} />
  if (kind === 'word') return wordText(key, row[key])
  if (kind === 'time') return formatTime(shown)
  return kind === 'text' ? shown : <span className="code">{shown}</span>
}
