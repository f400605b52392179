import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { closeOnBack } from './back-closes.ts'

/** Opens a native modal while it is mounted: focus stays in it and returns, and the browser's Back closes it. */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
  /** Its address opens it: Back from that closes it by itself. */
  isAddressed = false,
): void {
  // Closed while still in the page, so that focus can return.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [element])
  useBackCloses(!isAddressed, onClose)
}

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (isOpen ? closeOnBack(() => close.current()) : undefined), [isOpen])
}
