import { useEffect, useId, useState } from 'react'
import { holdUnsaved } from './client/unsaved.ts'

const PREFIX = 'text:'

/**
 * A text that only stands on the page (an opinion, a reason) until it is sent. It survives a reload, and while there is some
 * the end of the session covers the page instead of leaving it. Set it to '' once it was sent.
 */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const owner = useId()
  const [text, setText] = useState(() => sessionStorage.getItem(PREFIX + name) ?? '')
  const isThere = text !== ''
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, text)
  }, [name, text])
  useEffect(() => {
    // It is in the browser already.
    holdUnsaved(owner, isThere ? [{ save: () => Promise.resolve(true), isKept: () => true }] : [])
    return () => holdUnsaved(owner, [])
  }, [owner, isThere])
  return [text, setText]
}
