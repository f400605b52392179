import type { MenuItem } from '../../client/storage.ts'

/** The page for the phone, where an entry of the menu has one; otherwise the one page for every width. */
export function phoneUrl({ code, url }: MenuItem, menus: readonly MenuItem[]): string {
  return menus.find((menu) => menu.code === `${code}_mobile`)?.url || url
}
