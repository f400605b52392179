import { lazy, Suspense, useState } from 'react'
import { plainText, type PhoneReadList } from '#kernel/engine/read-list/read-list.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { typedFilters } from '../../list/filters/filter-spec.ts'
import { type ListParams, listText, pathOf } from '../../list/read-list/read-list-api.ts'
import { goTo, useAddress } from '../address.ts'
import { listAddress } from './list-address.ts'
import { PhoneExport } from './PhoneExport.tsx'
import { PhoneListTools } from '../parts/PhoneListTools.tsx'

const ListFilterSheet = lazy(() =>
  import('./ListFilterSheet.tsx').then((module) => ({ default: module.ListFilterSheet })),
)

export interface ListSearchProps<Row> {
  readonly list: PhoneReadList<Row>
  readonly params: ListParams | undefined
  readonly given: Readonly<Record<string, string>>
  /** `-no` is downwards; empty: the order of the list itself. */
  readonly order: string
}

/** The search field of a list with its tools. What is asked for goes into the address, so that the way back shows the same cards. */
export function ListSearch<Row>({ list, params, given, order }: ListSearchProps<Row>) {
  const { path } = useAddress()
  const [isFiltering, setFiltering] = useState(false)
  const { search } = list.phone
  const show = (filters: Readonly<Record<string, string>>, by: string): void =>
    goTo(listAddress(path, list, filters, by), 'replace')
  const count = list.filters.filter(
    ({ name, isOfCalls }) => !isOfCalls && (given[name] || given[`${name}From`] || given[`${name}To`]),
  ).length
  return (
    <>
      <form
        className="read-list-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = plainText(new FormData(event.currentTarget).get(search.filter)).trim()
          show({ ...given, [search.filter]: typed }, order)
        }}
      >
        <input
          name={search.filter}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={listText(search.label ?? search.hint)}
          placeholder={listText(search.hint)}
          defaultValue={given[search.filter] ?? ''}
        />
        <button type="submit" aria-label={pageText('list.search')}>
          <Icon name="search" size={18} />
        </button>
      </form>
      <PhoneListTools count={count} onFilter={() => setFiltering(true)}>
        <PhoneExport
          path={pathOf(list, 'export', params)}
          right={list.exportRight}
          pdfPath={list.paper ? pathOf(list, 'pdf', params) : undefined}
          filters={typedFilters(list.filters, given)}
          sort={order === '' ? [] : [order]}
        />
      </PhoneListTools>
      {isFiltering ? (
        <Suspense fallback={null}>
          <ListFilterSheet list={list} given={given} order={order} onApply={show} onClose={() => setFiltering(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
