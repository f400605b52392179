import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Files dropped on an element, and screenshots pasted while it is mounted. Returns whether something is dragged over
 * it. A paste that contains text is not handled: spreadsheet cells come with a picture of themselves.
 */
export function useDrops(
  zone: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
  isWanted: boolean,
): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop' | 'paste', handler: (event: Event) => void): void =>
      document.addEventListener(type, handler, { signal: stop.signal })
    const isInside = (event: Event): boolean => zone.current?.contains(event.target as Node) ?? false
    const hasFiles = (event: Event): boolean => (event as DragEvent).dataTransfer?.types.includes('Files') ?? false
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      // A file dropped beside it would replace the page.
      event.preventDefault()
      const transfer = (event as DragEvent).dataTransfer
      if (transfer) transfer.dropEffect = isInside(event) ? 'copy' : 'none'
      setOver(isInside(event))
    })
    listen('dragleave', (event) => {
      if ((event as DragEvent).relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      if (isInside(event)) take.current([...((event as DragEvent).dataTransfer?.files ?? [])])
    })
    listen('paste', (event) => {
      const data = (event as ClipboardEvent).clipboardData
      const isText = data?.types.some((type) => type.startsWith('text/')) ?? true
      const modal = document.querySelector('dialog[open]')
      if (isText || !data || data.files.length === 0 || event.defaultPrevented) return
      if (modal && !modal.contains(zone.current)) return
      event.preventDefault()
      take.current([...data.files])
    })
    return () => stop.abort()
  }, [zone, isWanted])
  return isOver
}
