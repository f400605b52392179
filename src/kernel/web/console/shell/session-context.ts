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

/** The parts of an opening page share one request; a later page requests anew (spec section 6). */
const OPENING_MS = 2_000

/** The buttons of a page that the person holds, as loaded. */
export function useButtonCodes(pageCode: string) {
  return useQuery({
    queryKey: queryKeys.buttons(pageCode),
    queryFn: () => loadButtons(pageCode),
    staleTime: OPENING_MS,
  })
}

/** Whether the person holds a button of this page. Null while unknown: show neither button nor refusal. */
export function useButtons(pageCode: string): ((code: string) => boolean) | null {
  const { superAdmin } = useSession()
  const { data, isError } = useButtonCodes(pageCode)
  // If they cannot be loaded the page is shown without its buttons.
  if (!data && !isError) return null
  return (code) => superAdmin || (data ?? []).includes(code)
}
