import { useEffect, useMemo, useState } from 'react'
import { findOptions } from '#kernel/web/ui/choices/find-options.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { noteChoice, recentChoices, recentFirst } from '../../form/draft/recent.ts'
import { useSession } from '../../shell/session-context.ts'
import { Sheet } from '../parts/Sheet.tsx'
import './picker-sheet.css'

export interface PickerOption {
  readonly value: string
  readonly label: string
  /** A second line: the code, the remaining amount. */
  readonly detail?: string
  /** Further texts for the search, in any language. */
  readonly search?: string
}

interface PickerSheetProps {
  readonly title: string
  readonly options: readonly PickerOption[]
  readonly isLoading: boolean
  /** Where the options could not be loaded: see `Options`. */
  readonly onRetry?: (() => void) | undefined
  readonly value: string | null | undefined
  readonly canClear?: boolean | undefined
  /** A dozen options at most, which are seen at once and need no search. */
  readonly isShort?: boolean | undefined
  /** Name under which the person's recent choices are stored; they are listed first. */
  readonly recentName?: string | undefined
  /** The server searches, a moment after the last letter; the options are its results. */
  readonly onSearch?: ((word: string) => void) | undefined
  readonly onPick: (option: PickerOption | null) => void
  readonly onClose: () => void
}

/** More than a finger scrolls through. */
const FOUND = 1_000
const SEARCH_MS = 250

/** Value help: the search runs here, over codes and names, ignoring case. */
export function PickerSheet({
  title,
  options: all,
  isLoading,
  onRetry,
  value,
  canClear = false,
  isShort = false,
  recentName,
  onSearch,
  onPick,
  onClose,
}: PickerSheetProps) {
  const { userAccount } = useSession().user
  const options = useMemo(
    () => (recentName ? recentFirst(all, recentChoices(userAccount, recentName)) : all),
    [all, recentName, userAccount],
  )
  const [search, setSearch] = useState('')
  useEffect(() => {
    if (!onSearch) return undefined
    const timer = setTimeout(() => onSearch(search.trim()), SEARCH_MS)
    return () => clearTimeout(timer)
  }, [search, onSearch])
  const { shown, hidden } = useMemo(() => findOptions(options, search, FOUND), [options, search])
  const pick = (option: PickerOption | null): void => {
    if (option && recentName) noteChoice(userAccount, recentName, option.value)
    onPick(option)
    onClose()
  }
  return (
    <Sheet title={title} onClose={onClose} isTall={!isShort}>
      {isShort ? null : (
        <div className="picker-search">
          <Icon name="search" size={18} />
          <input
            type="search"
            enterKeyHint="search"
            value={search}
            aria-label={pageText('phone.search')}
            placeholder={pageText('phone.search')}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <ul className="picker-list">
        {canClear && value ? (
          <li>
            <button type="button" onClick={() => pick(null)}>
              <span className="quiet">{pageText('phone.clear')}</span>
            </button>
          </li>
        ) : null}
        {shown.map((option) => (
          <li key={option.value}>
            <button type="button" aria-pressed={option.value === value} onClick={() => pick(option)}>
              <span>
                {option.label}
                {option.detail ? <small>{option.detail}</small> : null}
              </span>
              {option.value === value ? <Icon name="check" size={18} /> : null}
            </button>
          </li>
        ))}
      </ul>
      <p className="picker-note" role="status">
        {isLoading ? pageText('common.loading') : null}
        {!isLoading && !onRetry && shown.length === 0 ? pageText('common.noOptions') : null}
        {hidden > 0 ? pageText('common.moreOptions', { count: hidden }) : null}
        {onRetry ? pageText('options.failed') : null}
      </p>
      {onRetry ? (
        <button type="button" className="picker-retry" onClick={onRetry}>
          {pageText('common.retry')}
        </button>
      ) : null}
    </Sheet>
  )
}
