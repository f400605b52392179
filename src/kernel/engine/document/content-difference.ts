import type { ChangeView } from '#kernel/engine/approval/approval-wire.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import { type Fact, type FullView, type Names, valueText, viewOf } from '#kernel/engine/definition/view.ts'
import { writtenFact } from '#kernel/engine/definition/written-fact.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { lineFieldsPath, partsOf, rowsOf, type TablePart } from '#kernel/engine/definition/parts.ts'

type Values = Readonly<Record<string, unknown>>

/** Header, lines and rows of further tables of one round by field name, as submitted. */
export interface RoundContent {
  readonly header: Values
  readonly lines: readonly Values[]
  readonly tables?: Readonly<Record<string, readonly Values[]>>
}

/** How values are formatted: names of the codes of both rounds, and the document's own texts. */
export interface DifferenceReading {
  readonly names: Names
  readonly text: (path: string) => string
}

export interface ContentDifference {
  readonly changes: readonly ChangeView[]
  /** Number of changes that are not listed. */
  readonly more: number
}

/** A longer list would not be read to its end. */
const MOST = 200

/**
 * The differences between two rounds as people read them: names of codes, amounts with currency. Only what the document's pages show is
 * compared, without values that the server looks up for a line (availability changes by others' acts).
 */
export function contentDifference(
  definition: AnyDefinition,
  reading: DifferenceReading,
  before: RoundContent,
  after: RoundContent,
): ContentDifference {
  const changes = [
    ...headerChanges(definition, reading, before.header, after.header),
    ...lineChanges(definition, reading, before, after),
    ...partsOf(definition).flatMap((part) => tableChanges(part, reading, before, after)),
  ]
  return { changes: changes.slice(0, MOST), more: Math.max(0, changes.length - MOST) }
}

/** The same of a further table, whose name precedes that of the column. */
function tableChanges(
  part: TablePart,
  reading: DifferenceReading,
  before: RoundContent,
  after: RoundContent,
): readonly ChangeView[] {
  const table = part.part
  const title = reading.text(`fields.${table}`)
  const own = (content: RoundContent) => ({ header: content.header, lines: rowsOf(part, content) })
  return lineChanges(part, reading, own(before), own(after)).map((change) => ({
    ...change,
    table,
    label: `${title} · ${change.label}`,
  }))
}

function headerChanges(
  definition: AnyDefinition,
  reading: DifferenceReading,
  before: Values,
  after: Values,
): ChangeView[] {
  const view = viewOf(definition)
  return headerFacts(view).flatMap((fact) => {
    const read = (values: Values) => shown(definition.fields, reading, fact, values, currencyOf(view, values))
    const field = typeof fact === 'string' ? fact : fact.label
    const [was, is] = [read(before), read(after)]
    return was === is
      ? []
      : [change({ row: null, field, label: reading.text(`fields.${field}`), before: was, after: is })]
  })
}

/** Each fact once: the title's choice and the amount first, then the groups as the page shows them, then the rest of the form. */
function headerFacts(view: FullView): readonly Fact[] {
  const seen = new Set<string>()
  const all: Fact[] = [view.title, view.amount, ...view.facts.flat(), ...view.form].filter((fact) => fact !== null)
  return all.filter((fact) => {
    const parts = typeof fact === 'string' ? [fact] : fact.of
    if (parts.every((part) => seen.has(part))) return false
    for (const part of parts) seen.add(part)
    return true
  })
}

function currencyOf(view: FullView, header: Values): string {
  const value = view.currency === null ? undefined : header[view.currency]
  return typeof value === 'string' ? value : ''
}

/** Null for no value. */
function shown(
  fields: Fields,
  { names, text }: DifferenceReading,
  fact: Fact,
  values: Values,
  currency: string,
): string | null {
  const value = writtenFact({ fields, names, text, style: 'coded' }, fact, values)
  if (value === '') return null
  if (typeof fact === 'string' && fields[fact]?.kind === 'money')
    return [formatAmount(value), currency].filter(Boolean).join(' ')
  return value
}

function change(view: Omit<ChangeView, 'line' | 'about'>): ChangeView {
  return { ...view, line: null, about: null }
}

function lineChanges(
  definition: AnyDefinition,
  reading: DifferenceReading,
  before: RoundContent,
  after: RoundContent,
): ChangeView[] {
  const { lines: fields } = definition
  const view = viewOf(definition)
  const columns = view.lines.columns.filter((name) => !fields[name]?.computed)
  const wasIn = currencyOf(view, before.header)
  const isIn = currencyOf(view, after.header)
  const about = (line: Values) =>
    view.lines.card
      .map((name) => writtenFact({ fields, ...reading, style: 'name' }, name, line))
      .filter(Boolean)
      .join(' · ')
  const { pairs, added, removed } = matchLines(fields, columns, before.lines, after.lines)
  const rows = (kind: 'changed' | 'added' | 'removed', was: number | null, is: number | null) => {
    const old = was === null ? null : before.lines[was]!
    const now = is === null ? null : after.lines[is]!
    return columns.flatMap((field): ChangeView[] => {
      // The line's amount is unchanged but for its currency: a changed currency is reported once, in the header.
      if (old && now && valueText(fields, field, old) === valueText(fields, field, now)) return []
      const [first, second] = [
        old && shown(fields, reading, field, old, wasIn),
        now && shown(fields, reading, field, now, isIn),
      ]
      if (first === second) return []
      if (kind === 'changed' && fields[field]?.assigned && (first === null || second === null)) return []
      const row = (is ?? was ?? 0) + 1
      const label = reading.text(`${lineFieldsPath(definition)}.${field}`)
      return [{ row, field, label, before: first, after: second, line: kind, about: about(now ?? old ?? {}) || null }]
    })
  }
  return [
    ...[
      ...pairs.map(([was, is]) => ({ at: is, changes: rows('changed', was, is) })),
      ...added.map((is) => ({ at: is, changes: rows('added', null, is) })),
    ]
      .toSorted((a, b) => a.at - b.at)
      .flatMap(({ changes }) => changes),
    ...removed.flatMap((was) => rows('removed', was, null)),
  ]
}

export interface MatchedLines {
  /** Index before, index after. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/**
 * Matches current lines with former ones: equal in every column first, then the same business key in order (a moved
 * line is no change), then the same position with half of the columns equal: a corrected code.
 */
export function matchLines(
  fields: Fields,
  columns: readonly string[],
  before: readonly Values[],
  after: readonly Values[],
): MatchedLines {
  const partner: (number | null)[] = after.map(() => null)
  const taken = new Set<number>()
  const pair = (was: number, is: number) => {
    partner[is] = was
    taken.add(was)
  }
  const keys = columns.filter(
    (name) => fields[name]?.required && (fields[name].kind === 'code' || fields[name].kind === 'choice'),
  )
  const key = keys.length > 0 ? keys : columns.slice(0, 1)
  for (const names of [columns.filter((name) => !fields[name]?.assigned), key]) {
    const waiting = new Map<string, number[]>()
    before.forEach((line, index) => {
      if (taken.has(index)) return
      put(waiting, textOf(fields, names, line), index)
    })
    after.forEach((line, index) => {
      const was = partner[index] === null ? waiting.get(textOf(fields, names, line))?.shift() : undefined
      if (was !== undefined) pair(was, index)
    })
  }
  markDuplicatePair(fields, columns, before, after, partner, taken, pair)
  return {
    pairs: partner.flatMap((was, is) => (was === null ? [] : [[was, is] as const])),
    added: partner.flatMap((was, is) => (was === null ? [is] : [])),
    removed: before.flatMap((_, index) => (taken.has(index) ? [] : [index])),
  }
}

function textOf(fields: Fields, names: readonly string[], line: Values): string {
  return JSON.stringify(names.map((name) => valueText(fields, name, line)))
}

function put<K>(lists: Map<K, number[]>, key: K, index: number): void {
  const list = lists.get(key)
  if (list) list.push(index)
  else lists.set(key, [index])
}

/** Distance within which a matching line is searched; beyond it, the whole section counts as rewritten. */
const NEAR = 20

/** Lines that follow the same line before and after are in the same position. */
function markDuplicatePair(
  fields: Fields,
  columns: readonly string[],
  before: readonly Values[],
  after: readonly Values[],
  partner: readonly (number | null)[],
  taken: ReadonlySet<number>,
  pair: (was: number, is: number) => void,
): void {
  const left = new Map<number, number[]>()
  let follows = -1
  before.forEach((_, index) => {
    if (taken.has(index)) follows = index
    else put(left, follows, index)
  })
  const duplicates = (was: number, is: number) => {
    const same = columns.filter((name) => valueText(fields, name, before[was]!) === valueText(fields, name, after[is]!))
    return same.length * 2 >= columns.length
  }
  let place = -1
  const open = partner.map((was) => {
    if (was !== null) place = was
    return was === null ? place : null
  })
  open.forEach((gap, is) => {
    if (gap === null) return
    const candidates = left.get(gap) ?? []
    const at = candidates.slice(0, NEAR).findIndex((was) => duplicates(was, is))
    if (at !== -1) for (const found of candidates.splice(at, 1)) pair(found, is)
  })
}
