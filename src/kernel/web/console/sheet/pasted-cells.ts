import { readDayText } from '#kernel/base/clock/day.ts'
import { readTiers } from '#kernel/engine/definition/ladder.ts'
import { isRight, optionCalled, pastedValue, type SheetColumn, type Values } from './sheet-columns.ts'

export interface PastedCells {
  readonly cells: readonly Values[]
  /** Filled cells that belong to no column of the sheet. */
  readonly leftOut: number
  /** Titles of the columns that are only shown, whose filled cells were left out too. */
  readonly onlyShown: readonly string[]
}

/** Where a pasted cell goes: a column, or one half of a column that stands for two codes. */
interface Target {
  readonly column: SheetColumn
  readonly half?: 0 | 1
}

type Rows = readonly (readonly string[])[]

/**
 * The cells of pasted text, from one column on. Columns that are only shown take none: where the text has as many cells as there are
 * columns in sight, theirs are left out; where it has fewer, they are passed over. A first row of titles says which column each cell
 * belongs to, in any order. What was pasted stays: a choice sets only values that were not pasted beside it.
 */
export function pastedCells(columns: readonly SheetColumn[], fromKey: string, rows: Rows): PastedCells {
  const titled = rows[0] ? titledTargets(columns, rows[0]) : null
  const pasted = titled ? rows.slice(1) : rows
  const targets = titled ?? targetsFrom(columns, fromKey, pasted)
  const unused = pasted.flatMap((cells) =>
    cells.flatMap((text, at) => (isTaken(targets[at]) || text.trim() === '' ? [] : [targets[at]?.column.title])),
  )
  const onlyShown = [...new Set(unused.filter((title) => title !== undefined))]
  const leftOut = unused.filter((title) => title === undefined).length
  return { cells: pasted.map((cells) => valuesOf(cells, targets)), leftOut, onlyShown }
}

/** Whether a cell goes into the sheet: not beyond its columns, nor into one that is only shown. */
const isTaken = (target: Target | null | undefined): boolean =>
  target?.column.kind !== undefined && target.column.kind !== 'shown'

/** A title as it is compared: a template marks required ones with a star. */
const titleKey = (text: string): string => text.replaceAll('*', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** The columns of a row of titles; null where it is a row of values. Half of its filled cells must be titles, and at least two. */
function titledTargets(columns: readonly SheetColumn[], row: readonly string[]): readonly (Target | null)[] | null {
  const byTitle = new Map<string, Target>()
  for (const column of columns) {
    byTitle.set(titleKey(column.title), { column })
    if (column.kind !== 'choice') continue
    for (const half of [0, 1] as const)
      if (column.halves) byTitle.set(titleKey(column.halves.titles[half]), { column, half })
  }
  const targets = row.map((text) => byTitle.get(titleKey(text)) ?? null)
  const found = targets.filter((target) => target !== null).length
  const filled = row.filter((text) => text.trim() !== '').length
  if (found < 2 || found * 2 < filled) return null
  const halved = new Set(targets.flatMap((target) => (target?.half === 1 ? [target.column.key] : [])))
  return targets.map((target) => {
    if (!target) return null
    // The title of a column may be that of its first half.
    if (halved.has(target.column.key)) return { half: 0, ...target }
    return target.half === 0 ? { column: target.column } : target
  })
}

/** The columns of cells by their places. A column of two codes takes two cells where these are the codes of one of its options. */
function targetsFrom(columns: readonly SheetColumn[], fromKey: string, rows: Rows): readonly Target[] {
  const from = columns.findIndex((column) => column.key === fromKey)
  const inSight = columns.slice(Math.max(0, from))
  const all = targetsOf(inSight, rows)
  const isOfAll =
    rows.every(({ length }) => length <= all.length) &&
    rows.some(({ length }) => length === all.length) &&
    all.every(
      ({ column }, at) => column.kind !== 'shown' || rows.every((cells) => isShownLike(column, cells[at] ?? '')),
    )
  const filled = targetsOf(
    inSight.filter(({ kind }) => kind !== 'shown'),
    rows,
  )
  return isOfAll || misfits(all, rows) < misfits(filled, rows) ? all : filled
}

/** How many cells cannot be what their columns hold: a block that was copied from the screen has cells of columns that are only shown, too. */
function misfits(targets: readonly Target[], rows: Rows): number {
  return rows.flatMap((cells) => cells.filter((text, at) => text.trim() !== '' && !mayHold(targets[at], text))).length
}

function mayHold(target: Target | undefined, text: string): boolean {
  if (!target || text.trim() === '/') return target?.column.kind === 'shown'
  const { column, half } = target
  switch (column.kind) {
    case 'shown':
      return isShownLike(column, text)
    case 'amount':
    case 'decimal':
      return !Number.isNaN(Number(pastedValue(column, text, {})))
    case 'day':
      return readDayText(text.trim()) !== null
    case 'choice':
      return (
        half !== undefined || column.options({}).length === 0 || optionCalled(column.options({}), text) !== undefined
      )
    case 'opened':
      return column.field.kind === 'list' || readTiers(text.trim()) !== null
    case 'text':
      return true
  }
}

/** Whether a text may be what such a column shows: where this is a number, it has digits, or is the sign of none. */
function isShownLike(column: SheetColumn, text: string): boolean {
  return !isRight(column) || /\d/.test(text) || ['', '/'].includes(text.trim())
}

function targetsOf(columns: readonly SheetColumn[], rows: Rows): readonly Target[] {
  const targets: Target[] = []
  for (const column of columns) {
    const at = targets.length
    const isHalved =
      column.kind === 'choice' && rows.some((cells) => halvesOf(column, cells[at] ?? '', cells[at + 1] ?? '') !== null)
    if (isHalved) targets.push({ column, half: 0 }, { column, half: 1 })
    else targets.push({ column })
  }
  return targets
}

/** The value of two codes, or null where no option has them. */
function halvesOf(column: SheetColumn & { readonly kind: 'choice' }, one: string, other: string): string | null {
  if (!column.halves || one.trim() === '' || other.trim() === '') return null
  const [first, second] = [one, other].map((text) => text.split(' / ', 1)[0]?.trim() ?? '')
  return optionCalled(column.options({}), column.halves.join(first ?? '', second ?? ''))?.value ?? null
}

function valuesOf(cells: readonly string[], targets: readonly (Target | null)[]): Values {
  const pasted: Record<string, string> = {}
  const set: Record<string, string> = {}
  targets.forEach((target, at) => {
    const text = cells[at]
    if (!target || !isTaken(target) || text === undefined || target.half === 1) return
    const { column } = target
    const beside = { ...set, ...pasted }
    const second =
      target.half === 0 ? (cells[targets.findIndex((each) => each?.half === 1 && each.column === column)] ?? '') : ''
    const halves =
      target.half === 0 && column.kind === 'choice'
        ? (halvesOf(column, text, second) ?? joined(column, text, second))
        : null
    const value = halves ?? pastedValue(column, text, beside)
    pasted[column.key] = value
    if (column.kind !== 'choice' || value === '') return
    for (const [key, of] of Object.entries(column.also?.(value, beside) ?? {})) if (of !== '') set[key] = of
  })
  const filled = Object.entries(pasted).filter(([key, value]) => value !== '' || set[key] === undefined)
  return { ...set, ...Object.fromEntries(filled) }
}

/** Two codes that no option has stay what they are, to be refused. */
function joined({ halves }: SheetColumn & { readonly kind: 'choice' }, one: string, other: string): string {
  const [first, second] = [one.trim(), other.trim()]
  return halves && first !== '' && second !== '' ? halves.join(first, second) : first || second
}
