import { post } from '../api.ts'
import { storage } from '../storage.ts'
import { type Kept, OWN_SESSION } from './view-as.ts'

/** Switches this window to viewing as that person. */
export async function startViewing(account: string, reason: string, handles?: true): Promise<void> {
  const path = '/api/v1/admin/view-as'
  const begun = await post<{ token: string; csrfToken: string; userName: string }>(
    path,
    { account, reason },
    handles ? { handles } : {},
  )
  const kept: Kept = {
    token: storage.token() ?? '',
    csrfToken: storage.csrfToken(),
    userName: storage.userName(),
    address: location.pathname + location.search,
  }
  sessionStorage.setItem(OWN_SESSION, JSON.stringify(kept))
  storage.setSession({ ...begun, chat: false })
  location.assign('/index')
}
