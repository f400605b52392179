import { useState, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { belowLabel } from './below-label.ts'
import type { CardParts } from './card-columns.ts'
import { cardText } from './card-texts.ts'
import { isControl, plainContent, saysNothing, withoutLink } from './cell-content.ts'
import { type CardFact, RowCard, RowFacts } from './RowCard.tsx'

/** So many facts stand on a card; the page of the row has the others, or the card itself where the row has no page. */
const FACTS = 4

/** Interactive parts of a card: using one does not count as using the card. */
const ACTING = 'a, button, input, label, summary, dialog'

interface ListCardProps<T> {
  readonly row: T
  readonly parts: CardParts<Column<T>>
  readonly address: string | undefined
  /** Where a row opens beside the others instead of leading to a page. */
  readonly onOpen?: () => void
  /** Null where rows are not being selected. */
  readonly pick: { readonly isPicked: boolean; readonly label: string; readonly onPick: () => void } | null
}

/** A row of a list as a card; a tap anywhere opens what its title leads to. */
export function ListCard<T>({ row, parts, address, onOpen, pick }: ListCardProps<T>) {
  const [isWhole, setWhole] = useState(false)
  const title = parts.title?.render(row)
  const leads = isControl(title)
  const named = leads ? title : opened(title, address, onOpen)
  const facts = factsOf(parts.facts, row)
  const isOpening = leads || address !== undefined || onOpen !== undefined
  const more = isOpening ? [] : facts.slice(FACTS)
  const picture = shown(parts.picture?.render(row))
  const said = (
    <RowCard
      title={pick ? withoutLink(named) : named}
      below={parts.below
        .map((column) => ({ column, value: withoutLink(column.render(row)) }))
        .filter(({ value }) => !saysNothing(value, false))
        .map(({ column, value }) => ({
          key: column.key,
          label: belowLabel(column.kind, column.title, plainContent(value)),
          value,
        }))}
      state={shown(parts.state?.render(row))}
      facts={facts.slice(0, FACTS)}
    />
  )
  const card = picture ? (
    <div className="list-card-pictured">
      {picture}
      <div>{said}</div>
    </div>
  ) : (
    said
  )
  if (pick)
    return (
      <li>
        <label className={pick.isPicked ? 'list-card list-card-picked' : 'list-card'}>
          <Checkbox checked={pick.isPicked} aria-label={pick.label} onChange={pick.onPick} />
          <div inert>{card}</div>
        </label>
      </li>
    )
  return (
    <li className={isOpening ? 'list-card list-card-open' : 'list-card'} onClick={isOpening ? openTitle : undefined}>
      {card}
      {more.length === 0 ? null : isWhole ? (
        <RowFacts facts={more} />
      ) : (
        <button type="button" className="link-button list-card-more" onClick={() => setWhole(true)}>
          {cardText('more')}
        </button>
      )}
    </li>
  )
}

function opened(title: ReactNode, address: string | undefined, onOpen: (() => void) | undefined): ReactNode {
  if (address !== undefined) return <Link to={address}>{title}</Link>
  if (!onOpen) return title
  return (
    <button type="button" className="link-button" onClick={onOpen}>
      {title}
    </button>
  )
}

/** The link or button of the title opens, as it would if it had been hit itself. */
function openTitle(event: MouseEvent<HTMLElement>): void {
  if ((event.target as Element).closest(ACTING) || window.getSelection()?.toString()) return
  event.currentTarget.querySelector<HTMLElement>('.row-card-title :is(a, button)')?.click()
}

const shown = (node: ReactNode): ReactNode => (saysNothing(node, false) ? null : node)

/** What a row says. Its first amount is shown even where it is zero. */
function factsOf<T>(columns: readonly Column<T>[], row: T): readonly CardFact[] {
  const first = columns.find(({ kind }) => kind === 'amount')
  return columns
    .map((column) => ({
      key: column.key,
      label: column.title,
      value: (column.renderCard ?? column.render)(row),
      isZeroNothing: column !== first,
    }))
    .filter(({ value, isZeroNothing }) => !saysNothing(value, isZeroNothing))
}
