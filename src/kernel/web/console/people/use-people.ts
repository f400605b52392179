import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { findPeople, latestPeople, MOST_FOUND, type PersonChoice, type PickingFor } from './people-api.ts'

const WAIT_MS = 250

export interface People {
  readonly people: readonly PersonChoice[]
  readonly isLoading: boolean
  readonly onRetry: (() => void) | null
}

/** The people offered: recent picks before a search, then server results; or a fixed list. */
export function usePeople(
  picking: PickingFor,
  keyword: string,
  candidates: readonly PersonChoice[] | undefined,
): People {
  const wanted = useSettled(keyword.trim())
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['people', picking.verb, picking.formInstanceId ?? '', wanted],
    queryFn: ({ signal }) => askFor(picking, wanted, signal),
    enabled: candidates === undefined,
    staleTime: 60_000,
    retry: false,
  })
  const local = useMemo(() => candidates && matching(candidates, keyword), [candidates, keyword])
  if (local) return { people: local, isLoading: false, onRetry: null }
  return {
    // While the next results are loading, non-matching people are not offered.
    people: data ?? [],
    isLoading: isFetching || wanted !== keyword.trim(),
    onRetry: isError && !isFetching ? () => void refetch() : null,
  }
}

/** Before a search: recent picks, then the first of the address book. */
async function askFor(picking: PickingFor, keyword: string, signal: AbortSignal): Promise<readonly PersonChoice[]> {
  if (keyword !== '') return findPeople(picking, keyword, signal)
  const [latest, others] = await Promise.all([latestPeople(picking, signal), findPeople(picking, '', signal)])
  const known = new Set(latest.map(({ account }) => account))
  return [...latest, ...others.filter(({ account }) => !known.has(account))].slice(0, MOST_FOUND)
}

function matching(people: readonly PersonChoice[], keyword: string): readonly PersonChoice[] {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = ({ account, name, jobTitle, organisation }: PersonChoice): string =>
    `${account} ${name} ${jobTitle ?? ''} ${organisation?.name ?? ''}`.toLowerCase()
  return people.filter((person) => words.every((word) => textOf(person).includes(word))).slice(0, MOST_FOUND)
}

/** A debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
