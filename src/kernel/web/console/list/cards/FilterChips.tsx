import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { Filters } from '../list-state.ts'
import { cardText } from './card-texts.ts'
import type { DayTexts, FilterChip } from './filter-chips.ts'
import './filter-chips.css'

/** The words of a period that is open at one end. */
export const PERIODS: DayTexts = {
  since: (day) => cardText('since', { day }),
  until: (day) => cardText('until', { day }),
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[]
  readonly onRemove: (without: Filters) => void
}

/** The filters that are set on a phone; a touch takes one away. */
export function FilterChips({ chips, onRemove }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips">
      {chips.map(({ name, label, text, without }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={cardText('remove', { filter: `${label}: ${text}` })}
            onClick={() => onRemove(without)}
          >
            <span>
              {label}: {text}
            </span>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
