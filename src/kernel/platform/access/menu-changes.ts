import type { MenuEntry } from './area.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { PermissionSource } from './permission.ts'

/** The difference between a menu entry and its delivered form. An added entry, whose code is new, has all fields. */
export interface MenuChange {
  readonly code: string
  readonly pcode?: string
  readonly name?: string
  readonly nameEn?: string
  readonly icon?: string
  readonly url?: string
  readonly routingCache?: boolean
  readonly hidden?: boolean
  readonly sortIndex?: number
  readonly buttons?: readonly string[]
  /** Hidden and closed for everybody; for a group, everything in it. */
  readonly isOff?: boolean
}

/** An entry as it is served, whether on or off. */
export interface ServedEntry extends MenuEntry {
  readonly isOff?: boolean
}

export const isGroup = (entry: Pick<MenuEntry, 'url' | 'isGroup'>): boolean =>
  entry.url === '' || entry.isGroup === true

const EMPTY: Omit<MenuEntry, 'code'> = {
  pcode: '',
  name: '',
  nameEn: '',
  icon: '',
  url: '',
  routingCache: false,
  hidden: false,
  sortIndex: 0,
  rights: [],
  buttons: [],
}

/** The menu with its changes, in the order of `sortIndex`. The rights that open an entry follow from its page and cannot be configured. */
export function changedMenu(delivered: readonly MenuEntry[], changes: readonly MenuChange[]): readonly ServedEntry[] {
  const byCode = new Map(changes.map((change) => [change.code, change]))
  const pages = new Map(delivered.filter((entry) => !isGroup(entry)).map((entry) => [entry.url, entry]))
  const known = new Set(delivered.map(({ code }) => code))
  const own = changes.filter(({ code }) => !known.has(code)).map(({ code }): MenuEntry => ({ ...EMPTY, code }))
  const entries = [...delivered, ...own].map((entry): ServedEntry => {
    const change = byCode.get(entry.code)
    if (!change) return entry
    const changed = { ...entry, ...change }
    const page = isGroup(changed) ? undefined : pages.get(changed.url)
    if (!page || changed.url === entry.url) return changed
    return { ...changed, rights: page.rights, buttons: change.buttons ?? page.buttons }
  })
  const all = new Map(entries.map((entry) => [entry.code, entry]))
  return entries
    .map((entry) => (isWithinOff(all, entry) ? { ...entry, isOff: true } : entry))
    .toSorted((a, b) => a.sortIndex - b.sortIndex)
}

function isWithinOff(all: ReadonlyMap<string, ServedEntry>, entry: ServedEntry): boolean {
  let at: ServedEntry | undefined = entry
  for (let steps = 0; at && steps < all.size; steps += 1) {
    if (at.isOff) return true
    at = all.get(at.pcode)
  }
  return false
}

const menuInForce = prepared<{ readonly content: { readonly changes: readonly MenuChange[] } }>(
  'access.menu-in-force',
  `select content from setting_version where kind = 'menu' and key = 'menu' order by version desc limit 1`,
)

/** The current permission source, read each time, so that a published menu applies to everybody's next page. */
export async function sourceNow(tx: Tx, source: PermissionSource): Promise<PermissionSource> {
  const row = await tx.first(menuInForce())
  return row ? { ...source, menu: changedMenu(source.menu, row.content.changes) } : source
}
