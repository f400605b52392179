import { useQuery } from '@tanstack/react-query'
import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { MenuItem } from '../client/storage.ts'
import { findPage } from '../pages.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import { menuOf } from '../shell/routing.ts'
import { homeApi } from './home-api.ts'
import type { HomeDevice } from './HomeCards.tsx'

const SHOWN = 8

interface Opened {
  readonly address: string
  readonly name: string
  readonly icon: string
}

/** The pages that the person opens most, as the server has counted them; only those that they may still open. */
export function OftenOpened({
  menus,
  device: { Link },
}: {
  readonly menus: readonly MenuItem[]
  readonly device: HomeDevice
}) {
  const { data = [] } = useQuery({ queryKey: queryKeys.home('visits'), queryFn: homeApi.visits })
  const pages = data.flatMap(({ path }): Opened[] => {
    const page = findPage(path)
    const menu = page?.isBuilt ? menuOf(page, menus) : undefined
    // A page of one document or device is nothing without it.
    return menu && !menu.hidden ? [{ address: path, name: menuTitle(menu), icon: menu.icon }] : []
  })
  if (pages.length === 0) return null
  return (
    <nav className="home-links" aria-labelledby="home-often">
      <h2 id="home-often">{pageText('home.often')}</h2>
      {pages.slice(0, SHOWN).map(({ address, name, icon }) => (
        <Link key={address} to={address}>
          <Icon name={isIconName(icon) ? icon : 'list'} />
          <span>{name}</span>
        </Link>
      ))}
    </nav>
  )
}
