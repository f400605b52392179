import type { ReactNode, RefObject } from 'react'
import { DataTable, type TableHandle } from '#kernel/web/ui/DataTable.tsx'
import { listDeskText } from './list-desk-text.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { filterNames } from './filters/filter-spec.ts'
import type { ListDrawing } from './list-drawing.ts'
import { ListTools } from './ListTools.tsx'
import { PrintHead } from './PrintHead.tsx'

interface ListTableProps<T> extends ListDrawing<T> {
  readonly box: RefObject<HTMLDivElement | null>
  readonly handle: RefObject<TableHandle | null>
  readonly onOpen: (row: T, isNewTab: boolean) => void
  readonly onRefresh: () => void
}

/** A list as a table: filter bar, toolbar, rows, totals and pages. */
export function ListTable<T>(props: ListTableProps<T>) {
  const { list, setup, parts, selection, isWaiting, isStale, box } = props
  const { state } = setup
  return (
    <>
      {filterNames(list.filters).length > 0 ? (
        <FilterBar specs={list.filters} filters={state.filters} onSearch={state.setFilters} onReset={props.onReset} />
      ) : null}
      <div className="list-tools">
        {parts.primary}
        {parts.bulk}
        {parts.news}
        <ListTools setup={setup} columns={list.columns} box={box} onRefresh={props.onRefresh}>
          {parts.tools}
        </ListTools>
      </div>
      {props.instead ?? (
        <>
          {parts.failure}
          <PrintHead specs={list.filters} filters={state.filters} />
          <DataTable
            printNote={leftOutNote}
            caption={list.caption}
            columns={setup.columns}
            rows={props.rows}
            rowKey={list.rowKey}
            selection={selection?.table}
            sort={state.sort}
            onSort={state.setSort}
            onResize={setup.resize}
            density={setup.density}
            isStale={isStale}
            skeletonRows={isWaiting ? 8 : 0}
            handle={props.handle}
            onActive={list.onActive}
            {...(list.addressOf ? { onOpen: props.onOpen, isReading: list.isReading === true } : {})}
            empty={parts.empty}
          />
          {parts.totals}
          {parts.pager}
        </>
      )}
    </>
  )
}

const leftOutNote = (titles: readonly string[]): ReactNode => (
  <p className="list-print-note">{listDeskText('printLeftOut', { columns: titles.join(', ') })}</p>
)
