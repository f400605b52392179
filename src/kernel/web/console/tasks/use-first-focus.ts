import { useEffect, useRef, type RefObject } from 'react'

/** The field that a dialog is about. A modal gives the focus to its first button when it opens: this comes after that. */
export function useFirstFocus<T extends { focus: () => void }>(): RefObject<T | null> {
  const field = useRef<T>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return field
}
