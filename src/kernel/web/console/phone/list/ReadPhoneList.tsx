import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  columnValue,
  plainText,
  type ListColumn,
  type ListRow,
  type PhoneList,
  type ReadList,
} from '#kernel/engine/read-list/read-list.ts'
import type { Page } from '../../client/paging.ts'
import { queryKeys } from '../../client/query-keys.ts'
import { drawnCell } from '../../list/read-list/list-cell.tsx'
import { listApi, type ListParams, listText } from '../../list/read-list/read-list-api.ts'
import { useAddress } from '../address.ts'
import { DescriptionList } from '../parts/DescriptionList.tsx'
import { Failure } from '../parts/Failure.tsx'
import { LoadingPart } from '../parts/Loading.tsx'
import { usePhoneTitle } from '../use-phone-title.ts'
import './read-phone-list.css'

const PER_PAGE = 20

/** What a page adds to the cards of its list. Most add nothing. */
export interface ReadPhoneListParts<Row> {
  readonly params?: ListParams
  /** Values that are drawn otherwise than their kind says; `drawn` is that. */
  readonly cells?: Readonly<Record<string, (row: Row, drawn: ReactNode) => ReactNode>>
  /** Between the head of a card and its values. */
  readonly lead?: (row: Row) => ReactNode
  /** Columns that `lead` or the head shows already. */
  readonly left?: readonly string[]
  /** What stands open over the list. */
  readonly children?: ReactNode
}

interface ReadPhoneListProps<Row> extends ReadPhoneListParts<Row> {
  readonly list: ReadList<Row> & { readonly phone: PhoneList }
}

/** A list as cards, narrowed by the address and by its search field. */
export function ReadPhoneList<Row>({ list, params, children, ...parts }: ReadPhoneListProps<Row>) {
  const title = listText(list.title)
  usePhoneTitle(title)
  const { search, none, more } = list.phone
  const { query: address } = useAddress()
  const [word, setWord] = useState(address.get(search.filter) ?? '')
  const [asked, setAsked] = useState(word)
  const given = list.filters
    .filter(({ kind, name }) => kind !== 'dates' && name !== search.filter)
    .map(({ name }) => [name, address.get(name) ?? ''] as const)
    .filter(([, value]) => value !== '')
  const filters = { ...Object.fromEntries(given), ...(asked ? { [search.filter]: asked } : {}) }
  const read = useInfiniteQuery({
    queryKey: queryKeys.list(list.kind ?? list.name, ['phone', list.name, params, filters]),
    queryFn: ({ pageParam, signal }) =>
      listApi(list, params).page({ ...pageParam, limit: PER_PAGE, ...filters }, { signal, handles: true }),
    initialPageParam: {},
    getNextPageParam: (last: Page<Row>, all) => nextPage(list, last, all.length),
  })
  const rows = read.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <main className="phone-page">
      <h1 className="read-list-title">{title}</h1>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(word.trim())
        }}
      >
        <input
          className="read-list-search"
          type="search"
          enterKeyHint="search"
          aria-label={listText(search.hint)}
          placeholder={listText(search.hint)}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </form>
      {read.isError ? <Failure error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <LoadingPart /> : null}
      {read.data && rows.length === 0 ? <p className="quiet">{listText(none)}</p> : null}
      {rows.map((row) => (
        <Card key={keyOf(list, row)} list={list} row={row} {...parts} />
      ))}
      {read.hasNextPage ? (
        <button type="button" className="read-list-more" onClick={() => void read.fetchNextPage()}>
          {listText(more)}
        </button>
      ) : null}
      {children}
    </main>
  )
}

const keyOf = <Row,>(list: ReadList<Row>, row: Row): string => plainText((row as ListRow)[list.rowKey ?? 'id'])

/** By its number, or of a list that is walked by keys after the last row. */
function nextPage<Row>(
  list: ReadList<Row>,
  { records, edges }: Page<Row>,
  pages: number,
): Readonly<Record<string, unknown>> | null {
  const last = records.at(-1)
  if (edges) return edges.hasOlder && last ? { from: keyOf(list, last) } : null
  return records.length === PER_PAGE ? { page: pages + 1 } : null
}

interface CardProps<Row> extends ReadPhoneListParts<Row> {
  readonly list: ReadPhoneListProps<Row>['list']
  readonly row: Row
}

function Card<Row>({ list, row, cells = {}, lead, left = [] }: CardProps<Row>) {
  const { title, below } = list.phone.head
  const isInHead = new Set([title, ...below, ...left])
  const shown = list.columns.filter(
    (column) => column.only !== 'file' && !isInHead.has(column.key) && !saysNothing(column, row),
  )
  const value = (key: string) => plainText((row as ListRow)[key])
  return (
    <section className="card">
      <h2 className="read-list-card-head">
        <span>{value(title)}</span>
        <small className="code">{below.map(value).join(' · ')}</small>
      </h2>
      {lead?.(row)}
      <DescriptionList
        pairs={shown.map((column) => {
          const drawn = drawnCell({ ...column, hasCurrency: true }, row)
          return [listText(column.title), cells[column.key]?.(row, drawn) ?? drawn]
        })}
      />
    </section>
  )
}

/** A phone leaves out what says nothing. */
function saysNothing<Row>(column: ListColumn<Row>, row: Row): boolean {
  const value = plainText(columnValue(column, row, listText))
  return value === '' || (column.kind === 'amount' && /^-?0(\.0*)?$/.test(value))
}
