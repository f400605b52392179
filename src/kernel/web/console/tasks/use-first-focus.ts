import { useEffect, useRef, type RefObject } from 'react'

/** Focuses a dialog's main field. A modal focuses its first button when it opens: this runs after that. */
export function useFirstFocus<T extends { focus: () => void }>(): RefObject<T | null> {
  const field = useRef<T>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return field
}
