import type { MenuItem } from '../client/storage.ts'
import type { GroupEntry } from '../page-entry.ts'
import type { KnownPage } from '../pages.ts'
import { HOME_PATH } from './tabs/tab-key.ts'

/** The target of an address for this person. */
export type Resolved =
  /** A page; `menu` is its entry in the permitted menu. */
  | { readonly kind: 'page'; readonly page: KnownPage; readonly menu: MenuItem | undefined }
  | { readonly kind: 'redirect'; readonly to: string }
  /** A page of the other entry, which must be loaded in full. */
  | { readonly kind: 'phone' }

export interface Pages {
  readonly findPage: (path: string) => KnownPage | undefined
  readonly findGroup: (path: string) => GroupEntry | undefined
}

/** Pages of the frame itself: they need no menu entry. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set([HOME_PATH, '/403', '/404', '/500'])

export function isErrorPage(path: string): boolean {
  return path !== HOME_PATH && OPEN_TO_ALL.has(path)
}

/** Routes are built from the permitted menu (spec section 2): unknown paths go to /404, forbidden ones to /403. */
export function resolveAddress(path: string, menus: readonly MenuItem[], pages: Pages, search = ''): Resolved {
  if (path === '/') return { kind: 'redirect', to: HOME_PATH }
  const group = pages.findGroup(path)
  if (group) return { kind: 'redirect', to: firstOf(group, menus) }
  const page = pages.findPage(path) ?? pages.findPage(path.replace(/\/$/, ''))
  if (!page) return { kind: 'redirect', to: '/404' }
  if (page.path !== path) return { kind: 'redirect', to: page.path + search }
  if (page.device === 'mobile') return { kind: 'phone' }
  const menu = menuOf(page, menus)
  // A page that is not built yet is shown to everybody: it contains nothing to protect.
  if (menu || OPEN_TO_ALL.has(path) || !page.isBuilt) return { kind: 'page', page, menu }
  return { kind: 'redirect', to: `/403?from=${encodeURIComponent(path + search)}` }
}

/** The address of the same page on a phone, for a link followed in a narrow window; an address that was opened by itself keeps its page. */
export function phoneAddress(resolved: Resolved, search: string, isLink: boolean, isNarrow: boolean): string | null {
  return resolved.kind === 'page' && resolved.page.phone && isLink && isNarrow ? resolved.page.phone + search : null
}

/** A second address of a page has the page's permission. */
export function menuOf(page: KnownPage, menus: readonly MenuItem[]): MenuItem | undefined {
  return (
    menus.find((menu) => menu.url === page.path) ??
    (page.sameComponentAs ? menus.find((menu) => menu.url === page.sameComponentAs) : undefined)
  )
}

/** The first page of a group that the person may see; a group without one leads to its own page. */
function firstOf(group: GroupEntry, menus: readonly MenuItem[], code: string = group.menu): string {
  const children = menus.filter((menu) => menu.pcode === code && !menu.hidden)
  const [first] = children.toSorted((a, b) => a.sortIndex - b.sortIndex)
  if (!first) return group.ownPage
  const isGroup = menus.some((menu) => menu.pcode === first.code && !menu.hidden)
  return isGroup ? firstOf(group, menus, first.code) : first.url
}

/** Neither side bar nor tab banner, and 60 px above the content: an approval page opened without `type`. */
export function isBare(page: KnownPage, search: string): boolean {
  return page.bareWithoutType === true && !new URLSearchParams(search).has('type')
}
