import { useEffect, useRef, useState, type RefObject } from 'react'
import { runningLanguage } from '../client/i18n.ts'

/** The id of the waiting page, so that the window passes its ticket to the right one. */
export function useWindowId(): string {
  const [id] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(''),
  )
  return id
}

/** `isFresh`: the provider must ask for the password. */
export function signInAddress(id: string, isFresh = false): string {
  const lang = runningLanguage()
  const returnTo = `/api/v1/auth/signed-in?${new URLSearchParams({ for: id, lang })}`
  return `/api/v1/auth/authorize?${new URLSearchParams({ lang, ...(isFresh ? { fresh: '1' } : {}), returnTo })}`
}

export function openWindow(address: string): boolean {
  // A phone has no windows; the link's new tab is used instead.
  if (matchMedia('(pointer: coarse)').matches) return false
  return window.open(address, 'sign-in', 'popup,width=520,height=720') !== null
}

/** Cannot be dismissed, and blocks the page's shortcuts below. `onCancel` handles Escape. */
export function useModal(element: RefObject<HTMLDialogElement | null>, onCancel?: () => void): void {
  const cancel = useRef(onCancel)
  useEffect(() => {
    cancel.current = onCancel
  })
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    const stayOpen = (event: Event): void => {
      event.preventDefault()
      cancel.current?.()
    }
    const keepKeys = (event: KeyboardEvent): void => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (event.key === 'Escape' && cancel.current) return
      if (!isPress || !dialog.contains(event.target as Node)) event.stopImmediatePropagation()
    }
    dialog.setAttribute('closedby', 'none')
    dialog.addEventListener('cancel', stayOpen)
    window.addEventListener('keydown', keepKeys, { capture: true })
    dialog.showModal()
    return () => {
      dialog.removeEventListener('cancel', stayOpen)
      window.removeEventListener('keydown', keepKeys, { capture: true })
      dialog.close()
    }
  }, [element])
}

/** Receives the ticket of the sign-in window for the page with this id, and lets the window close. */
export function useTicket(id: string, onTicket: (ticket: string) => void): void {
  const taken = useRef(onTicket)
  useEffect(() => {
    taken.current = onTicket
  })
  useEffect(() => {
    const channel = new BroadcastChannel('sign-in')
    channel.addEventListener('message', ({ data }: MessageEvent<{ to?: unknown; ticket?: unknown }>) => {
      if (data.to !== id || typeof data.ticket !== 'string') return
      channel.postMessage({ to: id, taken: true })
      taken.current(data.ticket)
    })
    return () => channel.close()
  }, [id])
}
