import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ChoiceFailed, type ChoiceOption, type ChoiceProps } from './Choice.tsx'

export interface SearchChoiceProps extends Omit<
  ChoiceProps,
  'options' | 'isLoading' | 'moreText' | 'defaultSearch' | 'isBare' | 'onSearch'
> {
  /** Searches on the server; must be stable. It handles its failures itself. */
  readonly search: (keyword: string, signal: AbortSignal) => Promise<readonly ChoiceOption[]>
  readonly searchingText: string
  readonly failedText: string
  readonly retryText: string
  readonly moreText: string
}

/** Spec section 9: the entries shown; one more is requested to know whether there are others. */
const SHOWN = 40
const WAIT_MS = 250
const MORE = '__more__'

interface Found {
  readonly keyword: string
  readonly options: readonly ChoiceOption[]
  readonly isFailed: boolean
}

/**
 * Value help over a list too large for the browser: the server searches, a moment after the last key; outdated answers
 * are dropped. The selected option keeps its name, also when it came from the page's address.
 */
export function SearchChoice({
  value,
  onChange,
  search,
  searchingText,
  failedText,
  retryText,
  moreText,
  emptyText,
  ...rest
}: SearchChoiceProps) {
  const [keyword, setKeyword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ChoiceOption | null>(null)
  const { found, isSearching, isFailed, retry } = useSearch(search, keyword, isOpen)
  const named = useName(search, value ?? '', chosen)
  const options: { value: string; label: string; disabled?: boolean }[] = (found?.options ?? [])
    .slice(0, SHOWN)
    .map((option) => ({ value: option.value, label: option.label }))
  if (named && keyword.trim() === '' && !options.some((option) => option.value === named.value)) options.unshift(named)
  if ((found?.options.length ?? 0) > SHOWN) options.push({ value: MORE, label: moreText, disabled: true })
  return (
    <Select
      {...rest}
      value={value || null}
      loading={isSearching}
      options={options}
      labelRender={({ label, value: shown }) => label ?? String(shown)}
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      onChange={(next: string | null | undefined) => {
        setChosen(found?.options.find((option) => option.value === next) ?? null)
        setKeyword('')
        onChange(next ?? null)
      }}
      onOpenChange={(open) => {
        setOpen(open)
        if (!open) setKeyword('')
      }}
      notFoundContent={
        isFailed && !isSearching ? (
          <ChoiceFailed text={failedText} retryText={retryText} onRetry={retry} />
        ) : (
          <span className="choice-empty">{isSearching ? searchingText : emptyText}</span>
        )
      }
      popupMatchSelectWidth={false}
      style={{ width: '100%' }}
    />
  )
}

function useSearch(search: SearchChoiceProps['search'], keyword: string, isOpen: boolean) {
  const [found, setFound] = useState<Found | null>(null)
  const [isSearching, setSearching] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isOpen) return undefined
    const controller = new AbortController()
    const run = async (): Promise<void> => {
      setSearching(true)
      try {
        const options = await search(keyword.trim(), controller.signal)
        if (!controller.signal.aborted) setFound({ keyword, options, isFailed: false })
      } catch {
        // Spec section 8: a failed load empties the options, and the failure is shown in their place.
        if (!controller.signal.aborted) setFound({ keyword, options: [], isFailed: true })
      } finally {
        if (!controller.signal.aborted) setSearching(false)
      }
    }
    const timer = setTimeout(() => void run(), isFirst.current ? 0 : WAIT_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
      setSearching(false)
    }
  }, [search, keyword, isOpen, attempt])
  const retry = (): void => setAttempt((before) => before + 1)
  return { found, isSearching, isFailed: found?.isFailed ?? false, retry }
}

/** The name of a value that came from the address. */
function useName(search: SearchChoiceProps['search'], value: string, chosen: ChoiceOption | null): ChoiceOption | null {
  const [named, setNamed] = useState<ChoiceOption | null>(null)
  const known = [chosen, named].find((option) => option?.value === value) ?? null
  const isUnknown = value !== '' && known === null
  useEffect(() => {
    if (!isUnknown) return undefined
    const controller = new AbortController()
    search(value, controller.signal).then(
      (options) => setNamed(options.find((option) => option.value === value) ?? { value, label: value }),
      () => undefined,
    )
    return () => controller.abort()
  }, [search, value, isUnknown])
  return known
}
