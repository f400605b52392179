import { useEffect, useRef, type RefObject } from 'react'

/**
 * Once rows were decided with the keyboard they go, and the focus with them: it comes back to the row that has the cursor then. Answers
 * what is called when the dialog has closed.
 */
export function useCursorFocus(box: RefObject<HTMLElement | null>, cursor: unknown): () => void {
  const isWanted = useRef(false)
  const focus = useRef((): void => {
    // Who is somewhere else by now stays there.
    if (!isWanted.current || document.activeElement !== document.body) return
    isWanted.current = false
    box.current?.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus()
  })
  useEffect(() => focus.current(), [cursor])
  return () => {
    isWanted.current = true
    // The dialog gives the focus back to its row first, where that is still there.
    requestAnimationFrame(() => focus.current())
  }
}
