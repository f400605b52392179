import type { Column } from '#kernel/web/ui/table-columns.ts'

/** A person's settings of a list's columns. Unknown names are ignored; new columns appear where the list puts them. */
export interface ColumnSettings {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

interface ColumnLike {
  readonly key: string
  readonly isFrozen?: boolean
  readonly isHidden?: boolean
}

/** Narrow enough to be useful, wide enough for a long name. */
export const WIDTH = { least: 56, most: 800, step: 16 } as const

/** The list's default settings. */
export function ownSettings(columns: readonly ColumnLike[]): ColumnSettings {
  const keys = (of: (column: ColumnLike) => boolean | undefined): string[] =>
    columns.filter((column) => of(column)).map(({ key }) => key)
  return {
    order: columns.map(({ key }) => key),
    hidden: keys(({ isHidden }) => isHidden),
    pinned: keys(({ isFrozen }) => isFrozen),
    widths: {},
  }
}

/** Settings with all current columns of the list, each once. */
export function settled(columns: readonly ColumnLike[], settings: ColumnSettings | null): ColumnSettings {
  const own = ownSettings(columns)
  if (!settings) return own
  const known = new Set(own.order)
  const order = [...new Set(settings.order.filter((key) => known.has(key)))]
  const isNew = (key: string): boolean => !settings.order.includes(key)
  own.order.forEach((key, at) => {
    if (order.includes(key)) return
    // A new column follows its predecessor in the list.
    const before = own.order.slice(0, at).findLast((other) => order.includes(other))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  })
  const hidden = [...settings.hidden.filter((key) => known.has(key)), ...own.hidden.filter(isNew)]
  const pinned = [...settings.pinned.filter((key) => known.has(key)), ...own.pinned.filter(isNew)]
  const widths = Object.fromEntries(
    Object.entries(settings.widths).filter(
      ([key, width]) => known.has(key) && width >= WIDTH.least && width <= WIDTH.most,
    ),
  )
  // The identifying column is always visible, to tell rows apart.
  const [first] = own.order
  return { order, hidden: hidden.filter((key) => key !== first), pinned, widths }
}

/** The visible columns in order, frozen ones first. */
export function arranged<T>(columns: readonly Column<T>[], settings: ColumnSettings | null): readonly Column<T>[] {
  const { order, hidden, pinned, widths } = settled(columns, settings)
  const visible = order
    .filter((key) => !hidden.includes(key))
    .flatMap((key) => columns.find((column) => column.key === key) ?? [])
    .map((column): Column<T> => {
      const width = widths[column.key] ?? column.width
      return { ...column, ...(width ? { width } : {}), isFrozen: pinned.includes(column.key) }
    })
  return [...visible.filter(({ isFrozen }) => isFrozen), ...visible.filter(({ isFrozen }) => !isFrozen)]
}

/** One column moved to the position of another. */
export function moved(settings: ColumnSettings, key: string, to: number): ColumnSettings {
  const order = settings.order.filter((other) => other !== key)
  order.splice(Math.max(0, Math.min(order.length, to)), 0, key)
  return { ...settings, order }
}

export function toggled(settings: ColumnSettings, list: 'hidden' | 'pinned', key: string): ColumnSettings {
  const others = settings[list].filter((other) => other !== key)
  return { ...settings, [list]: others.length < settings[list].length ? others : [...others, key] }
}

/** Null restores the column's own width. */
export function resized(settings: ColumnSettings, key: string, width: number | null): ColumnSettings {
  const { [key]: _, ...others } = settings.widths
  if (width === null) return { ...settings, widths: others }
  const fitting = Math.round(Math.max(WIDTH.least, Math.min(WIDTH.most, width)))
  return { ...settings, widths: { ...others, [key]: fitting } }
}

export function sameSettings(a: ColumnSettings, b: ColumnSettings): boolean {
  const text = ({ order, hidden, pinned, widths }: ColumnSettings): string =>
    JSON.stringify([order, hidden.toSorted(), pinned.toSorted(), entriesText(widths)])
  return text(a) === text(b)
}

/** The same text for equal entries, whatever their order. */
export function entriesText(entries: Readonly<Record<string, string | number>>): string {
  return JSON.stringify(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
