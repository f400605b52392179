import { useEffect, useRef, type RefObject } from 'react'

/**
 * After rows were decided by keyboard they disappear with their focus: it moves to the row that then has the cursor.
 * Returns the function to call when the dialog has closed.
 */
export function useCursorFocus(box: RefObject<HTMLElement | null>, cursor: unknown): () => void {
  const isWanted = useRef(false)
  const focus = useRef((): void => {
    // Focus that has moved elsewhere stays.
    if (!isWanted.current || document.activeElement !== document.body) return
    isWanted.current = false
    box.current?.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus()
  })
  useEffect(() => focus.current(), [cursor])
  return () => {
    isWanted.current = true
    // The dialog first restores focus to its row, where that still exists.
    requestAnimationFrame(() => focus.current())
  }
}
