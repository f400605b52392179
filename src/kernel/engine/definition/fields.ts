import type { ListShape } from './code-list.ts'
import type { LadderShape } from './ladder-shape.ts'
import type { Named, Reference } from './reference.ts'

/**
 * Kinds of field. On the wire and in code all are strings (money and `decimal` decimal strings, `date` a day
 * `2026-11-21`, `ladder` tiers `0-100:2.00;100-:3.50`, `list` codes separated by spaces), except `integer`, which is a number.
 */
export type FieldKind = 'text' | 'code' | 'choice' | 'money' | 'integer' | 'date' | 'decimal' | 'ladder' | 'list'

/** An exact number that is no amount: a rate in percent, a unit price. */
export interface Exact {
  /** Decimals of its column `numeric(20, digits)`: the wire form has all of them. */
  readonly digits: number
  readonly min: string
  readonly max: string
  /** Its unit, the same in every language: `%`. With `currency` it is that of the document's amounts. */
  readonly unit?: string
}

export interface Field<K extends FieldKind = FieldKind, R extends boolean = boolean, O extends string = string> {
  readonly kind: K
  readonly required: R
  /** Maximum length in characters. */
  readonly max?: number
  /** Smallest and largest whole number. */
  readonly range?: readonly [number, number]
  /** A quantity: its refusal has the words of F1. */
  readonly isQuantity?: true
  /** For a date: the first and the last year. */
  readonly years?: readonly [number, number]
  readonly exact?: Exact
  readonly ladder?: LadderShape
  readonly list?: ListShape
  readonly options?: readonly O[]
  /** Set by the server and never read from input. */
  readonly computed?: boolean
  /** The server fills it in where the drafter left it out, so filling it is no change by the drafter. */
  readonly assigned?: boolean
  /** The record that it refers to, from which follow names and the limits of persons that apply. */
  readonly refersTo?: Named | Reference
  /** Fields that stand for those that its selector asks for: the receiver's area instead of the giver's. */
  readonly asks?: Readonly<Record<string, string>>
  /** A second field that forms one key with this one: both codes are chosen, named and shown together. */
  readonly joins?: string
  /** It names another document by its number: chosen from those of that type, and shown as a link. */
  readonly document?: DocumentReference
  /**
   * It names a partner beside the field by which people are limited: those limits do not apply to what is named here, so the facts of the binding say
   * who may name whom, and people of the partner see the document once it is submitted.
   */
  readonly partner?: true
  /** The field with the kind of the record whose key it holds: people who do not see that record do not see the document. */
  readonly recordOf?: string
}

export interface DocumentReference {
  /** Its type, and the pages that open it. */
  readonly type: string
  readonly pages: { readonly pc: string; readonly mobile: string }
  /** Offered only in these states; by default in all. */
  readonly states?: readonly string[]
  /** Fields of this document whose values the other must share, by the filters of its list: `{ idcCode: 'idcCode' }`. */
  readonly sameValue?: Readonly<Record<string, string>>
}

/** Whether a filter finds values of the field by the beginning of their code. */
export function isFoundByBeginning({ refersTo }: Pick<Field, 'refersTo'>): boolean {
  return refersTo !== undefined && 'byBeginning' in refersTo
}

/** Whether a field is a number of percent. */
export function isPercent(field: Pick<Field, 'exact'> | undefined): boolean {
  return field?.exact?.unit === '%'
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

/** Builders of fields, as in `f.money({ required: true })`. */
export const f = {
  text: <const R extends boolean = false>(options: TextOptions<R> = {}): Field<'text', R> => ({
    kind: 'text',
    required: (options.required ?? false) as R,
    max: options.max ?? 500,
  }),
  /** A code that has no name, or that the document itself assigns. */
  code: <const R extends boolean = false>(
    options: TextOptions<R> & Pick<Field, 'assigned' | 'recordOf'> = {},
  ): Field<'code', R> => ({
    kind: 'code',
    required: (options.required ?? false) as R,
    max: options.max ?? 64,
    ...(options.assigned ? { assigned: true } : {}),
    ...(options.recordOf === undefined ? {} : { recordOf: options.recordOf }),
  }),
  /** A record or another row, by its code or its number: `f.ref(anyArea, { required: true })`. */
  ref: <const N extends Named, const R extends boolean = false>(
    reference: N,
    options: TextOptions<R> & Pick<Field, 'range' | 'joins' | 'asks' | 'partner'> = {},
  ): Field<KindOf<N>, R> & { readonly refersTo: N } => ({
    kind: (reference.keyType === 'int' ? 'integer' : 'code') as KindOf<N>,
    required: (options.required ?? false) as R,
    ...(reference.keyType === 'int' ? {} : { max: options.max ?? 64 }),
    refersTo: reference,
    ...(options.joins === undefined ? {} : { joins: options.joins }),
    ...(options.asks ? { asks: options.asks } : {}),
    ...(options.partner ? { partner: true } : {}),
    ...(options.range ? { range: options.range } : {}),
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
  /** A positive number of pieces (F1). */
  quantity: <const R extends boolean = false>(
    options: { readonly required?: R; readonly most?: number } = {},
  ): Field<'integer', R> => ({
    kind: 'integer',
    required: (options.required ?? false) as R,
    range: [1, options.most ?? 999_999_999],
    isQuantity: true,
  }),
  /** A calendar day, in a column `date`. */
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
  /** Tiers without gaps (B14), in a column `text`. */
  ladder: <const R extends boolean = false>({
    required,
    most,
    ...shape
  }: Omit<LadderShape, 'most'> & { readonly required?: R; readonly most?: number }): Field<'ladder', R> => ({
    kind: 'ladder',
    required: (required ?? false) as R,
    ladder: { ...shape, most: most ?? 20 },
  }),
  /** Any number of codes, typed or pasted as one text, in a column `text`. */
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

/** The value of a field by its kind; a field of unknown kind may hold a text or a number. */
type Plain<F extends Field> = FieldKind extends F['kind']
  ? string | number
  : F['kind'] extends 'integer'
    ? number
    : F extends Field<'choice', boolean, infer O>
      ? O
      : string

/** A field's value in a submitted document: required ones are present. */
export type ValueOf<F extends Field> = F['required'] extends true ? Plain<F> : Plain<F> | null

export type ValuesOf<T extends Fields> = { readonly [K in keyof T]: ValueOf<T[K]> }

/** `budgetDeptCode` is stored in column `budget_dept_code`. */
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
