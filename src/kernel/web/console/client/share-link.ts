import { ApiError, post } from './api.ts'
import { storage } from './storage.ts'

/** The `token` of a shared link: it signs nobody in, so it waits in the tab until its reader has. */
const SHARED = /^share\./
const KEPT = 'sharedTicket'

/** The ticket of the address, if it signs in. A shared one is stored and removed from the address. */
export function takeTicket(): string | null {
  const address = new URL(location.href)
  const ticket = address.searchParams.get('token')
  if (!ticket || !SHARED.test(ticket)) return ticket
  sessionStorage.setItem(KEPT, ticket)
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  return null
}

/**
 * Opens the shared link after its reader has signed in themselves: once, and the tab then builds its routes from the
 * built-in menu. A link that was opened before is an ordinary address.
 */
export async function openKeptLink(): Promise<void> {
  const ticket = sessionStorage.getItem(KEPT)
  if (ticket === null) return
  try {
    await post('/api/v1/admin/permission/link/open', { ticket }, { handles: true, isSignIn: true })
    storage.setChat()
  } catch (cause) {
    // No session: the ticket waits for the next one.
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause
  }
  sessionStorage.removeItem(KEPT)
}
