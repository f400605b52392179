import { useLocation } from 'react-router'
import { useButtons, useSession } from '../shell/session-context.ts'

/** Whether the person may use a button of the open page, which the permitted menu identifies. Null while unknown. */
export function usePageButtons(): ((code: string) => boolean) | null {
  const { pathname } = useLocation()
  const { menus } = useSession()
  return useButtons(menus.find((entry) => entry.url === pathname)?.code ?? '')
}
