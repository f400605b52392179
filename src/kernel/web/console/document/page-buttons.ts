import { useLocation } from 'react-router'
import { useButtons, useSession } from '../shell/session-context.ts'

/** Whether the person holds a button of the page that is open; the permitted menu says which page that is. Null while not known. */
export function usePageButtons(): ((code: string) => boolean) | null {
  const { pathname } = useLocation()
  const { menus } = useSession()
  return useButtons(menus.find((entry) => entry.url === pathname)?.code ?? '')
}
