import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { get, post } from './api.ts'
import { queryClient } from './query-client.ts'

/** A person's preferences belong to the account and are available on every device. */

const KEY = ['preferences'] as const
const PATH = '/api/v1/admin/user/preference'
/** A drag is saved once, not fifty times. */
const WAIT_MS = 400

type Preferences = Readonly<Record<string, unknown>>

const load = {
  queryKey: KEY,
  queryFn: async () => (await get<{ preferences: Preferences }>(PATH, { handles: true })).preferences,
  staleTime: Infinity,
  gcTime: Infinity,
}

/** Loads all preferences before a page needs one; without them every page has its defaults. */
export function prefetchPreferences(): void {
  void queryClient.prefetchQuery(load)
}

export interface Preference<T> {
  readonly value: T
  /** False until loaded; what depends on it should not be drawn twice. */
  readonly isKnown: boolean
  /** Null deletes it. */
  readonly set: (value: T | null) => void
}

/** One preference of the signed-in person, stored on the server. `fallback` applies where none was set. */
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
  // A failure shows a toast; the page keeps the choice while it is open.
  if (entry) post(PATH, { key, value: entry.value }, { outlivesPage: true }).catch(() => undefined)
}

/** The last change is saved even if the person leaves at once. */
window.addEventListener('pagehide', () => {
  for (const key of waiting.keys()) send(key)
})
