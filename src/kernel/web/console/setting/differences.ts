import { readText, type SheetColumn, type Values } from '../sheet/sheet-columns.ts'

/** A draft or version as lines of a sheet: compared, shown and edited with the same columns. */
export interface Sheeted {
  readonly head: Values
  readonly rows: readonly Values[]
}

export interface SettingDifference {
  /** Name of the row; null for the whole. */
  readonly where: string | null
  readonly kind: 'changed' | 'added' | 'removed' | 'moved'
  readonly field: string | null
  readonly before: string
  readonly after: string
}

/** A column, or what is read of a row. */
export type RowText = string | ((row: Values) => string)

export function rowText(row: Values, of: RowText): string {
  return typeof of === 'string' ? (row[of] ?? '') : of(row)
}

export interface Compared {
  readonly columns: readonly SheetColumn[]
  /** Labels of the head's fields and, for choices, texts of options. */
  readonly head: readonly { readonly key: string; readonly title: string; readonly text?: (value: string) => string }[]
  /** Identifies rows across versions: a step's key, a band's code, or what several columns together say. */
  readonly identity: RowText
  /** The column with the name of a row, or its name in words. */
  readonly name: RowText
  /** Whether the order of rows is significant. */
  readonly isOrdered: boolean
}

/** All differences, in the order of the new content; removed rows come last. */
export function differencesOf(before: Sheeted, after: Sheeted, compared: Compared): readonly SettingDifference[] {
  const { columns, identity, name, isOrdered } = compared
  const idOf = (row: Values) => rowText(row, identity)
  const nameOf = (row: Values) => rowText(row, name) || idOf(row)
  const idsBefore = before.rows.map(idOf)
  const idsAfter = after.rows.map(idOf)
  const head = compared.head.flatMap(({ key, title, text = (value: string) => value }): SettingDifference[] => {
    const [old, now] = [before.head[key] ?? '', after.head[key] ?? '']
    return old === now ? [] : [{ where: null, kind: 'changed', field: title, before: text(old), after: text(now) }]
  })
  const stayed = idsAfter.filter((id) => idsBefore.includes(id))
  const stayedBefore = idsBefore.filter((id) => idsAfter.includes(id))
  const rows = after.rows.flatMap((row, index): SettingDifference[] => {
    const id = idsAfter[index] ?? ''
    const place = idsBefore.indexOf(id)
    const old = before.rows[place]
    const where = nameOf(row)
    if (!old)
      return [{ where, kind: 'added', field: null, before: '', after: '' }, ...cellsOf(columns, where, null, row)]
    const cells = cellsOf(columns, where, old, row)
    const hasMoved = isOrdered && stayed.indexOf(id) !== stayedBefore.indexOf(id)
    const moved: SettingDifference = {
      where,
      kind: 'moved',
      field: null,
      before: String(place + 1),
      after: String(index + 1),
    }
    return hasMoved ? [moved, ...cells] : cells
  })
  const gone = before.rows
    .filter((_, index) => !idsAfter.includes(idsBefore[index] ?? ''))
    .flatMap((row): SettingDifference[] => [
      { where: nameOf(row), kind: 'removed', field: null, before: '', after: '' },
      ...cellsOf(columns, nameOf(row), row, null),
    ])
  return [...head, ...rows, ...gone]
}

/** Each field of a row that is not as it was; of an added or removed one each that has a value. */
function cellsOf(
  columns: readonly SheetColumn[],
  where: string,
  old: Values | null,
  row: Values | null,
): SettingDifference[] {
  return columns.flatMap((column): SettingDifference[] => {
    const [before, after] = [old, row].map((values) => (values ? comparedText(column, values) : ''))
    const isSame = column.kind === 'shown' ? before === after : (old?.[column.key] ?? '') === (row?.[column.key] ?? '')
    return isSame ? [] : [{ where, kind: 'changed', field: column.title, before: before!, after: after! }]
  })
}

function comparedText(column: SheetColumn, values: Values): string {
  return column.kind === 'shown' ? (column.compared?.(values) ?? '') : readText(column, values)
}
