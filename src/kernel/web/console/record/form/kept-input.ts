import { useEffect, useState } from 'react'

type Texts = Readonly<Record<string, string>>

/**
 * Input of a form in this browser tab until it is saved or the form is left: a phone drops a page from its memory while
 * the camera or another application is open, and loads it again. Null where nothing was kept, and without a `name`.
 */
export function useKeptInput(name: string | null): Texts | null {
  const [kept] = useState(() => (name === null ? null : readKept(name)))
  // Removed when the person leaves the form for another page; a reload does not run this clean-up.
  useEffect(() => {
    if (name === null) return undefined
    const here = location.href
    return () => void (location.href === here || sessionStorage.removeItem(keyOf(name)))
  }, [name])
  return kept
}

/** Stores the input; null removes it, if it equals the initial values. */
export function useStoredInput(name: string | null, values: Texts | null): void {
  useEffect(() => {
    if (name === null) return
    if (values === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(values))
  }, [name, values])
}

const keyOf = (name: string): string => `input ${name}`

function readKept(name: string): Texts | null {
  const text = sessionStorage.getItem(keyOf(name))
  if (text === null) return null
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return null
    return Object.fromEntries(
      Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return null
  }
}
