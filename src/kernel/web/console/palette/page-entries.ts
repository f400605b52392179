import { isIconName } from '#kernel/web/ui/Icon.tsx'
import type { MenuItem } from '../client/storage.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import type { PaletteEntry } from './entries.ts'

/** Pages of the menu, by their name in both languages; `addressOf` is null for a page that is not offered. */
export function pageEntries(
  menus: readonly MenuItem[],
  addressOf: (menu: MenuItem) => string | null,
): readonly PaletteEntry[] {
  const byCode = new Map(menus.map((menu) => [menu.code, menu]))
  return menus
    .filter(({ url, hidden }) => url !== '' && !hidden)
    .toSorted((a, b) => a.sortIndex - b.sortIndex)
    .flatMap((menu): PaletteEntry[] => {
      const address = addressOf(menu)
      const group = byCode.get(menu.pcode)
      return address === null
        ? []
        : [
            {
              key: `page ${menu.url}`,
              icon: isIconName(menu.icon) ? menu.icon : 'list',
              title: menuTitle(menu),
              words: `${menu.name} ${menu.nameEn}`,
              address,
              ...(group ? { hint: menuTitle(group) } : {}),
            },
          ]
    })
}
