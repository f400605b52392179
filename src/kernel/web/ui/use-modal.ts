import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const loadBack = () => import('./back-closes.ts').catch(() => null)

// A tap comes before whatever it opens. After a reload the page may stand on the entry of something that was closed.
addEventListener('pointerdown', () => void loadBack(), { once: true })
if ((history.state as { sheet?: string } | null)?.sheet) void loadBack()

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
    void loadBack().then((back) => {
      if (back && !isGone) end = back.closeOnBack(() => close.current())
    })
    return () => {
      isGone = true
      end()
    }
  }, [isOpen])
}
