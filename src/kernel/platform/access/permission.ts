import type { AreaManifest, PlainDictionary, MenuEntry } from './area.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { isGroup, type ServedEntry } from './menu-changes.ts'
import { overlaid } from '#kernel/base/i18n/overlay.ts'
import { may, type Principal } from './principal.ts'
import { kernelRights } from './rights.ts'

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

/** The data that the permission calls answer from: the menu of the app and of every area, and the dictionaries. */
export interface PermissionSource {
  readonly menu: readonly ServedEntry[]
  readonly dictionaries: ReadonlyMap<string, PlainDictionary>
  /** The label of every right. */
  readonly rights: Readonly<Record<string, Record<Language, string>>>
}

export function permissionSource(menu: readonly MenuEntry[], areas: readonly AreaManifest[]): PermissionSource {
  const given = [...menu, ...areas.flatMap((area) => area.menu)].toSorted((a, b) => a.sortIndex - b.sortIndex)
  const entries = given.map((entry) =>
    entry.isOfGroup ? { ...entry, rights: rightsWithin(given, entry.pcode) } : entry,
  )
  const codes = entries.map((entry) => entry.code)
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice) throw new Error(`the menu code ${twice} stands twice`)
  const dictionaries = new Map(areas.flatMap((area) => Object.entries(area.dictionaries ?? {})))
  const rights = Object.assign({}, kernelRights, ...areas.map((area) => area.rights)) as PermissionSource['rights']
  return { menu: entries, dictionaries, rights }
}

/** Every right that opens a page of a group. */
function rightsWithin(menu: readonly MenuEntry[], group: string): readonly string[] {
  return [...new Set(menu.flatMap(({ pcode, rights }) => (pcode === group ? rights : [])))]
}

/**
 * The entries whose rights the caller holds. A group stays while one of its entries is visible; pages that are hidden
 * from the menu are included, since routes are built from this too. Without any role there is no menu.
 */
export function permittedMenus(source: PermissionSource, principal: Principal): PermittedMenu[] {
  if (principal.roles.length === 0) return []
  const open = source.menu.filter(
    (entry) =>
      !entry.isOff &&
      (entry.rights.length === 0 || entry.rights.some((right) => may(principal, right))) &&
      (entry.ofLimit === undefined || (principal.limits?.[entry.ofLimit]?.length ?? 0) > 0),
  )
  // The page of a group needs another page in it: one of them may need more than a right.
  const inUse = new Set(open.filter(({ isOfGroup, hidden }) => !isOfGroup && !hidden).map(({ pcode }) => pcode))
  const held = open.filter(({ isOfGroup, pcode }) => !isOfGroup || inUse.has(pcode))
  const filled = new Set(held.filter((entry) => !entry.hidden && !isGroup(entry)).map((entry) => entry.pcode))
  // Inner groups are handled first, so that an outer group sees what they hold.
  for (const group of held.filter(isGroup).toReversed()) if (filled.has(group.code)) filled.add(group.pcode)
  return held.filter((entry) => !isGroup(entry) || filled.has(entry.code)).map(wireMenu)
}

function wireMenu(entry: MenuEntry): PermittedMenu {
  const { code, pcode, name, nameEn, icon, url, routingCache, hidden, sortIndex } = entry
  return {
    code,
    pcode,
    name: overlaid('zh', `menu.${code}`) ?? name,
    nameEn: overlaid('en', `menu.${code}`) ?? nameEn,
    icon,
    url,
    routingCache,
    hidden,
    sortIndex,
  }
}

/** The buttons of one page that the caller may press; a page that does not exist has none. */
export function permittedButtons(source: PermissionSource, principal: Principal, pageCode: string): { code: string }[] {
  const page = source.menu.find((entry) => entry.code === pageCode)
  return (page?.buttons ?? []).filter((right) => may(principal, right)).map((code) => ({ code }))
}

export interface LinkedPage {
  readonly code: string
  readonly name: string
  readonly permitted: boolean
  /** Labels of the rights of which any one opens the page or its button; empty where none is needed. */
  readonly rights: readonly string[]
}

/** The page of a link, or one of its buttons: whether the caller may open or press it, and which right it needs. */
export function pageOfLink(
  source: PermissionSource,
  principal: Principal,
  { path, button }: { readonly path: string; readonly button?: string | undefined },
  language: Language,
): LinkedPage | null {
  const page = source.menu.find((entry) => !isGroup(entry) && entry.url === path)
  if (!page) return null
  const opens = permittedMenus(source, principal).some((entry) => entry.code === page.code)
  const rights = button === undefined ? page.rights : page.buttons.filter((right) => right === button)
  return {
    code: page.code,
    name: language === 'zh' ? page.name : page.nameEn,
    permitted: opens && (button === undefined || rights.some((right) => may(principal, right))),
    rights: rights.map((right) => source.rights[right]?.[language] ?? right),
  }
}
