/** A short message to the user, drawn by the running entry (desktop or phone). */
export interface Toast {
  readonly id: number
  readonly kind: 'error' | 'warning' | 'success' | 'info'
  readonly text: string
  /** Shown under an error so that support can find the request. */
  readonly requestId?: string
  /** Smaller text below. */
  readonly detail?: string
  readonly action?: { readonly text: string; readonly act: () => void }
}

type Listener = (notice: Toast) => void

const listeners = new Set<Listener>()
let waiting: Toast[] = []
let nextId = 1

/** Shows a toast: 3 seconds, with a close button (spec section 8). */
export function notify(
  kind: Toast['kind'],
  text: string,
  requestId = '',
  more: Pick<Toast, 'detail' | 'action'> = {},
): void {
  const notice: Toast = { id: nextId++, kind, text, ...(requestId ? { requestId } : {}), ...more }
  if (listeners.size === 0) waiting.push(notice)
  for (const listener of listeners) listener(notice)
}

const told = new WeakSet<Error>()

/** Shows a toast for a failed read, once for each error. The end of a session has a message of its own. */
export function tellFailure(error: unknown): void {
  if (!(error instanceof Error) || told.has(error)) return
  told.add(error)
  const { status, requestId } = error as Partial<{ status: number; requestId: string }>
  if (status !== 401) notify('error', error.message, requestId)
}

/** Receives every message, including those raised before. Returns a function that stops it. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener)
  const missed = waiting
  waiting = []
  for (const notice of missed) listener(notice)
  return () => listeners.delete(listener)
}
