import { formatExact, isExact } from '#kernel/base/money/exact-text.ts'
import { tierValueOf } from './ladder-shape.ts'
import type { Field, Fields } from './fields.ts'

/** A field, or several read as one: `{ label: 'period', of: ['year', 'month'] }` is `2026-12` under `fields.period`. */
export type Fact<F extends string = string> = F | { readonly label: string; readonly of: readonly F[] }

/**
 * How people read a document: which fields in which groups and order. Pages, phone pages, forms, task cards and prints
 * follow it. Everything has a default, so a plain document needs none of it.
 */
export interface DocumentView<F extends string = string, L extends string = string> {
  /** Choice whose options name the document (`titles.<option>`); without it the label does. */
  readonly title?: F
  /** What it is about, after its title, in task lists and chat messages. */
  readonly subject?: readonly Fact<F>[]
  /** The amount that it asks for, and the currency of its amounts. */
  readonly amount?: F
  readonly currency?: F
  /** Groups of facts to read; a group with a single long text gets the whole width. */
  readonly facts?: readonly (readonly Fact<F>[])[]
  /** Fields of the form, in the order they are filled in. */
  readonly form?: readonly F[]
  readonly lines?: {
    readonly columns?: readonly L[]
    /** Stay while the table scrolls sideways. */
    readonly frozen?: readonly L[]
    /** Added up under the table. */
    readonly sum?: L
    /** Where a line is, in two or three words: the head of its card on a phone. */
    readonly card?: readonly L[]
    /** Amounts of the document's currency that the server works out when it is submitted, and that who decides judges by: no limits. */
    readonly judged?: readonly L[]
  }
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
      sum: view.lines?.sum ?? columns.find((name) => lines[name]?.kind === 'money' && !lines[name].computed) ?? null,
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

/** Names of codes: `names.pools.PP01`. Two codes that make one thing are joined by `|`. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

export const JOINT = '|'

type Values = Readonly<Record<string, unknown>>

/** The value of a field as text; of a pair, both codes as one. Empty where there is none. */
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

/** How a value is written: its name alone, or `code / name` (spec section 3). */
export type NameStyle = 'name' | 'coded'

interface Reading {
  /** Fields of the header or of a line, and where their texts stand. */
  readonly fields: Fields
  readonly names: Names
  /** Text of a path below the document's own texts: `options.applyType.grant`. */
  readonly text: (path: string) => string
  readonly style: NameStyle
}

/**
 * A fact as people read it: options by their text, codes by their name, parts joined; empty for nothing. Amounts stay decimal text, and
 * tiers what `ladderText` reads, for every phone loads this.
 */
export function factText(reading: Reading, fact: Fact, values: Values): string {
  if (typeof fact !== 'string') return jointText(fact.of.map((name) => valueText(reading.fields, name, values)))
  const value = valueText(reading.fields, fact, values)
  const field = reading.fields[fact]
  if (value === '' || !field) return value
  if (field.kind === 'choice') return reading.text(`options.${fact}.${value}`)
  if (field.exact) return exactText(field, value)
  const name = nameOf(field, reading.names, value)
  // Of a pair the second code is the finer one, and the one people know.
  const code = field.joins === undefined ? value : value.slice(value.indexOf(JOINT) + 1) || value.split(JOINT, 1)[0]!
  if (name === undefined || name === code) return code
  return reading.style === 'name' || field.kind === 'integer' ? name : `${code} / ${name}`
}

/** `2.50%`; a currency is said by who knows which. */
export function exactText({ exact }: Field, value: string): string {
  return exact && isExact(value) ? `${formatExact(value, exact.digits)}${unitOf({ exact })}` : value
}

/** Whether the currency of the document stands behind what a field says: of a price, and of tiers that are prices. */
export function isPrice({ exact, ladder }: Pick<Field, 'exact' | 'ladder'>, values: Values): boolean {
  return (ladder ? tierValueOf(ladder, values) : exact)?.unit === 'currency'
}

/** What stands behind a decimal; a word stands apart from its number. */
export function unitOf({ exact }: Pick<Field, 'exact'>, currency = ''): string {
  const unit = exact?.unit === 'currency' ? currency : (exact?.unit ?? '')
  return unit === '' || unit === '%' ? unit : ` ${unit}`
}

/** `2026` and `3` read `2026-03`, two days `2026-03-01 – 2026-03-31`; what is missing at the end is left out. */
function jointText(parts: readonly string[]): string {
  const first = parts.findIndex((part) => part === '')
  const said = parts.slice(0, first === -1 ? parts.length : first).map((part) => part.padStart(2, '0'))
  // Days have hyphens of their own.
  return said.join(said[0]?.includes('-') ? ' – ' : '-')
}

/** What a document is called and what it is about: `Budget grant, India, Channel pool, 2026-12`. */
export function titleText(view: FullView, reading: Omit<Reading, 'style'>, values: Values, separator: string): string {
  const subject = view.subject.map((fact) => factText({ ...reading, style: 'name' }, fact, values))
  return [headingText(view, reading.text, values), ...subject].filter(Boolean).join(separator)
}

/** What a document is called: by the option that its title follows, or by its label. */
export function headingText(view: FullView, text: Reading['text'], values: Values): string {
  const option = view.title === null ? '' : textOf(values[view.title])
  return option === '' ? text('label') : text(`titles.${option}`)
}
