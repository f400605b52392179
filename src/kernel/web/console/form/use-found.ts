import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Option, OptionList } from './options.ts'

interface Search<R, T> {
  readonly key: readonly (string | number | null)[]
  /** Most options of a list: a shorter list is complete and needs no search on the server. */
  readonly most: number
  /** It handles its failures itself. */
  readonly search: (word: string) => Promise<readonly R[]>
  readonly toOption: (record: R) => T
}

interface Found<T> {
  /** Identity of the list: results of another are not used for this one. */
  readonly of: string
  readonly options: readonly T[]
  readonly waiting: number
  /** The search text that failed. */
  readonly failed: string | null
}

/**
 * A list of which the browser has only the first options, plus server results for typed words; results stay, so that a
 * chosen option keeps its name.
 */
export function useFound<R, T extends Option>(list: OptionList<T>, asked: Search<R, T>): OptionList<T> {
  const of = JSON.stringify(asked.key)
  const { most } = asked
  const [now, setNow] = useState<Found<T>>(nothingOf(of))
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })
  // Keeps its identity while the list exists, because a choice searches again when the function changes.
  const ask = useCallback(
    async (word: string): Promise<void> => {
      // Opening the list sends an empty word: earlier results stay.
      if (word === '') return
      const { search, toOption } = latest.current
      const change = (to: (before: Found<T>) => Partial<Found<T>>): void =>
        setNow((before) => {
          const own = before.of === of ? before : nothingOf<T>(of)
          return { ...own, ...to(own) }
        })
      change((before) => ({ waiting: before.waiting + 1, failed: null }))
      try {
        const found = (await search(word)).map((record) => toOption(record))
        change((before) => ({ waiting: Math.max(0, before.waiting - 1), options: together(before.options, found) }))
      } catch {
        change((before) => ({ waiting: Math.max(0, before.waiting - 1), failed: word }))
      }
    },
    [of],
  )
  const search = useCallback((word: string) => void ask(word), [ask])
  return useMemo(() => {
    if (list.options.length < most) return list
    const { options, waiting, failed } = now.of === of ? now : nothingOf<T>(of)
    return {
      options: together(options, list.options),
      isLoading: list.isLoading || waiting > 0,
      onRetry: list.onRetry ?? (failed === null ? undefined : () => void ask(failed)),
      onSearch: search,
    }
  }, [list, most, now, of, ask, search])
}

function nothingOf<T>(of: string): Found<T> {
  return { of, options: [], waiting: 0, failed: null }
}

function together<T extends Option>(found: readonly T[], more: readonly T[]): readonly T[] {
  return [...new Map([...more, ...found].map((option) => [option.value, option])).values()]
}
