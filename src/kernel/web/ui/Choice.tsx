import { Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'

export interface ChoiceOption {
  readonly value: string
  readonly label: string
  /** Everything a search should find it by, in any language. */
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
  /** The look-up of the options failed: said in place, with the way to try again. */
  readonly failure?: ChoiceFailure | undefined
  /** Shown as the last, unselectable entry where entries are left out before a search. */
  readonly moreText: (hidden: number) => string
  /** There are more than the options: told what is typed, a moment after the last letter. */
  readonly onSearch?: ((word: string) => void) | undefined
  readonly allowClear?: boolean
  readonly isBare?: boolean
  readonly autoFocus?: boolean
  readonly defaultOpen?: boolean
  /** What was typed before the field opened: it is searched for at once. */
  readonly defaultSearch?: string | undefined
  readonly onBlur?: () => void
  readonly status?: 'error' | ''
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-required'?: boolean
}

/** Spec section 9: no more entries than this before a search. */
const BEFORE_SEARCH = 40
const MORE = '__more__'
const SEARCH_MS = 250

/** Value help: type-ahead over code and names, in the browser and without regard to case. */
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
    const found = foundBy(options, search)
    const entries: { value: string; label: string; disabled?: boolean }[] = found
      .slice(0, BEFORE_SEARCH)
      .map((option) => ({ value: option.value, label: option.label }))
    // The chosen one keeps its name even when it is not among the first.
    const chosen = options.find((option) => option.value === value)
    if (chosen && search.trim() === '' && !entries.some((entry) => entry.value === chosen.value))
      entries.unshift(chosen)
    if (found.length > BEFORE_SEARCH)
      entries.push({ value: MORE, label: moreText(found.length - BEFORE_SEARCH), disabled: true })
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
      showSearch={{
        filterOption: false,
        searchValue: search,
        // While it is drawn for the first time, still closed, the field empties its search: what was typed stays.
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
  // A cell of a sheet has no room under it: there the open list says it.
  if (!failed || isBare) return select
  return (
    <>
      {select}
      {failed}
    </>
  )
}

/** A look-up that failed, and the way to try again. */
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

/** Those that match, the code that begins with what was typed before those that only mention it. */
function foundBy(options: readonly ChoiceOption[], search: string): readonly ChoiceOption[] {
  const text = search.trim().toLowerCase()
  if (text === '') return options
  const found = options.filter((option) => matches(option, text.split(/\s+/)))
  const isCode = (option: ChoiceOption): boolean => option.value.toLowerCase().startsWith(text)
  return [...found.filter(isCode), ...found.filter((option) => !isCode(option))]
}

function matches(option: ChoiceOption, words: readonly string[]): boolean {
  const text = `${option.value} ${option.label} ${option.search ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
