import { useCallback } from 'react'
import './more-aside.css'

/**
 * Shows a shade at the edge of a frame whose content scrolls sideways, so that hidden columns are noticed. The scroll
 * container must be the frame's first child.
 */
export function useMoreAside(): (frame: HTMLElement | null) => (() => void) | undefined {
  return useCallback((frame: HTMLElement | null) => {
    const box = frame?.firstElementChild
    if (!frame || !(box instanceof HTMLElement)) return undefined
    const look = (): void => {
      const hidden = box.scrollWidth - box.clientWidth
      frame.dataset['moreEnd'] = String(hidden - Math.abs(box.scrollLeft) > 1)
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    box.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
}
