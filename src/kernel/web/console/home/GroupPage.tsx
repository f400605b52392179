import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../client/query-keys.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import { useSession } from '../shell/session-context.ts'
import { DESK } from './desk.tsx'
import { CardsOf } from './HomeCards.tsx'
import { homeApi } from './home-api.ts'
import './group-page.css'

/** The page of a group of the menu: each of its lists with what it holds and what is new, and what waits for the reader. */
export function groupPage(group: string) {
  return function GroupPage() {
    const { menus } = useSession()
    const entry = menus.find(({ code }) => code === group)
    const read = useQuery({ queryKey: queryKeys.home(`group ${group}`), queryFn: () => homeApi.group(group) })
    return (
      <div className="group-page">
        <h1>{entry ? menuTitle(entry) : ''}</h1>
        <div className="group-cards">
          <CardsOf read={read} device={DESK} isLoadingShown />
        </div>
      </div>
    )
  }
}
