import { useCallback, useEffect, useId, useState } from 'react'
import { holdUnsaved } from './client/unsaved.ts'

const PREFIX = 'text:'

/**
 * A text that is only on the page (an opinion, a reason) until it is sent. It survives a reload, and while there is
 * some an ended session covers the page instead of leaving it. Set it to '' once it was sent.
 */
export function useKeptText(name: string, first = ''): [text: string, setText: (text: string) => void] {
  const owner = useId()
  const [text, setText] = useState(() => keptText(name) ?? first)
  const isThere = text !== ''
  // Synchronous: sending closes the dialog, after which no effect runs.
  const write = useCallback(
    (now: string): void => {
      if (now === '') sessionStorage.removeItem(PREFIX + name)
      else sessionStorage.setItem(PREFIX + name, now)
      setText(now)
    },
    [name],
  )
  useEffect(() => {
    // It is already stored in the browser.
    holdUnsaved(owner, isThere ? [{ save: () => Promise.resolve(true), isKept: () => true }] : [])
    return () => holdUnsaved(owner, [])
  }, [owner, isThere])
  return [text, write]
}

export function keptText(name: string): string | null {
  return sessionStorage.getItem(PREFIX + name)
}

/** Deletes a text that was sent from elsewhere. */
export function forgetKeptText(name: string): void {
  sessionStorage.removeItem(PREFIX + name)
}
