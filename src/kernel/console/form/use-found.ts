import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { runningLanguage } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Option, OptionList } from './options.ts'

interface Search<R, T> {
  readonly key: readonly [string, ...(string | number | null)[]]
  /** So many options the list has at most: where it has fewer, all are there and nobody asks the server. */
  readonly most: number
  readonly search: (word: string) => Promise<readonly R[]>
  /** Keep it stable. */
  readonly toOption: (record: R) => T
}

/**
 * A list of which the browser has the first only, with what the server found by the words that were typed; what was found once
 * stays, so that a chosen one keeps its name.
 */
export function useFound<R, T extends Option>(list: OptionList<T>, { key, most, search, toOption }: Search<R, T>) {
  const of = JSON.stringify(key)
  const [asked, setAsked] = useState<{ readonly of: string; readonly words: readonly string[] }>({ of, words: [] })
  const words = asked.of === of ? asked.words : []
  const { records, isSearching, retry } = useQueries({
    queries: words.map((word) => ({
      queryKey: [...queryKeys.options(...key), 'found', word, runningLanguage()],
      queryFn: () => search(word),
    })),
    combine: allFound<R>,
  })
  const onSearch = useCallback(
    (word: string) => {
      if (word === '') return
      setAsked((now) => {
        const known = now.of === of ? now.words : []
        return known.includes(word) ? now : { of, words: [...known, word] }
      })
    },
    [of],
  )
  return useMemo((): OptionList<T> => {
    if (list.options.length < most) return list
    const known = new Set(list.options.map(({ value }) => value))
    const found = new Map(records.map((record) => [toOption(record).value, toOption(record)]))
    return {
      options: [...list.options, ...[...found.values()].filter(({ value }) => !known.has(value))],
      isLoading: list.isLoading || isSearching,
      onRetry: list.onRetry ?? retry,
      onSearch,
    }
  }, [list, most, records, isSearching, retry, toOption, onSearch])
}

function allFound<R>(results: UseQueryResult<readonly R[]>[]) {
  const failed = results.filter(({ isError }) => isError)
  return {
    records: results.flatMap(({ data }) => data ?? []),
    isSearching: results.some(({ isLoading }) => isLoading),
    retry: failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  }
}
