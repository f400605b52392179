import type { ListShape } from './code-list.ts'
import type { LadderShape } from './ladder-shape.ts'
import type { Named } from './reference.ts'

/**
 * Kinds of field. On the wire and in code all are strings (money and `decimal` decimal strings, `date` a day
 * `2026-11-21`, `ladder` tiers `0-100:2.00;100-:3.50`, `list` codes with spaces between them) but `integer`, which is a number.
 */
export type FieldKind = 'text' | 'code' | 'choice' | 'money' | 'integer' | 'date' | 'decimal' | 'ladder' | 'list'

/** An exact number that is no amount: a rate in percent, a price of one piece. */
export interface Exact {
  /** Decimals, as many as its column `numeric(20, digits)` keeps: the wire form has all of them. */
  readonly digits: number
  readonly min: string
  readonly max: string
  /** What stands behind it, the same in every language: `%`. Of `currency` that of the document's amounts does. */
  readonly unit?: string
}

export interface Field<K extends FieldKind = FieldKind, R extends boolean = boolean, O extends string = string> {
  readonly kind: K
  readonly required: R
  /** Longest text, in characters. */
  readonly max?: number
  /** Smallest and largest whole number. */
  readonly range?: readonly [number, number]
  /** It says how many: its refusal has the words of F1. */
  readonly isQuantity?: true
  /** Of a day: the first and the last year. */
  readonly years?: readonly [number, number]
  readonly exact?: Exact
  readonly ladder?: LadderShape
  readonly list?: ListShape
  readonly options?: readonly O[]
  /** Set by the server: never read from input. */
  readonly computed?: boolean
  /** The server fills it in where the drafter left it out: that it is there now is no change of his. */
  readonly assigned?: boolean
  /** What it refers to: from it come names, and which limits of persons it is held to. */
  readonly refersTo?: Named
  /** A second field that makes one thing with this one: their codes are chosen, named and shown together. */
  readonly joins?: string
  /** It names another document by its number: chosen from those of that type, and a link to it where it is read. */
  readonly document?: DocumentReference
  /**
   * It names a customer, a store, or whatever else people are limited to: `customer_code`, as `limitedColumns` has it. Or it names a
   * record of the kind that another field says, and who does not see that record does not see the document.
   */
  readonly limitedBy?: string | { readonly recordOf: string }
  /**
   * What it names is a part of what these limits are about: left open it is the whole, and whoever is limited to that sees it.
   * A store is its customer's, `store_code` within `customer_code`.
   */
  readonly within?: string
}

export interface DocumentReference {
  /** Its type, and the pages that open it. */
  readonly type: string
  readonly pages: { readonly pc: string; readonly mobile: string }
  /** Offered only in these states; without it in all. */
  readonly states?: readonly string[]
  /** Fields of this document whose values it must have, by the filters of its list: `{ idcCode: 'idcCode' }`. */
  readonly sameValue?: Readonly<Record<string, string>>
}

interface Referred {
  readonly name: string
  readonly pages: { readonly pc: string; readonly mobile: string }
}

interface TextOptions<R extends boolean> {
  readonly required?: R
  readonly max?: number
}

type KindOf<N extends Named> = N extends { readonly keyType: 'int' } ? 'integer' : 'code'

/** Builders of fields; a definition reads `f.money({ required: true })`. */
export const f = {
  text: <const R extends boolean = false>(options: TextOptions<R> = {}): Field<'text', R> => ({
    kind: 'text',
    required: (options.required ?? false) as R,
    max: options.max ?? 500,
  }),
  /** A code of something that has no name, or that the document itself gives one. */
  code: <const R extends boolean = false>(
    options: TextOptions<R> & Pick<Field, 'assigned' | 'limitedBy'> = {},
  ): Field<'code', R> => ({
    kind: 'code',
    required: (options.required ?? false) as R,
    max: options.max ?? 64,
    ...(options.assigned ? { assigned: true } : {}),
    ...(options.limitedBy === undefined ? {} : { limitedBy: options.limitedBy }),
  }),
  /** A record or another row, by its code or its number: `f.ref(anyArea, { required: true })`. */
  ref: <const N extends Named & { readonly names: string }, const R extends boolean = false>(
    reference: N,
    options: TextOptions<R> & Pick<Field, 'range' | 'joins'> = {},
  ): Field<KindOf<N>, R> => ({
    kind: (reference.keyType === 'int' ? 'integer' : 'code') as KindOf<N>,
    required: (options.required ?? false) as R,
    ...(reference.keyType === 'int' ? {} : { max: options.max ?? 64 }),
    refersTo: reference,
    ...(options.joins === undefined ? {} : { joins: options.joins }),
    ...(options.range ? { range: options.range } : {}),
    ...(reference.limitedBy === undefined ? {} : { limitedBy: reference.limitedBy }),
    ...(reference.within === undefined ? {} : { within: reference.within }),
  }),
  choice: <const O extends string, const R extends boolean = false>(
    options: readonly O[],
    settings: { readonly required?: R } = {},
  ): Field<'choice', R, O> => ({ kind: 'choice', required: (settings.required ?? false) as R, options }),
  money: <const R extends boolean = false>(
    options: { readonly required?: R; readonly computed?: boolean } = {},
  ): Field<'money', R> => ({
    kind: 'money',
    required: (options.required ?? false) as R,
    ...(options.computed ? { computed: true } : {}),
  }),
  integer: <const R extends boolean = false>(
    options: { readonly required?: R; readonly range?: readonly [number, number] } = {},
  ): Field<'integer', R> => ({
    kind: 'integer',
    required: (options.required ?? false) as R,
    ...(options.range ? { range: options.range } : {}),
  }),
  /** How many of something: a positive integer (F1). */
  quantity: <const R extends boolean = false>(
    options: { readonly required?: R; readonly most?: number } = {},
  ): Field<'integer', R> => ({
    kind: 'integer',
    required: (options.required ?? false) as R,
    range: [1, options.most ?? 999_999_999],
    isQuantity: true,
  }),
  /** A day of the calendar, in a column `date`. */
  date: <const R extends boolean = false>(
    options: { readonly required?: R; readonly years?: readonly [number, number] } = {},
  ): Field<'date', R> => ({
    kind: 'date',
    required: (options.required ?? false) as R,
    years: options.years ?? [2000, 2100],
  }),
  decimal: <const R extends boolean = false>({
    required,
    computed,
    ...exact
  }: Exact & { readonly required?: R; readonly computed?: boolean }): Field<'decimal', R> => ({
    kind: 'decimal',
    required: (required ?? false) as R,
    exact,
    ...(computed ? { computed: true } : {}),
  }),
  /** Another document, by its number, in a column `text`: `f.document(schemeApplication, { states: ['approved'] })`. */
  document: <const R extends boolean = false>(
    { name, pages }: Referred,
    {
      required,
      assigned,
      ...offered
    }: Pick<DocumentReference, 'states' | 'sameValue'> & { readonly required?: R; readonly assigned?: boolean } = {},
  ): Field<'code', R> => ({
    kind: 'code',
    required: (required ?? false) as R,
    max: 32,
    document: { type: name, pages: { pc: pages.pc, mobile: pages.mobile }, ...offered },
    ...(assigned ? { assigned: true } : {}),
  }),
  /** Tiers that cover everything (B14), in a column `text`. */
  ladder: <const R extends boolean = false>({
    required,
    most,
    ...shape
  }: Omit<LadderShape, 'most'> & { readonly required?: R; readonly most?: number }): Field<'ladder', R> => ({
    kind: 'ladder',
    required: (required ?? false) as R,
    ladder: { ...shape, most: most ?? 20 },
  }),
  /** Codes in any number, typed or pasted as one text, in a column `text`. */
  list: <const R extends boolean = false>({
    required,
    longest,
    ...shape
  }: Omit<ListShape, 'longest'> & { readonly required?: R; readonly longest?: number }): Field<'list', R> => ({
    kind: 'list',
    required: (required ?? false) as R,
    list: { ...shape, longest: longest ?? 64 },
  }),
  /** Yes or no; its two options have texts like those of any choice. */
  flag: <const R extends boolean = false>(settings: { readonly required?: R } = {}): Field<'choice', R, 'yes' | 'no'> =>
    f.choice(['yes', 'no'], settings),
}

export type Fields = Readonly<Record<string, Field>>

type Plain<F extends Field> = F['kind'] extends 'integer'
  ? number
  : F extends Field<'choice', boolean, infer O>
    ? O
    : string

/** A field's value in a submitted document: required ones are there. */
export type ValueOf<F extends Field> = F['required'] extends true ? Plain<F> : Plain<F> | null

export type ValuesOf<T extends Fields> = { readonly [K in keyof T]: ValueOf<T[K]> }

/** `budgetDeptCode` stands in column `budget_dept_code`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const SQL_TYPES: Record<FieldKind, string> = {
  text: 'text',
  code: 'text',
  choice: 'text',
  money: 'numeric',
  integer: 'int',
  date: 'date',
  decimal: 'numeric',
  ladder: 'text',
  list: 'text',
}

export function sqlTypeOf(field: Field): string {
  return SQL_TYPES[field.kind]
}
