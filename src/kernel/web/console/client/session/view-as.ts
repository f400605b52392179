import { post } from '../api.ts'
import { storage } from '../storage.ts'

/** The session from which the viewing began; it is restored afterwards. */
export const OWN_SESSION = 'ownSession'

export interface Kept {
  readonly token: string
  readonly csrfToken: string
  readonly userName: string
  /** Page address where the viewing began. */
  readonly address: string
}

/** Restores the viewer's own session and loads its page. False where nobody is viewing. */
export function takeBackOwn(): boolean {
  const text = sessionStorage.getItem(OWN_SESSION)
  if (text === null) return false
  const kept = JSON.parse(text) as Kept
  sessionStorage.removeItem(OWN_SESSION)
  storage.setSession({ ...kept, chat: false })
  location.assign(kept.address)
  return true
}

/** The viewing session is ended on the server, whether or not that answers. */
export async function stopViewing(): Promise<boolean> {
  if (sessionStorage.getItem(OWN_SESSION) === null) return false
  await post('/api/v1/admin/view-as/end', {}, { handles: true, isSignIn: true }).catch(() => undefined)
  return takeBackOwn()
}
