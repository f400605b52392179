import type { ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import './phone-list-tools.css'

interface PhoneListToolsProps {
  /** How many filters are set. */
  readonly count: number
  readonly onFilter: () => void
  /** What else is done with the list: select, export. */
  readonly children?: ReactNode
}

/** The tools above the cards of a list on the phone: the way to its filters and its order, and what is done with it. */
export function PhoneListTools({ count, onFilter, children }: PhoneListToolsProps) {
  return (
    <div className="phone-tools">
      <button type="button" onClick={onFilter}>
        <Icon name="search" size={18} />
        {count > 0 ? pageText('list.filtersCount', { count }) : pageText('list.filters')}
      </button>
      {children}
    </div>
  )
}
