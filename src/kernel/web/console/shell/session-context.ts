import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { queryKeys } from '../client/query-keys.ts'
import { loadButtons, type Permissions } from '../client/session/session.ts'

export const SessionContext = createContext<Permissions | null>(null)

export function useSession(): Permissions {
  const session = use(SessionContext)
  if (!session) throw new Error('a page stands outside the session')
  return session
}

/** The parts of a page that is being opened ask once for all of them; whoever opens a page later asks anew (spec section 6). */
const OPENING_MS = 2_000

/** The buttons of a page that the person holds, as they are fetched. */
export function useButtonCodes(pageCode: string) {
  return useQuery({
    queryKey: queryKeys.buttons(pageCode),
    queryFn: () => loadButtons(pageCode),
    staleTime: OPENING_MS,
  })
}

/** Whether the person holds a button of this page. Null while that is not known: show neither button nor refusal. */
export function useButtons(pageCode: string): ((code: string) => boolean) | null {
  const { superAdmin } = useSession()
  const { data, isError } = useButtonCodes(pageCode)
  // Where they cannot be fetched nobody waits for them: the page is read without its buttons.
  if (!data && !isError) return null
  return (code) => superAdmin || (data ?? []).includes(code)
}
