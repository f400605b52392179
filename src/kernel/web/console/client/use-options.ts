import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import { runningLanguage } from './i18n.ts'
import { queryKeys } from './query-keys.ts'

/** The options of a choice: spread into a choice, a picker row, a filter or a sheet column. */
export interface Options<T extends ChoiceOption = ChoiceOption> {
  readonly options: readonly T[]
  readonly isLoading: boolean
  /** Set where loading failed: the options are then empty, the choice shows the failure, and this retries. */
  readonly onRetry?: (() => void) | undefined
  /** Set where there are more than were loaded: called with the typed text, a moment after the last letter. */
  readonly onSearch?: ((word: string) => void) | undefined
}

/** Master data changes rarely, so a picker is not reloaded within this time. */
const FRESH_MS = 10 * 60_000

function keyOf(name: string, scope: readonly (string | number | null)[]) {
  return [...queryKeys.options(name, ...scope), runningLanguage()]
}

/** The query of a choice's records; `load` is null where a required earlier choice is missing. */
export function optionsQuery<R>(
  [name, ...scope]: readonly [string, ...(string | number | null)[]],
  load: (() => Promise<readonly R[]>) | null,
) {
  return {
    queryKey: keyOf(name, scope),
    queryFn: async (): Promise<readonly R[]> => (load ? load() : []),
    enabled: load !== null,
    staleTime: FRESH_MS,
  }
}

/**
 * A choice's options by key; `load` is null where a required earlier choice is missing. It handles failures itself
 * (`handles: true`): a failure empties the options (spec section 8) and is shown at the choice.
 */
export function useOptions<R, T extends ChoiceOption>(
  key: readonly [string, ...(string | number | null)[]],
  load: (() => Promise<readonly R[]>) | null,
  toOption: (record: R) => T,
): Options<T> {
  const { data, isLoading, isError, refetch } = useQuery(optionsQuery(key, load))
  return useMemo(
    () => ({
      options: isError ? [] : (data ?? []).map(toOption),
      isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, isLoading, isError, refetch, toOption],
  )
}
