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

export interface Compared {
  readonly columns: readonly SheetColumn[]
  /** Labels of the head's fields and, for choices, texts of options. */
  readonly head: readonly { readonly key: string; readonly title: string; readonly text?: (value: string) => string }[]
  /** Identifies rows across versions: a step's key, a band's code. */
  readonly identity: string
  /** The column with the name of a row. */
  readonly name: string
  /** Whether the order of rows is significant. */
  readonly isOrdered: boolean
}

/** All differences, in the order of the new content; removed rows come last. */
export function differencesOf(before: Sheeted, after: Sheeted, compared: Compared): readonly SettingDifference[] {
  const { columns, identity, name, isOrdered } = compared
  const nameOf = (row: Values) => row[name] || row[identity] || ''
  const idsBefore = before.rows.map((row) => row[identity] ?? '')
  const idsAfter = after.rows.map((row) => row[identity] ?? '')
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
    if (!old) return [{ where, kind: 'added', field: null, before: '', after: '' }]
    const cells = columns.flatMap((column): SettingDifference[] => {
      if ((old[column.key] ?? '') === (row[column.key] ?? '')) return []
      return [
        { where, kind: 'changed', field: column.title, before: readText(column, old), after: readText(column, row) },
      ]
    })
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
    .map((row): SettingDifference => ({ where: nameOf(row), kind: 'removed', field: null, before: '', after: '' }))
  return [...head, ...rows, ...gone]
}
