import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { ListDrawing } from '../list-drawing.ts'
import { cardParts } from './card-columns.ts'
import { cardText } from './card-texts.ts'
import { filterChips } from './filter-chips.ts'
import { FilterChips, PERIODS } from './FilterChips.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { FoldedTotals } from '../totals/FoldedTotals.tsx'
import { ListCard } from './ListCard.tsx'
import './list-cards.css'

/** A list in a window as narrow as a phone's: the same rows, filters and acts as the table's, made for a thumb. */
export function ListCards<T>(props: ListDrawing<T>) {
  const { list, setup, rows, selection, parts, isWaiting, isStale } = props
  const { rowKey, addressOf } = list
  const [isPicking, setPicking] = useState(false)
  const roles = useMemo(() => cardParts(setup.columns), [setup.columns])
  const picking = isPicking ? selection : null
  return (
    <>
      <Tools
        {...props}
        isPicking={isPicking}
        onPicking={(on) => {
          if (!on) selection?.clear()
          setPicking(on)
        }}
      />
      {parts.news}
      {props.instead ?? (
        <>
          {parts.failure}
          {parts.totals ? <FoldedTotals>{parts.totals}</FoldedTotals> : null}
          <ul
            className={isStale ? 'list-cards table-stale' : 'list-cards'}
            aria-label={list.caption}
            aria-busy={isStale || isWaiting}
          >
            {rows.map((row, index) => {
              const key = rowKey(row)
              const pick = picking && {
                isPicked: picking.table.isSelected(key),
                label: picking.table.labelOf(row),
                onPick: () => picking.table.onToggle(index, false),
              }
              return <ListCard key={key} row={row} parts={roles} address={addressOf?.(row)} pick={pick} />
            })}
            {isWaiting ? [0, 1, 2, 3].map((each) => <li key={each} className="list-card-skeleton" />) : null}
          </ul>
          {rows.length === 0 && !isWaiting ? parts.empty : null}
          {parts.pager}
          <div className="list-cards-end">{parts.tools}</div>
        </>
      )}
      {picking ? (
        <div className="list-acts">{parts.bulk}</div>
      ) : parts.primary ? (
        <div className="list-acts">{parts.primary}</div>
      ) : null}
    </>
  )
}

interface ToolsProps<T> extends ListDrawing<T> {
  readonly isPicking: boolean
  readonly onPicking: (on: boolean) => void
}

/** The way to the filters, what of them is set, and the way to select. */
function Tools<T>({ list, setup, onReset, selection, rows, isPicking, onPicking }: ToolsProps<T>) {
  const { state, columns } = setup
  const specs = list.filters
  const [isFiltering, setFiltering] = useState(false)
  const chips = filterChips(specs, state.filters, PERIODS)
  const mayFilter = specs.length > 0 || columns.some(({ sort }) => sort)
  const mayPick = selection !== null && (rows.length > 0 || isPicking)
  return (
    <>
      <div className="list-cards-tools">
        {mayFilter ? (
          <Button
            size="large"
            icon={<Icon name="search" />}
            aria-label={
              chips.length > 0 ? pageText('list.filtersCount', { count: chips.length }) : pageText('list.filters')
            }
            onClick={() => setFiltering(true)}
          >
            {pageText('list.filters')}
            {chips.length > 0 ? <span className="list-cards-count">{chips.length}</span> : null}
          </Button>
        ) : null}
        {mayPick ? (
          <Button size="large" type="text" aria-pressed={isPicking} onClick={() => onPicking(!isPicking)}>
            {cardText(isPicking ? 'picked' : 'pick')}
          </Button>
        ) : null}
      </div>
      <FilterChips chips={chips} onRemove={state.setFilters} />
      {isFiltering ? (
        <FilterSheet
          specs={specs}
          columns={columns}
          filters={state.filters}
          sort={state.sort}
          onClose={() => setFiltering(false)}
          onReset={() => {
            setFiltering(false)
            onReset()
          }}
          onApply={(filters, sort) => {
            setFiltering(false)
            state.setSorted(filters, sort)
          }}
        />
      ) : null}
    </>
  )
}
