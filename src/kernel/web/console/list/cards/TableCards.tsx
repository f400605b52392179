import { useMemo } from 'react'
import type { DataTableProps } from '#kernel/web/ui/DataTable.tsx'
import { cardParts } from './card-columns.ts'
import { ListCard } from './ListCard.tsx'
import { RowFacts } from './RowCard.tsx'
import './list-cards.css'

/** The rows of a table that is no list view, as the cards of a list; the totals below them are a card of their own. */
export function TableCards<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, skeletonRows = 0, isStale = false, foot, onOpen } = props
  const parts = useMemo(() => cardParts(columns), [columns])
  const isWaiting = rows.length === 0 && skeletonRows > 0
  const total = columns.flatMap(({ key, title }) => {
    const value = foot?.get(key)
    return value === undefined || key === parts.title?.key ? [] : [{ key, label: title, value }]
  })
  return (
    <>
      <ul
        className={isStale ? 'list-cards table-stale' : 'list-cards'}
        aria-label={caption}
        aria-busy={isStale || isWaiting}
      >
        {rows.map((row) => (
          <ListCard
            key={rowKey(row)}
            row={row}
            parts={parts}
            address={undefined}
            pick={null}
            {...(onOpen ? { onOpen: () => onOpen(row, false) } : {})}
          />
        ))}
        {total.length > 0 ? (
          <li className="list-card">
            <strong>{parts.title ? foot?.get(parts.title.key) : null}</strong>
            <RowFacts facts={total} />
          </li>
        ) : null}
        {isWaiting
          ? Array.from({ length: Math.min(skeletonRows, 4) }, (_, index) => (
              <li key={index} className="list-card-skeleton" />
            ))
          : null}
      </ul>
      {rows.length === 0 && !isWaiting ? props.empty : null}
    </>
  )
}
