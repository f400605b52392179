import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  columnValue,
  plainText,
  type ListColumn,
  type ListFilter,
  type ListRow,
  type PhoneReadList,
  type ReadList,
} from '#kernel/engine/read-list/read-list.ts'
import type { Page } from '../../client/paging.ts'
import { queryKeys } from '../../client/query-keys.ts'
import { belowLabel } from '../../list/cards/below-label.ts'
import { RowCard } from '../../list/cards/RowCard.tsx'
import { drawnCell } from '../../list/read-list/list-cell.tsx'
import { listApi, type ListParams, listText } from '../../list/read-list/read-list-api.ts'
import { typedFilters } from '../../list/filters/filter-spec.ts'
import { useAddress } from '../address.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { Failure } from '../parts/Failure.tsx'
import { LoadingPart } from '../parts/Loading.tsx'
import { MenuButton } from '../parts/MenuButton.tsx'
import { usePhoneTitle } from '../use-phone-title.ts'
import { ORDER } from './list-address.ts'
import { ListSearch } from './ListSearch.tsx'
import { ListSummary } from './ListSummary.tsx'
import './read-phone-list.css'

const PER_PAGE = 20

/** The parts that a page adds to the cards of its list. Most add nothing. */
export interface ReadPhoneListParts<Row> {
  readonly params?: ListParams
  /** Values that are drawn otherwise than their kind says; `drawn` is that. */
  readonly cells?: Readonly<Record<string, (row: Row, drawn: ReactNode) => ReactNode>>
  /** Between the head of a card and its values. */
  readonly lead?: (row: Row) => ReactNode
  /** Columns that `lead` or the head shows already. */
  readonly left?: readonly string[]
  /** Above the search: what the list is asked about. */
  readonly before?: ReactNode
  /** A sheet that is open over the list. */
  readonly children?: ReactNode
}

interface ReadPhoneListProps<Row> extends ReadPhoneListParts<Row> {
  readonly list: PhoneReadList<Row>
}

/** A list as cards, narrowed by its address. */
export function ReadPhoneList<Row>({ list, params, before, children, ...parts }: ReadPhoneListProps<Row>) {
  const title = listText(list.title)
  usePhoneTitle(title)
  const { none, more } = list.phone
  const { query: address } = useAddress()
  const given = givenBy(list, address)
  const filters = typedFilters(list.filters, given)
  const order = orderBy(list, address)
  const sort = order === '' ? {} : { sort: [order] }
  const read = useInfiniteQuery({
    queryKey: queryKeys.list(list.kind ?? list.name, ['phone', list.name, params, filters, sort]),
    queryFn: ({ pageParam, signal }) =>
      listApi(list, params).page({ ...pageParam, limit: PER_PAGE, ...filters, ...sort }, { signal, handles: true }),
    initialPageParam: {},
    getNextPageParam: (last: Page<Row>, all) => nextPage(list, last, all.length),
  })
  const rows = read.data?.pages.flatMap(({ records }) => records) ?? []
  const isWithin = areWithin(list, rows)
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{title}</h1>
      </header>
      {before}
      <ListSearch key={JSON.stringify([given, order])} list={list} params={params} given={given} order={order} />
      <ListSummary
        list={list}
        params={params}
        given={given}
        order={order}
        filters={filters}
        known={knownTotal(list, read.data?.pages)}
        isRead={read.isSuccess}
      />
      {read.isError ? <Failure error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <LoadingPart /> : null}
      {read.data && rows.length === 0 ? <p className="quiet">{listText(none)}</p> : null}
      {isWithin && rows[0] ? <Within list={list} row={rows[0]} /> : null}
      {rows.map((row) => (
        <Card key={keyOf(list, row)} list={list} row={row} isWithin={isWithin} {...parts} />
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

/** The filters of the address, or those that the list starts with where the address names none that the page offers. */
function givenBy<Row>({ filters, start = {} }: ReadList<Row>, address: URLSearchParams): Given {
  const named = filters.flatMap((filter) =>
    (filter.kind === 'dates' ? [`${filter.name}From`, `${filter.name}To`] : [filter.name]).map((name) => ({
      filter,
      name,
    })),
  )
  const isFiltered = named.some(({ filter, name }) => !filter.isOfCalls && address.has(name))
  const set = Object.fromEntries(
    named
      .map(({ filter, name }) => [name, offered(filter, address.get(name)?.trim() ?? '')])
      .filter(([, value]) => value !== ''),
  )
  return isFiltered ? set : { ...start, ...set }
}

/** A value that the filter does not have, in an address that somebody wrote, narrows nothing. */
function offered(filter: ListFilter, value: string): string {
  return filter.kind === 'choice' && filter.values?.includes(value) === false ? '' : value
}

/** The order of the address, where the list has it. */
function orderBy<Row>({ columns }: ReadList<Row>, address: URLSearchParams): string {
  const asked = address.get(ORDER) ?? ''
  return columns.some(({ key, isSorted }) => (isSorted === true ? key : isSorted) === asked.replace(/^-/, ''))
    ? asked
    : ''
}

type Given = Readonly<Record<string, string>>

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

/** The number of rows if a page of the list tells it or the last page was read; null otherwise. */
function knownTotal<Row>(list: ReadList<Row>, pages: readonly Page<Row>[] = []) {
  const last = pages.at(-1)
  if (!last) return null
  if (last.recordTotal !== null) return { total: last.recordTotal, isCapped: last.capped }
  if (nextPage(list, last, pages.length) !== null) return null
  return { total: pages.reduce((sum, { records }) => sum + records.length, 0), isCapped: false }
}

/** Whether there are several rows and all are of one customer: then the page names the customer once, and no card does. */
function areWithin<Row>({ phone: { headWithin } }: PhoneReadList<Row>, rows: readonly Row[]): boolean {
  if (!headWithin || rows.length < 2) return false
  return new Set(rows.map((row) => (row as ListRow)[headWithin.of])).size === 1
}

function valueOf<Row>(list: ReadList<Row>, row: Row, key: string): string {
  const column = list.columns.find((each) => each.key === key)
  return plainText(column ? columnValue(column, row, listText) : (row as ListRow)[key])
}

/** The customer of all rows, named once above the cards. */
function Within<Row>({ list, row }: Pick<CardProps<Row>, 'list' | 'row'>) {
  const { head, headWithin } = list.phone
  return (
    <p className="quiet read-list-within">
      {valueOf(list, row, head.title)} <span className="code">{valueOf(list, row, headWithin?.of ?? '')}</span>
    </p>
  )
}

interface CardProps<Row> extends ReadPhoneListParts<Row> {
  readonly list: PhoneReadList<Row>
  readonly row: Row
  readonly isWithin: boolean
}

function Card<Row>({ list, row, isWithin, cells = {}, lead, left = [] }: CardProps<Row>) {
  const { head: usual, headWithin, shown, address } = list.phone
  const head = (isWithin && headWithin) || usual
  const isInHead = new Set([usual, head].flatMap(({ title, below }) => [title, ...below]).concat(left))
  const columns = list.columns.filter(
    (column) =>
      column.only !== 'file' &&
      !isInHead.has(column.key) &&
      (shown?.includes(column.key) ?? true) &&
      (column.key in cells || !saysNothing(column, row)),
  )
  const drawn = (column: ListColumn<Row>): ReactNode => {
    const plain = drawnCell({ ...column, hasCurrency: true }, row)
    const behind = column.address?.(row)
    const cell = behind ? <PhoneLink to={behind}>{plain}</PhoneLink> : plain
    return cells[column.key]?.(row, cell) ?? cell
  }
  const said = (key: string): ReactNode => {
    const column = list.columns.find((each) => each.key === key)
    return column && isWithin ? drawn(column) : valueOf(list, row, key)
  }
  // What stands between the head and the values may be the title itself: the number that opens a row.
  const isLed = isWithin && left.includes(head.title)
  const state = columns.find(({ kind }) => kind === 'state')
  const card = (
    <RowCard
      title={isLed ? lead?.(row) : said(head.title)}
      below={belowTitle(list, head.below, row).map(({ key, kind, title }) => ({
        key,
        label: belowLabel(kind, listText(title), valueOf(list, row, key)),
        value: said(key),
      }))}
      state={state && drawn(state)}
      lead={isLed ? null : lead?.(row)}
      facts={columns
        .filter((column) => column !== state)
        .map((column) => ({ key: column.key, label: listText(column.title), value: drawn(column) }))}
    />
  )
  if (!address) return <section className="card">{card}</section>
  return (
    <PhoneLink className="card read-list-link" to={address(row)}>
      {card}
    </PhoneLink>
  )
}

/** The columns under the title of a card; what says nothing is left out, there is no `/` between others. */
function belowTitle<Row>(list: ReadList<Row>, keys: readonly string[], row: Row): readonly ListColumn<Row>[] {
  return keys.flatMap((key) => list.columns.filter((column) => column.key === key && !saysNothing(column, row)))
}

/** A phone leaves out what says nothing. */
function saysNothing<Row>(column: ListColumn<Row>, row: Row): boolean {
  const value = plainText(columnValue(column, row, listText))
  return value === '' || (column.kind === 'amount' && /^-?0(\.0*)?$/.test(value))
}
