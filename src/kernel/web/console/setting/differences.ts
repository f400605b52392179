import { cellText, type SheetColumn, type Values } from '../sheet/sheet-columns.ts'

/** What a draft or a version is as lines of a sheet: compared, shown and edited in the same words. */
export interface Sheeted {
  readonly head: Values
  readonly rows: readonly Values[]
}

export interface SettingDifference {
  /** Which row, by its name; null for what is of the whole. */
  readonly where: string | null
  readonly kind: 'changed' | 'added' | 'removed' | 'moved'
  readonly field: string | null
  readonly before: string
  readonly after: string
}

export interface Compared {
  readonly columns: readonly SheetColumn[]
  /** Labels and, where they are choices, texts of the head. */
  readonly head: readonly { readonly key: string; readonly title: string; readonly text?: (value: string) => string }[]
  /** Says which rows are the same thing: a step's key, a band's code. */
  readonly identity: string
  /** The column that names a row. */
  readonly name: string
  /** Whether the order of rows means something. */
  readonly isOrdered: boolean
}

/** Everything that differs, from top to bottom of what is new; what was removed comes last. */
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
        { where, kind: 'changed', field: column.title, before: cellText(column, old), after: cellText(column, row) },
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
