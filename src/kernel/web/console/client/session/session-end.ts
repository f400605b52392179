/** Who was signed in when the session ended under unsaved input. */
interface Ended {
  readonly account: string
  readonly name: string
  /** Takes the ticket that the sign-in window brought: `same` where it is this account's. Throws where it is good for nothing. */
  readonly renew: (ticket: string) => Promise<'same' | 'other'>
}

/** What stands over the page while its person signs in again. */
export interface SessionOverlayState extends Ended {
  /** The same account is signed in again: what waits goes on. */
  readonly lift: () => void
}

let cover: SessionOverlayState | null = null
let renewal: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Covers the page at once and resolves when the same account is signed in again. Calls that fail together share one cover. */
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

/** While the page is covered, a new call waits for this before it is sent. */
export function pendingRenewal(): Promise<void> | null {
  return renewal
}

function show(next: SessionOverlayState | null): void {
  cover = next
  // Without waiting for anything to be drawn: what stands on the page must not be read from here on.
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
