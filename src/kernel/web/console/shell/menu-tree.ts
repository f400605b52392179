import { runningLanguage } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'

export interface MenuNode {
  readonly item: MenuItem
  readonly children: readonly MenuNode[]
}

export function menuTitle(item: Pick<MenuItem, 'name' | 'nameEn'>): string {
  return runningLanguage() === 'zh' ? item.name : item.nameEn
}

/** The entries of the side bar: without hidden pages, and without groups that have none left. */
export function visibleMenu(menus: readonly MenuItem[], parent = ''): readonly MenuNode[] {
  const codes = new Set(menus.map((menu) => menu.code))
  return menus
    .filter((item) => !item.hidden && (parent === '' ? !codes.has(item.pcode) : item.pcode === parent))
    .toSorted((a, b) => a.sortIndex - b.sortIndex)
    .map((item) => ({ item, children: visibleMenu(menus, item.code) }))
    .filter((node) => node.item.url !== '' || node.children.length > 0)
}
