import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

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
  useEffect(() => {
    if (!isOpen) return undefined
    let end = (): void => undefined
    let isGone = false
    // With the first thing that opens, not with the page.
    void import('./back-closes.ts').then(
      ({ closeOnBack }) => {
        if (!isGone) end = closeOnBack(() => close.current())
      },
      () => undefined,
    )
    return () => {
      isGone = true
      end()
    }
  }, [isOpen])
}
