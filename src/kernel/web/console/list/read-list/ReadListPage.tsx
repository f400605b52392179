import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { plainText, type ReadList } from '#kernel/engine/read-list/read-list.ts'
import { ExportButton } from '../../downloads/ExportButton.tsx'
import { listDeskText } from '../list-desk-text.ts'
import { ListPage } from '../ListPage.tsx'
import { ListView, type ListViewProps } from '../ListView.tsx'
import { type ListCells, listColumns } from './list-columns.tsx'
import { type FilterParts, listFilters } from './list-filters.ts'
import { ListTotals } from './ListTotals.tsx'
import { listApi, type ListParams, listText } from './read-list-api.ts'

/** Few lists take a file. */
const ImportButton = lazy(() =>
  import('../../imports/ImportButton.tsx').then((module) => ({ default: module.ImportButton })),
)

/** The parts that a page adds to the declaration of its list: most add nothing. */
export interface ReadListParts<Row>
  extends
    FilterParts,
    Partial<
      Pick<
        ListViewProps<Row>,
        'addressOf' | 'rowLabel' | 'bulk' | 'primary' | 'fixedFilters' | 'onActive' | 'instead' | 'fetchPage' | 'totals'
      >
    > {
  /** The values of the parameters in the path of the calls. Keep it stable. */
  readonly params?: ListParams
  /** Cells that are drawn otherwise than their kind says. Keep it stable: rows are drawn again when it changes. */
  readonly cells?: ListCells<Row>
}

interface ReadListViewProps<Row> extends ReadListParts<Row> {
  readonly list: ReadList<Row>
}

/** The table of a list with its filters, views, totals and export, from its declaration. */
export function ReadListView<Row>({ list, params, cells, options, searches, ...more }: ReadListViewProps<Row>) {
  const api = useMemo(() => listApi(list, params), [list, params])
  const columns = useMemo(() => listColumns(list, cells), [list, cells])
  const filters = useMemo(
    () =>
      listFilters(list, {
        beginning: listDeskText('beginning'),
        ...(options ? { options } : {}),
        ...(searches ? { searches } : {}),
      }),
    [list, options, searches],
  )
  const key = (list.rowKey ?? 'id') as keyof Row
  const { address, ways } = list
  return (
    <ListView<Row>
      name={list.kind ?? list.name}
      list={list.name}
      place={[list.name, ...Object.values(params ?? {})].join(' ')}
      caption={listText(list.caption ?? list.title)}
      columns={columns}
      rowKey={(row) => plainText(row[key])}
      filters={filters}
      fetchPage={(request, signal) => api.page(request, { signal, handles: true })}
      fetchCount={(asked, signal) => api.count(asked, { signal, handles: true })}
      tools={(view) => (
        <>
          {list.imports ? (
            <Suspense fallback={null}>
              <ImportButton {...list.imports} />
            </Suspense>
          ) : null}
          <ExportButton path={api.exportPath} pdfPath={api.pdfPath} right={list.exportRight} view={view} />
        </>
      )}
      {...(list.sort ? { defaultSort: list.sort } : {})}
      {...(list.start ? { startFilters: list.start } : {})}
      {...(list.sums ? { totals: (asked) => <ListTotals list={list} params={params} filters={asked} /> } : {})}
      {...(ways ? { ways: waysOf(ways) } : {})}
      {...(list.emptyText ? { emptyText: listText(list.emptyText) } : {})}
      {...(list.emptyHint ? { emptyHint: listText(list.emptyHint) } : {})}
      {...(address ? { addressOf: address } : {})}
      {...more}
    />
  )
}

const waysOf = (path: string) => ({
  newest: listText(`${path}.newest`),
  newer: listText(`${path}.newer`),
  older: listText(`${path}.older`),
  oldest: listText(`${path}.oldest`),
})

interface ReadListPageProps<Row> extends ReadListViewProps<Row> {
  /** Above the table: a banner, a hint. */
  readonly before?: ReactNode
  /** Beside it: what stands open of a row. */
  readonly children?: ReactNode
}

/** The page of a list. */
export function ReadListPage<Row>({ before, children, ...view }: ReadListPageProps<Row>) {
  return (
    <ListPage title={listText(view.list.title)}>
      {before}
      {view.list.note ? <p className="quiet list-note">{listText(view.list.note)}</p> : null}
      <ReadListView {...view} />
      {children}
    </ListPage>
  )
}
