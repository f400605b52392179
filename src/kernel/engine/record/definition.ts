import { columnOf, f, type Field, type Fields, sqlTypeOf } from '#kernel/engine/definition/fields.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordRights } from './record-rights.ts'
import { LIFE, type RecordState } from './states.ts'
import type { Related } from './routes/record-usage.ts'

import type { Reference } from '#kernel/engine/definition/reference.ts'
import type { GivenField, GivenFields, Links, RecordField, RecordFields } from './record-field.ts'

interface NamingField<Name extends string> {
  /** The field by which people know the row there, where it is not the key. */
  readonly shows?: Name
  /** Its rows have their own name there, under `uses.<field>` of the texts instead of `many`. */
  readonly hasOwnWords?: true
}

interface Fillable {
  readonly required?: boolean
}

/** Builders of fields that only records have; all others are those of documents (`f.ref`, `f.date`). */
export const r = {
  many: (reference: Reference, links: Links, { required = false }: Fillable = {}): RecordField => ({
    kind: 'text',
    required,
    max: 2000,
    refersTo: reference,
    links,
  }),
  /** A text with a pattern: `r.shaped(f.code({ required: true }), /^[A-Z]{2}$/, 'IN')`. */
  shaped: (field: Field, pattern: RegExp, like: string): GivenField => ({ ...field, shape: { pattern, like } }),
  /** A positive number of up to six decimals, as text like every non-integer. */
  rate: ({ required = false }: Fillable = {}): RecordField => ({
    kind: 'code',
    required,
    max: 21,
    stored: 'numeric',
    shape: { pattern: /^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,6})?$/, like: '84.5' },
  }),
  /** A choice on which no rule depends: administrators may add options under Dictionaries. */
  open: (field: Field): GivenField => ({ ...field, isOpen: true }),
  /** An instant, `2026-01-31T10:20:00Z`. It is not in files of rows, whose time zone would be unknown. */
  instant: ({ required = false, computed = false }: Computed = {}): RecordField => ({
    kind: 'code',
    required,
    max: 30,
    stored: 'timestamptz',
    shape: {
      pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/,
      like: '2026-01-31T10:20:00Z',
    },
    ...(computed ? { computed } : {}),
  }),
  /** One picture (png, jpeg, jpg), scanned and re-encoded like every attachment. */
  image: ({ required = false, column }: Fillable & Pick<RecordField, 'column'> = {}): RecordField => ({
    kind: 'code',
    required,
    max: 40,
    isImage: true,
    shape: { pattern: /^[0-9a-f]{40}$/, like: '.png .jpeg .jpg' },
    ...(column === undefined ? {} : { column }),
  }),
  /** A field that the record computes (`computes`) and nobody types. */
  computed: (field: GivenField): GivenField => ({ ...field, required: false, computed: true }),
}

interface Computed extends Fillable {
  readonly computed?: boolean
}

/** Values by field: codes, texts and amounts as text, whole numbers as numbers, null for none. */
export type RecordValues = Readonly<Record<string, string | number | null>>

/** The writer and the time of a change. */
export interface Author {
  readonly account: string
  readonly now: Date
}

/**
 * Master data: a table with a form, a list, a history, imports and exports, all derived from this. Server and browser
 * share it. Besides its fields the table has `id`, `version`, `scope_id` (where there is `scope`), `audit_hash`,
 * `created_at`, `updated_at` and `updated_by`.
 */
interface RecordGiven<Name extends string = string, F extends GivenFields = RecordFields> {
  readonly name: Name
  readonly area: string
  readonly table: string
  /** Path of its calls. */
  readonly api: string
  /** Base name of imports and their template: lower case, digits, hyphens. */
  readonly file: string
  /** Its list page, in which a row opens beside the list. */
  readonly page: string
  /** The same record on a phone. */
  readonly phonePage: string
  readonly fields: F
  /** The field that identifies a record for people and files; it never changes. By default `code`. */
  readonly key?: keyof F & string
  /** The fields that form the key, joined by `/`, where nobody types it; an empty optional one becomes `-`. */
  readonly keyOf?: readonly (keyof F & string)[]
  /** Refusal of a duplicate key, where a specific one exists. */
  readonly exists?: (key: string) => Refusal
  /** Column of `search_of` for the keyword of its list. */
  readonly search?: string
  /** Never changed once created; it may be deleted until the day in this field. */
  readonly appendOnly?: keyof F & string
  /** Fields that hold its name; by default `nameZh` and `nameEn`. */
  readonly names?: Readonly<Record<'zh' | 'en', keyof F & string>>
  /** The reference field whose organisation owns it, or `self` where it is one; without it, it belongs to all. */
  readonly scope?: (keyof F & string) | 'self'
  /** Where other tables refer to it by number instead of key: the column, which is its id, and the sequence for new ones. */
  readonly held?: { readonly column: 'id'; readonly sequence: string }
  /** Groups of fields whose values must be unique together. */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  /** The column that says whether it is in use, and its values in SQL. */
  readonly states?: { readonly column: string; readonly enabled: string; readonly disabled: string }
  /**
   * It begins as a draft, is approved by a change document, and then enabled; its table has a text column `state` for
   * that instead of `states`. Holders of `rights.enable` enable and disable it.
   */
  readonly life?: true
  /**
   * Names of its states: keys under `states` of its texts, as this function returns them. Pure; the day is
   * `yyyy-mm-dd`.
   */
  readonly wordOfState?: (state: RecordState, values: Readonly<Record<string, unknown>>, today: string) => string
  /** Fields that are freely editable in a draft, and later changed only by approval. */
  readonly guarded?: readonly (keyof F & string)[]
  /** Changes need a fresh sign-in, by form, file and approval alike (docs/decisions/052). */
  readonly stepUp?: true
  /** Its key is a person's account: that person is not asked to approve changes of it. */
  readonly ofPerson?: true
  /** Of a record with a life cycle: once approved it no longer changes; a new one replaces it. */
  readonly issued?: true
  /** Refusals that prevent enabling a record with a life cycle. Pure. */
  readonly checkEnable?: (values: RecordValues) => readonly Refusal[]
  /** By default `<area>.<name>.view` and so on. */
  readonly rights?: RecordRights
  readonly list: {
    readonly columns: readonly ((keyof F & string) | 'name' | 'state' | 'updatedAt' | 'updatedBy')[]
    /** `updatedAt`: from when to when it was last changed. */
    readonly filters: readonly ((keyof F & string) | 'keyword' | 'state' | 'updatedAt')[]
    readonly sort: readonly ((keyof F & string) | 'state' | 'updatedAt')[]
    /** Initial sort order, `-validFrom` for the newest first; by default the first of `sort`. */
    readonly order?: string
  }
  /** Names of its rows where they refer to another record, by reference field. */
  readonly naming?: Readonly<Partial<Record<keyof F & string, NamingField<keyof F & string>>>>
  /**
   * Nearly every table refers to it once it is in use: its rules allow deletion only before that, and these are the
   * references it may then have.
   */
  readonly traced?: readonly string[]
  /** The field that names the parent record: no circles, and a tree beside the list. */
  readonly parent?: keyof F & string
  /** Its own refusal of deletion while it has child records. */
  readonly hasChildren?: () => Refusal
  /** The reference field whose values take effect on a day, and the table that stores them by day. */
  readonly dated?: { readonly field: keyof F & string; readonly table: string }
  /** Other records that refer to it: its page shows the first of each. */
  readonly related?: readonly Related[]
  /** Kinds of other lists that show it. */
  readonly changes?: readonly string[]
  /** Refusals that concern several fields. Pure: form, calls and imports use it. */
  readonly check?: (values: RecordValues, by: Author) => readonly Refusal[]
  /** The computed fields of a write; fields that it omits stay unchanged. Pure. */
  readonly computes?: (
    values: Readonly<Record<string, unknown>>,
    before: RecordValues | null,
    by: Author,
  ) => RecordValues
  /** A new record with an empty key gets this prefix and a number. The form has no field for the key, so it is never required. */
  readonly numbered?: string
  /** One example row of the import template; its name is a text, `example`. */
  readonly example: Readonly<Partial<Record<keyof F & string, string>>>
}

export type AnyRecord = RecordGiven & Required<Pick<RecordGiven, 'key' | 'names' | 'rights'>>

/** Declares a record. An unknown field or column does not compile. */
export function defineRecord<const Name extends string, const F extends GivenFields>(
  given: RecordGiven<Name, F>,
): AnyRecord {
  const right = (verb: string): string => `${given.area}.${given.name}.${verb}`
  const fields = Object.fromEntries(Object.entries(given.fields).map(([name, field]) => [name, heldAsText(field)]))
  return {
    key: 'code',
    names: { zh: 'nameZh', en: 'nameEn' },
    rights: {
      view: right('view'),
      edit: right('edit'),
      export: right('export'),
      import: right('import'),
      ...(given.life ? { enable: right('enable') } : {}),
    },
    ...(given.life ? { states: LIFE } : {}),
    ...given,
    fields: given.numbered === undefined ? fields : withoutRequired(fields, given.key ?? 'code'),
  } as unknown as AnyRecord
}

/**
 * A field as records hold it: as text, in the form, in files, in the history and on the wire alike. A reference is the code by which
 * people know the row, where a document holds its key; any day is accepted; an exact number stays as it was typed.
 */
export function heldAsText({ exact, ...given }: GivenField): RecordField {
  const field = given as RecordField
  if (field.refersTo && !field.links) return { ...field, kind: 'code', max: 64 }
  if (field.kind === 'date') return { ...field, kind: 'code', max: 10, stored: 'date', shape: DAY }
  if (!exact) return field
  const { min, max, digits } = exact
  const shape = { pattern: /^-?\d{1,15}(\.\d{1,20})?$/, like: `${min} … ${max}` }
  return { ...field, kind: 'code', max: 40, stored: 'numeric', decimal: { min, max, places: digits }, shape }
}

const DAY = { pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, like: '2026-01-31' }

function withoutRequired(fields: RecordFields, name: string): RecordFields {
  const field = fields[name]
  return field ? { ...fields, [name]: { ...field, required: false } } : fields
}

/** The fields of what is known by a code and named in both languages. */
export const NAMED = {
  code: f.code({ required: true, max: 64 }),
  nameZh: f.text({ required: true, max: 100 }),
  nameEn: f.text({ required: true, max: 100 }),
}

/** Whether it is in use, in a boolean column `enabled`. */
export const ENABLED = { column: 'enabled', enabled: 'true', disabled: 'false' } as const

/** Derived data is cached by definition: an import needs it for each of its rows. */
export function onceFor<Definition extends object, Result>(
  work: (definition: Definition) => Result,
): (definition: Definition) => Result {
  const known = new WeakMap<Definition, { readonly result: Result }>()
  return (definition) => {
    const found = known.get(definition) ?? { result: work(definition) }
    known.set(definition, found)
    return found.result
  }
}

/** The fields of a form: all but composed keys and computed fields. */
export const typedFields = onceFor(({ fields, key, keyOf }: AnyRecord): RecordFields => {
  const isTyped = ([name, { computed }]: [string, RecordField]) => !computed && !(keyOf && name === key)
  return Object.fromEntries(Object.entries(fields).filter(isTyped))
})

/** Those in the form of an existing or a new record: a numbered one has no number before it is created. */
export function formFields(record: AnyRecord, stored: object | null): RecordFields {
  const fields = typedFields(record)
  if (stored !== null || record.numbered === undefined) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== record.key))
}

/** The key of the values, as typed or composed. */
export function keyIn(
  { fields, key, keyOf = [key] }: Pick<AnyRecord, 'fields' | 'key' | 'keyOf'>,
  values: Readonly<Record<string, unknown>> = {},
): string | null {
  const parts = keyOf.map((name) => {
    const value = values[name]
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' && keyOf.length > 1 && !fields[name]?.required ? '-' : text
  })
  return parts.includes('') ? null : parts.join('/')
}

/** The field at which key errors are shown. */
export function keyField({ key, keyOf = [key] }: Pick<AnyRecord, 'key' | 'keyOf'>): string {
  return keyOf[0] ?? key
}

/** Groups of fields whose values must be unique: alone, or several together. */
export const uniqueGroups = onceFor(
  ({ fields, unique = [] }: Pick<AnyRecord, 'fields' | 'unique'>): readonly (readonly string[])[] => [
    ...Object.keys(fields).flatMap((name) => (fields[name]?.isUnique ? [[name]] : [])),
    ...unique,
  ],
)

/** The default order of a list. */
export function orderOf({ list, key }: Pick<AnyRecord, 'list' | 'key'>): string {
  return list.order ?? list.sort[0] ?? key
}

export function columnFor(name: string, field: RecordField): string {
  return field.column ?? columnOf(name)
}

/** Type of the column; for a reference, that of its key. */
export function columnTypeFor(field: RecordField): string {
  return field.refersTo ? field.refersTo.keyType : (field.stored ?? sqlTypeOf(field))
}

export function codeColumnOf(reference: Reference): string {
  return reference.code ?? reference.key
}

/** Fields that have columns in the table. */
export function storedFields({ fields }: AnyRecord): readonly (readonly [string, RecordField])[] {
  return Object.entries(fields).filter(([, field]) => !field.links)
}

type ReferringField = RecordField & { readonly refersTo: Reference }

export const referringFields = onceFor(
  ({ fields }: Pick<AnyRecord, 'fields'>): readonly (readonly [string, ReferringField])[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.refersTo ? [[name, field as ReferringField] as const] : [],
    ),
)

/** Path of a text of a record: `fields.code` below it. */
export function recordText({ area, name }: Pick<AnyRecord, 'area' | 'name'>, path: string): string {
  return `${area}.records.${name}.${path}`
}

export type { Fields, Links, RecordField, RecordFields }
