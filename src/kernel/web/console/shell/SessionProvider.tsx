import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useAtRest } from '../client/at-rest.ts'
import { loadPermittedMenus, type Permissions } from '../client/session/session.ts'
import { storage } from '../client/storage.ts'
import { SessionContext } from './session-context.ts'

/**
 * The session of all pages. A link of the team chat has its routes from the built-in menu, which knows nobody's rights (spec section 2):
 * until these are known it lists no page, and then those that the person may open.
 */
export function SessionProvider({ start, children }: { readonly start: Permissions; readonly children: ReactNode }) {
  const isChat = storage.isChat()
  const isAtRest = useAtRest()
  const { data: permitted } = useQuery({
    queryKey: ['permittedMenus'],
    queryFn: loadPermittedMenus,
    enabled: isChat && isAtRest,
    staleTime: Infinity,
  })
  const session = useMemo<Permissions>(() => {
    if (!isChat) return start
    const routes = start.menus
    return { ...start, routes, menus: permitted ?? routes.map((menu) => ({ ...menu, hidden: true })) }
  }, [isChat, start, permitted])
  return <SessionContext value={session}>{children}</SessionContext>
}
