/** The person who was signed in when the session ended during unsaved input. */
interface Ended {
  readonly account: string
  readonly name: string
  /** Takes the ticket of the sign-in window: `same` where it is for this account. Throws where it is invalid. */
  readonly renew: (ticket: string) => Promise<'same' | 'other'>
}

/** State of the overlay while the person signs in again. */
export interface SessionOverlayState extends Ended {
  /** The same account is signed in again: waiting calls continue. */
  readonly lift: () => void
}

let cover: SessionOverlayState | null = null
let renewal: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Covers the page at once and resolves when the same account is signed in again. Concurrent failures share one overlay. */
export function showOverlay(ended: Ended): Promise<void> {
  renewal ??= new Promise((resolve) => {
    show({
      ...ended,
      lift: () => {
        renewal = null
        show(null)
        resolve()
      },
    })
  })
  return renewal
}

/** While the page is covered, new calls wait for this. */
export function pendingRenewal(): Promise<void> | null {
  return renewal
}

function show(next: SessionOverlayState | null): void {
  cover = next
  // Synchronous: the page's content must not be readable from here on.
  document.documentElement.toggleAttribute('data-covered', next !== null)
  for (const listener of listeners) listener()
}

export function currentOverlay(): SessionOverlayState | null {
  return cover
}

export function onOverlay(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
