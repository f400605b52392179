import { formatExact, isExact } from '#kernel/base/money/exact-text.ts'
import { tierValueOf } from './ladder-shape.ts'
import type { Field, Fields } from './fields.ts'

/** A field, or several shown as one: `{ label: 'period', of: ['year', 'month'] }` is `2026-12` under `fields.period`. */
export type Fact<F extends string = string> = F | { readonly label: string; readonly of: readonly F[] }

/**
 * How a document is presented: which fields in which groups and order. Pages, phone pages, forms, task cards and prints
 * follow it. Everything has a default, so a plain document needs none of it.
 */
export interface DocumentView<F extends string = string, L extends string = string> {
  /** Choice whose option titles the document (`titles.<option>`); otherwise the label does. */
  readonly title?: F
  /** Subject after the title, in task lists and chat messages. */
  readonly subject?: readonly Fact<F>[]
  /** The amount that it asks for, and the currency of its amounts. */
  readonly amount?: F
  readonly currency?: F
  /** Groups of facts to display; a group with a single long text gets the whole width. */
  readonly facts?: readonly (readonly Fact<F>[])[]
  /** Fields of the form, in input order. */
  readonly form?: readonly F[]
  readonly lines?: LinesView<L>
}

/** How the lines are presented, or the rows of a further table. */
export interface LinesView<L extends string = string> {
  readonly columns?: readonly L[]
  /** Columns that stay while the table scrolls sideways. */
  readonly frozen?: readonly L[]
  /** Column totalled under the table, by default its first amount that is typed; `null` where a total says nothing, as of unit prices. */
  readonly sum?: L | null
  /** Title of a line's card on a phone, in two or three words. */
  readonly card?: readonly L[]
  /** Amounts in the document's currency that the server computes at submit, shown for the decision; no limits. */
  readonly judged?: readonly L[]
}

interface Viewed {
  readonly fields: Fields
  readonly lines: Fields
  readonly view?: DocumentView
}

/** A definition's view with the defaults filled in. */
export interface FullView {
  readonly title: string | null
  readonly subject: readonly Fact[]
  readonly amount: string | null
  readonly currency: string | null
  readonly facts: readonly (readonly Fact[])[]
  readonly form: readonly string[]
  readonly lines: {
    readonly columns: readonly string[]
    readonly frozen: readonly string[]
    readonly sum: string | null
    readonly card: readonly string[]
  }
}

export function viewOf(definition: Viewed): FullView {
  const { view = {}, fields, lines } = definition
  const typed = heldFields(fields).filter((name) => !fields[name]?.computed)
  const columns = view.lines?.columns ?? heldFields(lines)
  // A view without a sum says null.
  const { sum = columns.find((name) => lines[name]?.kind === 'money' && !lines[name].computed) ?? null } =
    view.lines ?? {}
  return {
    title: view.title ?? null,
    subject: view.subject ?? [],
    amount: view.amount ?? null,
    currency: view.currency ?? null,
    facts: view.facts ?? [typed],
    form: view.form ?? typed,
    lines: {
      columns,
      frozen: view.lines?.frozen ?? columns.slice(0, 1),
      sum,
      card: view.lines?.card ?? columns.filter((name) => lines[name]?.kind === 'code').slice(0, 2),
    },
  }
}

/** The second half of a pair is filled in and shown with the first. */
function heldFields(fields: Fields): readonly string[] {
  const seconds = new Set(Object.values(fields).map((field) => field.joins))
  return Object.keys(fields).filter((name) => !seconds.has(name))
}

export function fieldsOf(fact: Fact): readonly string[] {
  return typeof fact === 'string' ? [fact] : fact.of
}

/** Names of codes: `names.pools.PP01`. Two codes that form one key are joined by `|`. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

export const JOINT = '|'

type Values = Readonly<Record<string, unknown>>

/** The value of a field as text; for a pair, both codes joined. Empty where there is none. */
export function valueText(fields: Fields, name: string, values: Values): string {
  const first = textOf(values[name])
  const second = fields[name]?.joins
  if (second === undefined || first === '') return first
  return `${first}${JOINT}${textOf(values[second])}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function nameOf(field: Field | undefined, names: Names, value: string): string | undefined {
  const list = field?.refersTo?.names
  return list === undefined ? undefined : names[list]?.[value]
}

/** How a coded value is written: its name alone, or `code / name` (spec section 3). */
export type NameStyle = 'name' | 'coded'

interface Reading {
  /** Fields of the header or of a line, and where their texts are. */
  readonly fields: Fields
  readonly names: Names
  /** Text at a path below the document's own texts: `options.applyType.grant`. */
  readonly text: (path: string) => string
  readonly style: NameStyle
}

/**
 * Formats a fact: options by text, codes by name, parts joined; empty for no value. Amounts stay decimal text, and
 * tiers stay input for `ladderText`, because every phone loads this.
 */
export function factText(reading: Reading, fact: Fact, values: Values): string {
  if (typeof fact !== 'string') return jointText(fact.of.map((name) => valueText(reading.fields, name, values)))
  const value = valueText(reading.fields, fact, values)
  const field = reading.fields[fact]
  if (value === '' || !field) return value
  if (field.kind === 'choice') return reading.text(`options.${fact}.${value}`)
  if (field.exact) return exactText(field, value)
  const name = nameOf(field, reading.names, value)
  // Of a pair the second code is the more specific one, and the one people know.
  const code = field.joins === undefined ? value : value.slice(value.indexOf(JOINT) + 1) || value.split(JOINT, 1)[0]!
  if (name === undefined || name === code) return code
  return reading.style === 'name' || field.kind !== 'code' ? name : `${code} / ${name}`
}

/** `2.50%`; the caller adds a currency. */
export function exactText({ exact }: Field, value: string): string {
  return exact && isExact(value) ? `${formatExact(value, exact.digits)}${unitOf({ exact })}` : value
}

/** Whether a field's value has the document's currency: a price, or tiers of prices. */
export function isPrice({ exact, ladder }: Pick<Field, 'exact' | 'ladder'>, values: Values): boolean {
  return (ladder ? tierValueOf(ladder, values) : exact)?.unit === 'currency'
}

/** The unit after a decimal; a word is separated by a space. */
export function unitOf({ exact }: Pick<Field, 'exact'>, currency = ''): string {
  const unit = exact?.unit === 'currency' ? currency : (exact?.unit ?? '')
  return unit === '' || unit === '%' ? unit : ` ${unit}`
}

/** `2026` and `3` give `2026-03`, two days `2026-03-01 – 2026-03-31`; missing parts at the end are left out. */
function jointText(parts: readonly string[]): string {
  const first = parts.findIndex((part) => part === '')
  const said = parts.slice(0, first === -1 ? parts.length : first).map((part) => part.padStart(2, '0'))
  // Days contain hyphens themselves.
  return said.join(said[0]?.includes('-') ? ' – ' : '-')
}

/** Title and subject of a document: `Budget grant, India, Channel pool, 2026-12`. */
export function titleText(view: FullView, reading: Omit<Reading, 'style'>, values: Values, separator: string): string {
  const subject = view.subject.map((fact) => factText({ ...reading, style: 'name' }, fact, values))
  return [headingText(view, reading.text, values), ...subject].filter(Boolean).join(separator)
}

/** Title of a document: by the option that its title follows, or its label. */
export function headingText(view: FullView, text: Reading['text'], values: Values): string {
  const option = view.title === null ? '' : textOf(values[view.title])
  return option === '' ? text('label') : text(`titles.${option}`)
}
