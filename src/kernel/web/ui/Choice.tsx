import { Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { findOptions } from './choices/find-options.ts'

export interface ChoiceOption {
  readonly value: string
  readonly label: string
  /** A second line: the amount, what it is for. */
  readonly detail?: string
  /** Further texts for the search, in any language. */
  readonly search?: string
}

interface ChoiceFailure {
  readonly text: string
  readonly retryText: string
  readonly onRetry: () => void
}

export interface ChoiceProps {
  readonly id?: string
  readonly value: string | null | undefined
  readonly onChange: (value: string | null) => void
  readonly options: readonly ChoiceOption[]
  readonly isLoading?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly emptyText: string
  /** Set where loading failed: shown in place, with a retry. */
  readonly failure?: ChoiceFailure | undefined
  /** Shown as the last, unselectable entry where entries are left out before a search. */
  readonly moreText: (hidden: number) => string
  /** Set where there are more than the options: called with the typed text, a moment after the last letter. */
  readonly onSearch?: ((word: string) => void) | undefined
  readonly allowClear?: boolean
  readonly isBare?: boolean
  readonly autoFocus?: boolean
  readonly defaultOpen?: boolean
  /** Text typed before the field opened: it is searched at once. */
  readonly defaultSearch?: string | undefined
  readonly onBlur?: () => void
  readonly status?: 'error' | ''
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-required'?: boolean
}

const MORE = '__more__'
const SEARCH_MS = 250

/** Value help: type-ahead over code and names, in the browser, ignoring case. */
export function Choice({
  value,
  onChange,
  options,
  isLoading = false,
  emptyText,
  failure,
  moreText,
  onSearch,
  isBare = false,
  defaultSearch = '',
  ...rest
}: ChoiceProps) {
  const [search, setSearch] = useState(defaultSearch)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
  }, [])
  useEffect(() => {
    if (!onSearch || search.trim() === '') return undefined
    const timer = setTimeout(() => onSearch(search.trim()), SEARCH_MS)
    return () => clearTimeout(timer)
  }, [search, onSearch])
  const shown = useMemo(() => {
    // Only entries in sight are drawn, so that a search may find any number.
    const found = findOptions(options, search)
    const entries: { value: string; label: string; detail?: string | undefined; disabled?: boolean }[] =
      found.shown.map(({ value: code, label, detail }) => ({ value: code, label, detail }))
    // The selected option keeps its name even when it is not among the first.
    const chosen = options.find((option) => option.value === value)
    if (chosen && search.trim() === '' && !entries.some((entry) => entry.value === chosen.value))
      entries.unshift(chosen)
    if (found.hidden > 0) entries.push({ value: MORE, label: moreText(found.hidden), disabled: true })
    return entries
  }, [options, search, value, moreText])
  const failed = failure ? <ChoiceFailed {...failure} /> : null
  const select = (
    <Select
      {...rest}
      variant={isBare ? 'borderless' : 'outlined'}
      value={value || null}
      loading={isLoading}
      options={shown}
      optionRender={({ label, data }) =>
        data.detail ? (
          <span className="choice-option">
            {label}
            <span className="quiet">{data.detail}</span>
          </span>
        ) : (
          label
        )
      }
      showSearch={{
        filterOption: false,
        searchValue: search,
        // On its first render, still closed, the field clears its search: the typed text stays.
        onSearch: (next) => {
          if (next !== '' || isDrawn.current) setSearch(next)
        },
      }}
      onChange={(next: string | null | undefined) => {
        setSearch('')
        onChange(next ?? null)
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen) setSearch('')
      }}
      notFoundContent={failed ?? <span className="choice-empty">{emptyText}</span>}
      popupMatchSelectWidth={false}
      style={{ width: '100%' }}
    />
  )
  // A sheet cell has no room below it, so the open list shows the failure.
  if (!failed || isBare) return select
  return (
    <>
      {select}
      {failed}
    </>
  )
}

/** A failed load, with a retry. */
export function ChoiceFailed({ text, retryText, onRetry }: ChoiceFailure) {
  return (
    <span className="choice-failed" role="status">
      {text}
      <button type="button" className="link-button" onClick={onRetry}>
        {retryText}
      </button>
    </span>
  )
}
