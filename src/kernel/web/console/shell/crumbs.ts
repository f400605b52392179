import type { MenuItem } from '../client/storage.ts'
import type { KnownPage } from '../pages.ts'

export interface Crumb {
  readonly text: string
  /** Its address; a group and the page itself have none. */
  readonly to?: string
}

interface Place {
  readonly page: KnownPage
  readonly menu: MenuItem | undefined
  readonly menus: readonly MenuItem[]
  /** Title of the page in the menu. */
  readonly title: string
  /** The displayed document, once known. */
  readonly document: string | null
  readonly nameOf: (menu: MenuItem) => string
}

/** Group, page, document. A page reached from a list names the list, followed by its document. */
export function crumbsOf({ page, menu, menus, title, document, nameOf }: Place): readonly Crumb[] {
  const own = document === null || document === title ? [] : [{ text: document }]
  if (!menu) return own.length > 0 ? own : [{ text: title }]
  const parent = page.parent ? menus.find((entry) => entry.url === page.parent) : undefined
  const list = nameOf(parent ?? menu)
  // A group that is called like its list would say the same twice.
  const groups = groupsOf(parent ?? menu, menus).flatMap((group) =>
    nameOf(group) === list ? [] : { text: nameOf(group) },
  )
  const here = parent ? [{ text: nameOf(parent), to: parent.url }] : [{ text: title }]
  return [...groups, ...here, ...(parent && own.length === 0 ? [{ text: title }] : own)]
}

function groupsOf(item: MenuItem, menus: readonly MenuItem[]): readonly MenuItem[] {
  const group = menus.find((entry) => entry.code === item.pcode)
  return group && group !== item ? [...groupsOf(group, menus), group] : []
}
