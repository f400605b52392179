import { changedMenu, isGroup, type MenuChange, type ServedEntry } from '#kernel/platform/access/menu-changes.ts'
import type { MenuEntry } from '#kernel/platform/access/area.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { isPlain } from '#kernel/base/i18n/plain-text.ts'
import { permissionErrors } from '../permission.errors.ts'

const CODE = /^[A-Za-z][A-Za-z0-9_]{0,59}$/
const ICON = /^[A-Za-z0-9-]*$/
const MAX_NAME = 60
/** Without these nobody could undo a change. */
const NEEDED = ['home', 'permission_menus']

/** Problems that prevent publishing a menu. */
export function menuProblems(
  delivered: readonly MenuEntry[],
  changes: readonly MenuChange[],
  knownRights: ReadonlySet<string>,
): readonly Refusal[] {
  const entries = changedMenu(delivered, changes)
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  const codes = changes.map(({ code }) => code)
  const problems = changes.flatMap((change, row): Refusal[] => {
    const entry = byCode.get(change.code)
    const base = delivered.find(({ code }) => code === change.code)
    if (!entry || !CODE.test(change.code))
      return [permissionErrors.menuCode({ code: change.code || '/' }, { row, field: 'code' })]
    if (codes.indexOf(change.code) !== row)
      return [permissionErrors.twice({ code: change.code }, { row, field: 'code' })]
    return [
      ...nameProblems(entry, row),
      ...placeProblems(byCode, entry, row),
      ...pageProblems(delivered, base, entry, knownRights, row),
    ]
  })
  const lost = NEEDED.map((code) => byCode.get(code)).filter((entry) => entry?.isOff === true)
  return [...problems, ...lost.map((entry) => permissionErrors.menuNeeded({ name: entry?.nameEn ?? '' }))]
}

function nameProblems({ name, nameEn, icon }: ServedEntry, row: number): Refusal[] {
  if (name.trim() === '' || nameEn.trim() === '') return [permissionErrors.bothNames({}, { row, field: 'name' })]
  if (![name, nameEn].every(isPlain)) return [permissionErrors.notPlain({}, { row, field: 'name' })]
  if (!ICON.test(icon)) return [permissionErrors.notPlain({}, { row, field: 'icon' })]
  const isLong = name.length > MAX_NAME || nameEn.length > MAX_NAME
  return isLong ? [permissionErrors.tooLong({ max: MAX_NAME }, { row, field: 'name' })] : []
}

/** A group is at the top or in another group, never in itself. */
function placeProblems(byCode: ReadonlyMap<string, ServedEntry>, entry: ServedEntry, row: number): Refusal[] {
  if (entry.pcode === '') return []
  const parent = byCode.get(entry.pcode)
  if (!parent || !isGroup(parent)) return [permissionErrors.menuGroup({ code: entry.pcode }, { row, field: 'pcode' })]
  const above = new Set<string>()
  for (let at: ServedEntry | undefined = entry; at; at = byCode.get(at.pcode)) {
    if (above.has(at.code)) return [permissionErrors.menuCircle({ code: entry.code }, { row, field: 'pcode' })]
    above.add(at.code)
  }
  return []
}

function pageProblems(
  delivered: readonly MenuEntry[],
  base: MenuEntry | undefined,
  entry: ServedEntry,
  knownRights: ReadonlySet<string>,
  row: number,
): Refusal[] {
  // A group keeps its address; a page needs an existing one.
  const isFixed = base !== undefined && (isGroup(base) ? base.url === entry.url : entry.url !== '')
  const leads =
    entry.url === '' || entry.url === base?.url || delivered.some((each) => !isGroup(each) && each.url === entry.url)
  if (!leads || (base !== undefined && !isFixed))
    return [permissionErrors.menuAddress({ url: entry.url || '/' }, { row, field: 'url' })]
  const unknown = entry.buttons.find((code) => !knownRights.has(code) && !base?.buttons.includes(code))
  return unknown === undefined ? [] : [permissionErrors.menuButton({ code: unknown }, { row, field: 'buttons' })]
}

const ATTRIBUTES = ['pcode', 'name', 'nameEn', 'icon', 'url', 'routingCache', 'hidden', 'sortIndex', 'buttons'] as const

/** Only differences from the delivered menu are stored, so that later releases change unmodified entries. */
export function tidyMenu(delivered: readonly MenuEntry[], changes: readonly MenuChange[]): readonly MenuChange[] {
  const tidied = changes.flatMap((change): MenuChange[] => {
    const base = delivered.find(({ code }) => code === change.code)
    const said = ATTRIBUTES.flatMap((key) => {
      const value = typeof change[key] === 'string' ? change[key].trim() : change[key]
      const isSame = base !== undefined && JSON.stringify(base[key]) === JSON.stringify(value)
      return value === undefined || isSame ? [] : [[key, value] as const]
    })
    if (base && said.length === 0 && !change.isOff) return []
    return [{ code: change.code.trim(), ...Object.fromEntries(said), ...(change.isOff ? { isOff: true } : {}) }]
  })
  return tidied.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
}
