import { useCallback, useEffect, useId, useState } from 'react'
import { holdUnsaved } from './client/unsaved.ts'

const PREFIX = 'text:'

/**
 * A text that only stands on the page (an opinion, a reason) until it is sent. It survives a reload, and while there is some
 * the end of the session covers the page instead of leaving it. Set it to '' once it was sent.
 */
export function useKeptText(name: string, first = ''): [text: string, setText: (text: string) => void] {
  const owner = useId()
  const [text, setText] = useState(() => keptText(name) ?? first)
  const isThere = text !== ''
  // At once: who sends it closes what it stands in, and no effect runs there any more.
  const write = useCallback(
    (now: string): void => {
      if (now === '') sessionStorage.removeItem(PREFIX + name)
      else sessionStorage.setItem(PREFIX + name, now)
      setText(now)
    },
    [name],
  )
  useEffect(() => {
    // It is in the browser already.
    holdUnsaved(owner, isThere ? [{ save: () => Promise.resolve(true), isKept: () => true }] : [])
    return () => holdUnsaved(owner, [])
  }, [owner, isThere])
  return [text, write]
}

export function keptText(name: string): string | null {
  return sessionStorage.getItem(PREFIX + name)
}

/** Of a text that was sent from elsewhere than where it stood. */
export function forgetKeptText(name: string): void {
  sessionStorage.removeItem(PREFIX + name)
}
