import type { AreaManifest, Dictionary, MenuEntry } from '#kernel/document/area.ts'
import { may, type Principal } from './principal.ts'

/** A menu entry as the permission call answers it (spec section 2). */
export interface PermittedMenu {
  readonly code: string
  readonly pcode: string
  readonly name: string
  readonly nameEn: string
  readonly icon: string
  readonly url: string
  readonly routingCache: boolean
  readonly hidden: boolean
  readonly sortIndex: number
}

/** What the permission calls answer from: the menu of the app and of every area, and the dictionaries. */
export interface PermissionSource {
  readonly menu: readonly MenuEntry[]
  readonly dictionaries: ReadonlyMap<string, Dictionary>
}

export function permissionSource(menu: readonly MenuEntry[], areas: readonly AreaManifest[]): PermissionSource {
  const entries = [...menu, ...areas.flatMap((area) => area.menu)].toSorted((a, b) => a.sortIndex - b.sortIndex)
  const codes = entries.map((entry) => entry.code)
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice) throw new Error(`the menu code ${twice} stands twice`)
  const dictionaries = new Map(areas.flatMap((area) => Object.entries(area.dictionaries ?? {})))
  return { menu: entries, dictionaries }
}

/**
 * The entries whose rights the caller holds. A group stays while something to be seen is in it; pages that are
 * hidden from the menu are delivered, since routes are built from this too. Without any role there is no menu.
 */
export function permittedMenus(source: PermissionSource, principal: Principal): PermittedMenu[] {
  if (principal.roles.length === 0) return []
  const held = source.menu.filter(
    (entry) => entry.rights.length === 0 || entry.rights.some((right) => may(principal, right)),
  )
  const filled = new Set(held.filter((entry) => !entry.hidden && entry.url !== '').map((entry) => entry.pcode))
  // A group within a group is filled by what the inner one holds.
  for (const group of held.filter((entry) => entry.url === '').toReversed())
    if (filled.has(group.code)) filled.add(group.pcode)
  return held.filter((entry) => entry.url !== '' || filled.has(entry.code)).map(wireMenu)
}

function wireMenu(entry: MenuEntry): PermittedMenu {
  const { code, pcode, name, nameEn, icon, url, routingCache, hidden, sortIndex } = entry
  return { code, pcode, name, nameEn, icon, url, routingCache, hidden, sortIndex }
}

/** The buttons of one page that the caller may press; a page that does not exist has none. */
export function permittedButtons(source: PermissionSource, principal: Principal, pageCode: string): { code: string }[] {
  const page = source.menu.find((entry) => entry.code === pageCode)
  return (page?.buttons ?? []).filter((right) => may(principal, right)).map((code) => ({ code }))
}

/** The page of a link and whether the caller may open it. */
export function pageOfLink(
  source: PermissionSource,
  principal: Principal,
  path: string,
): { code: string; permitted: boolean } | null {
  const page = source.menu.find((entry) => entry.url !== '' && entry.url === path)
  if (!page) return null
  return { code: page.code, permitted: permittedMenus(source, principal).some((entry) => entry.code === page.code) }
}
