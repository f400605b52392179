import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import { runningLanguage } from './i18n.ts'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

/** What a choice offers: spread into a choice, a picker row, a filter or a column of a sheet. */
export interface Options<T extends ChoiceOption = ChoiceOption> {
  readonly options: readonly T[]
  readonly isLoading: boolean
  /** Set where the look-up failed: the options are empty then, the choice says so in place, and this asks again. */
  readonly onRetry?: (() => void) | undefined
  /** Set where there are more than came: told what is typed, a moment after the last letter. */
  readonly onSearch?: ((word: string) => void) | undefined
}

/** Master data changes rarely; a picker that was opened once needs no second call for this long. */
const FRESH_MS = 10 * 60_000

/** Asks for a choice's entries before anything that shows them is drawn. */
export function prefetchOptions<R>(name: string, load: () => Promise<readonly R[]>): void {
  void queryClient.prefetchQuery({ queryKey: keyOf(name, []), queryFn: load, staleTime: FRESH_MS })
}

function keyOf(name: string, scope: readonly (string | number | null)[]) {
  return [...queryKeys.options(name, ...scope), runningLanguage()]
}

/**
 * A choice's entries by their key; `load` is null where something to look up by is not chosen yet. It handles its failures
 * itself (`handles: true`): one that fails empties its options (spec section 8) and is told where the choice stands.
 */
export function useOptions<R, T extends ChoiceOption>(
  key: readonly [string, ...(string | number | null)[]],
  load: (() => Promise<readonly R[]>) | null,
  toOption: (record: R) => T,
): Options<T> {
  const [name, ...scope] = key
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: keyOf(name, scope),
    queryFn: () => (load ? load() : []),
    enabled: load !== null,
    staleTime: FRESH_MS,
  })
  return useMemo(
    () => ({
      options: isError ? [] : (data ?? []).map(toOption),
      isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, isLoading, isError, refetch, toOption],
  )
}
