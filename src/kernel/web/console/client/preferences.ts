import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { get, post } from './api.ts'
import { queryClient } from './query-client.ts'

/** What a person set up for himself belongs to the account: it is there on every machine he signs in on. */

const KEY = ['preferences'] as const
const PATH = '/api/v1/admin/user/preference'
/** A drag of the hand is one change, not fifty. */
const WAIT_MS = 400

type Preferences = Readonly<Record<string, unknown>>

const load = {
  queryKey: KEY,
  queryFn: async () => (await get<{ preferences: Preferences }>(PATH, { handles: true })).preferences,
  staleTime: Infinity,
  gcTime: Infinity,
}

/** Fetches all preferences before a page asks for one; without them every page has its defaults. */
export function prefetchPreferences(): void {
  void queryClient.prefetchQuery(load)
}

export interface Preference<T> {
  readonly value: T
  /** False while nobody knows yet: what depends on it should not be drawn twice. */
  readonly isKnown: boolean
  /** Null forgets it. */
  readonly set: (value: T | null) => void
}

/** One setting of the signed-in person, kept on the server. `fallback` stands where none was made. */
export function usePreference<T>(key: string, fallback: T): Preference<T> {
  const { data, isPending } = useQuery(load)
  const set = useCallback((value: T | null) => setPreference(key, value), [key])
  const stored = data?.[key]
  return { value: stored === undefined || stored === null ? fallback : (stored as T), isKnown: !isPending, set }
}

const waiting = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly value: unknown }>()

function setPreference(key: string, value: unknown): void {
  queryClient.setQueryData<Preferences>(KEY, (all) => ({ ...all, [key]: value }))
  const before = waiting.get(key)
  if (before) clearTimeout(before.timer)
  waiting.set(key, { value, timer: setTimeout(() => send(key), WAIT_MS) })
}

function send(key: string): void {
  const entry = waiting.get(key)
  waiting.delete(key)
  // A failure is told by a toast; the page keeps what was chosen as long as it is open.
  if (entry) post(PATH, { key, value: entry.value }, { outlivesPage: true }).catch(() => undefined)
}

/** Whoever leaves at once still has his last change kept. */
window.addEventListener('pagehide', () => {
  for (const key of waiting.keys()) send(key)
})
