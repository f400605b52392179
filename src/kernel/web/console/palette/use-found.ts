import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { FoundGroup } from '#kernel/services/find/find-wire.ts'
import { ApiError, post } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { wordTyped } from './entries.ts'

/** The search on the server, whose results come once typing pauses. */
export interface Search {
  readonly isSearching: boolean
  readonly error: string | null
  readonly retry: () => void
}

const PAUSE_MS = 180

/** Everything that the server finds by number, code or name, by kind; searched once typing pauses. */
export function useFound(typed: string): Search & { readonly found: readonly FoundGroup[] } {
  const word = wordTyped(typed)
  const settled = useSettled(word)
  const search = useQuery({
    queryKey: ['find', settled],
    queryFn: ({ signal }) => post<readonly FoundGroup[]>('/aps/find', { keyword: settled }, { signal, handles: true }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  })
  const { data } = search
  const isLate = settled !== word || search.isPlaceholderData
  const found = useMemo(
    () => (word === null || settled === null || !data ? [] : isLate ? stillMatching(data, word) : data),
    [data, isLate, settled, word],
  )
  return {
    found,
    isSearching: word !== null && (isLate || search.isPending),
    error: word !== null && search.isError ? messageOf(search.error) : null,
    retry: () => void search.refetch(),
  }
}

/** Results of a shorter word stay while the longer one is loading, as far as they still match. */
function stillMatching(groups: readonly FoundGroup[], word: string): readonly FoundGroup[] {
  const lower = word.toLowerCase()
  return groups.map((group) => ({
    ...group,
    found: group.found.filter(({ title, hint }) => `${title} ${hint}`.toLowerCase().includes(lower)),
  }))
}

function messageOf(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : pageText('http.unknown')
}

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
