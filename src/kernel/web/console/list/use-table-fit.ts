import { useLayoutEffect, type RefObject } from 'react'

/** In a window that is lower than this the page scrolls instead. */
const LEAST = 300

/**
 * Leaves a list's table so much height that totals and pages stay in sight below it: otherwise the page scrolls as well as the table.
 * Written to the element directly, because what is around it changes without the list.
 */
export function useTableFit(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = list.current
    const pane = box?.closest<HTMLElement>('.pane')
    if (!box || !pane) return undefined
    const fit = (): void => {
      const table = box.querySelector<HTMLElement>('.table-scroll')
      if (!table || pane.clientHeight === 0) return
      const below = Number.parseFloat(getComputedStyle(pane).paddingBottom) || 0
      const end = box.getBoundingClientRect().bottom - pane.getBoundingClientRect().top + pane.scrollTop + below
      const room = pane.clientHeight - (end - table.offsetHeight)
      box.style.setProperty('--table-fit', `${Math.max(LEAST, Math.floor(room))}px`)
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(box)
    observer.observe(pane)
    return () => observer.disconnect()
  }, [list])
}
