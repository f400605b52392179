import { lazy, type ReactNode, Suspense } from 'react'
import { DataTable, type DataTableProps } from '#kernel/web/ui/DataTable.tsx'
import { PHONE_WIDTH, useNarrow } from '#kernel/web/ui/use-narrow.ts'

const TableCards = lazy(() => import('./cards/TableCards.tsx').then((module) => ({ default: module.TableCards }))) as <
  T,
>(
  props: DataTableProps<T>,
) => ReactNode

/** A table that is no list view: like those, its rows are cards in a window as narrow as a phone's. */
export function PlainTable<T>(props: DataTableProps<T>) {
  const isPhone = useNarrow(PHONE_WIDTH)
  if (!isPhone) return <DataTable {...props} />
  return (
    <Suspense fallback={null}>
      <TableCards {...props} />
    </Suspense>
  )
}
