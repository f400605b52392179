import { useCallback } from 'react'
import './more-aside.css'

/**
 * For a frame around something that scrolls sideways: a shade at its edge says that there is more, for a column nobody
 * sees is a column nobody knows of. The scrolling element is the frame's first child.
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
