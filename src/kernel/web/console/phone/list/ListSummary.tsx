import { useQuery } from '@tanstack/react-query'
import type { PhoneReadList } from '#kernel/engine/read-list/read-list.ts'
import { pageText } from '../../client/i18n.ts'
import { totalText } from '../../client/paging.ts'
import { queryKeys } from '../../client/query-keys.ts'
import { filterChips } from '../../list/cards/filter-chips.ts'
import { FilterChips, PERIODS } from '../../list/cards/FilterChips.tsx'
import { listFilters } from '../../list/read-list/list-filters.ts'
import { ListTotals } from '../../list/read-list/ListTotals.tsx'
import { listApi, type ListParams } from '../../list/read-list/read-list-api.ts'
import { FoldedTotals } from '../../list/totals/FoldedTotals.tsx'
import { goTo, useAddress } from '../address.ts'
import { listAddress } from './list-address.ts'

interface ListSummaryProps<Row> {
  readonly list: PhoneReadList<Row>
  readonly params: ListParams | undefined
  /** The filters of the address, and the same as the calls take them. */
  readonly given: Readonly<Record<string, string>>
  readonly order: string
  readonly filters: Readonly<Record<string, unknown>>
  /** The number of rows, if the pages already tell it; null: it has to be counted. */
  readonly known: { readonly total: number; readonly isCapped: boolean } | null
  /** The rows have arrived. */
  readonly isRead: boolean
}

/** Shows the set filters, the number of rows and their totals above the cards. */
export function ListSummary<Row>({ list, params, given, order, filters, known, isRead }: ListSummaryProps<Row>) {
  const { path } = useAddress()
  const { search } = list.phone
  const count = useQuery({
    queryKey: queryKeys.count(list.kind ?? list.name, [list.name, params, filters]),
    queryFn: ({ signal }) => listApi(list, params).count(filters, { signal, handles: true }),
    enabled: isRead && known === null,
    staleTime: 60_000,
  })
  const counted = known ?? (count.data ? { total: count.data.recordTotal, isCapped: count.data.capped } : null)
  // The search field shows its own value.
  const chips = filterChips(listFilters(list), given, PERIODS).filter(({ name }) => name !== search.filter)
  return (
    <div className="read-list-summary">
      <FilterChips chips={chips} onRemove={(without) => goTo(listAddress(path, list, without, order), 'replace')} />
      {counted && counted.total > 0 ? (
        <p className="quiet" role="status">
          {pageText('list.total', { total: totalText(counted.total, counted.isCapped) })}
        </p>
      ) : null}
      {list.sums ? (
        <FoldedTotals>
          <ListTotals list={list} params={params} filters={filters} />
        </FoldedTotals>
      ) : null}
    </div>
  )
}
