import { post } from '../api.ts'
import { storage } from '../storage.ts'

/** The session that looking as another person began from; it comes back afterwards. */
export const OWN_SESSION = 'ownSession'

export interface Kept {
  readonly token: string
  readonly csrfToken: string
  readonly userName: string
  /** Where the looking began. */
  readonly address: string
}

/** Puts the own session back and loads the page it began from. False where nobody looks as another. */
export function takeBackOwn(): boolean {
  const text = sessionStorage.getItem(OWN_SESSION)
  if (text === null) return false
  const kept = JSON.parse(text) as Kept
  sessionStorage.removeItem(OWN_SESSION)
  storage.setSession({ ...kept, chat: false })
  location.assign(kept.address)
  return true
}

/** The session of the looking ends at the server, whether or not that answers here. */
export async function stopViewing(): Promise<boolean> {
  if (sessionStorage.getItem(OWN_SESSION) === null) return false
  await post('/api/v1/admin/view-as/end', {}, { handles: true, isSignIn: true }).catch(() => undefined)
  return takeBackOwn()
}
