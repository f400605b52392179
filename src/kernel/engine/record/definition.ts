import { columnOf, f, type Field, type Fields, sqlTypeOf } from '#kernel/engine/definition/fields.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordRights } from './record-rights.ts'
import { LIFE, type RecordState } from './states.ts'
import type { Related } from './routes/record-usage.ts'

import type { Reference } from '#kernel/engine/definition/reference.ts'
import type { Decimal, Links, RecordField, RecordFields } from './record-field.ts'

interface NamingField<Name extends string> {
  /** The field that people know the row by there, where it is not the key. */
  readonly shows?: Name
  /** What the rows are called there stands under `uses.<field>` of its texts, not under `many`. */
  readonly hasOwnWords?: true
}

interface RefOptions {
  readonly required?: boolean
  readonly column?: string
  readonly isUnique?: boolean
}

/** Builders of fields that only records have; all others are those of documents (`f`). */
export const r = {
  one: (reference: Reference, { required = false, column, isUnique }: RefOptions = {}): RecordField => ({
    kind: 'code',
    required,
    max: 64,
    reference,
    ...(column === undefined ? {} : { column }),
    ...(isUnique ? { isUnique } : {}),
  }),
  many: (reference: Reference, links: Links, { required = false }: Pick<RefOptions, 'required'> = {}): RecordField => ({
    kind: 'text',
    required,
    max: 2000,
    reference,
    links,
  }),
  /** A text of one shape: `r.shaped(f.code({ required: true }), /^[A-Z]{2}$/, 'IN')`. */
  shaped: (field: Field, pattern: RegExp, like: string): RecordField => ({ ...field, shape: { pattern, like } }),
  /** A day, `2026-01-31`. */
  day: ({ required = false }: Pick<RefOptions, 'required'> = {}): RecordField => ({
    kind: 'code',
    required,
    max: 10,
    stored: 'date',
    shape: { pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, like: '2026-01-31' },
  }),
  /** A number above zero of up to six decimals, as text like all that is no whole number. */
  rate: ({ required = false }: Pick<RefOptions, 'required'> = {}): RecordField => ({
    kind: 'code',
    required,
    max: 21,
    stored: 'numeric',
    shape: { pattern: /^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,6})?$/, like: '84.5' },
  }),
  /** A number of so many decimals between two others. */
  decimal: (decimal: Decimal, { required = false }: Pick<RefOptions, 'required'> = {}): RecordField => ({
    kind: 'code',
    required,
    max: 40,
    stored: 'numeric',
    decimal,
    shape: { pattern: /^-?\d{1,15}(\.\d{1,20})?$/, like: `${decimal.min} … ${decimal.max}` },
  }),
  /** A choice that nothing is decided by: administrators may add options of their own under Dictionaries. */
  open: (field: Field): RecordField => ({ ...field, isOpen: true }),
  /** Yes or no, in a boolean column; its two options have texts like those of any choice. */
  yesNo: ({ required = false }: Pick<RefOptions, 'required'> = {}): RecordField => ({
    kind: 'choice',
    required,
    options: ['yes', 'no'],
    stored: 'boolean',
  }),
  /** A moment, `2026-01-31T10:20:00Z`. A file of rows holds none: nobody would know whose clock it means. */
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
  /** One picture (png, jpeg, jpg), looked through and written anew like every attachment. */
  image: ({ required = false, column }: Pick<RefOptions, 'required' | 'column'> = {}): RecordField => ({
    kind: 'code',
    required,
    max: 40,
    isImage: true,
    shape: { pattern: /^[0-9a-f]{40}$/, like: '.png .jpeg .jpg' },
    ...(column === undefined ? {} : { column }),
  }),
  /** What the record itself says (`computes`): nobody types it. */
  computed: (field: RecordField): RecordField => ({ ...field, required: false, computed: true }),
}

interface Computed {
  readonly required?: boolean
  readonly computed?: boolean
}

/** Values by field: codes, texts and amounts as text, whole numbers as numbers, null for nothing. */
export type RecordValues = Readonly<Record<string, string | number | null>>

/** Who writes, and when. */
export interface Author {
  readonly account: string
  readonly now: Date
}

/**
 * Master data: a table with a form, a list, a history and files in and out, all of it from here. Server and browser share
 * it. Beside its fields the table has `id`, `version`, `scope_id` (where there is `scope`), `audit_hash`, `created_at`,
 * `updated_at` and `updated_by`.
 */
interface RecordGiven<Name extends string = string, F extends RecordFields = RecordFields> {
  readonly name: Name
  readonly area: string
  readonly table: string
  /** Path of its calls. */
  readonly api: string
  /** Of imports and their template: lower case, digits, hyphens. */
  readonly file: string
  /** Its list, in which a row opens beside it. */
  readonly page: string
  /** The same record on a phone. */
  readonly phonePage: string
  readonly fields: F
  /** What people call a record by and what files know it by; it never changes. Without it `code`. */
  readonly key?: keyof F & string
  /** The fields that the key is made of, joined by `/`, where nobody types it; one that may be empty is `-` then. */
  readonly keyOf?: readonly (keyof F & string)[]
  /** What is said where the key is there already, if there is a word for that. */
  readonly exists?: (key: string) => Refusal
  /** Column of `search_of`, by which the keyword of its list finds it among many. */
  readonly search?: string
  /** Never changed once it is there; it may be taken back until the day in this field has come. */
  readonly appendOnly?: keyof F & string
  /** Fields that hold its name; without them `nameZh` and `nameEn`. */
  readonly names?: Readonly<Record<'zh' | 'en', keyof F & string>>
  /** The referring field whose organisation it belongs to, or `self` where it is one; without it, it belongs to all. */
  readonly scope?: (keyof F & string) | 'self'
  /** Where other tables hold a number of it instead of its key: the column, which is its id, and the sequence of new ones. */
  readonly held?: { readonly column: 'id'; readonly sequence: string }
  /** Fields that no two records have the same values in, taken together. */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  /** The column that says whether it is in use, and its values in SQL. */
  readonly states?: { readonly column: string; readonly enabled: string; readonly disabled: string }
  /**
   * It begins as a draft, becomes approved by a change document, and is enabled then; its table has a text column `state`
   * for that instead of `states`. Whoever holds `rights.enable` enables and disables it.
   */
  readonly life?: true
  /** Its states have words of their own: `states` of its texts, by what this says. Pure; the day is `yyyy-mm-dd`. */
  readonly wordOfState?: (state: RecordState, values: Readonly<Record<string, unknown>>, today: string) => string
  /** Fields that are typed freely while it is a draft, and changed by approval alone afterwards. */
  readonly guarded?: readonly (keyof F & string)[]
  /** Changed only soon after a sign-in at the provider, by form, file and approval alike (docs/decisions/052). */
  readonly stepUp?: true
  /** Its key is somebody's account: he is not asked to agree to changes of it. */
  readonly ofPerson?: true
  /** Of a record with a life: once it is approved nothing of it changes any more, a new one takes its place. */
  readonly issued?: true
  /** What keeps a record with a life from being enabled. Pure. */
  readonly checkEnable?: (values: RecordValues) => readonly Refusal[]
  /** Without them `<area>.<name>.view` and so on. */
  readonly rights?: RecordRights
  readonly list: {
    readonly columns: readonly ((keyof F & string) | 'name' | 'state' | 'updatedAt' | 'updatedBy')[]
    readonly filters: readonly ((keyof F & string) | 'keyword' | 'state')[]
    readonly sort: readonly ((keyof F & string) | 'state' | 'updatedAt')[]
    /** The order that it begins with, `-validFrom` for the newest first; without it the first of `sort`. */
    readonly order?: string
  }
  /** How its rows are told of where they name another record, by the referring field. */
  readonly naming?: Readonly<Partial<Record<keyof F & string, NamingField<keyof F & string>>>>
  /** Named by nearly every table once it was in use: its rules let it be deleted only before, and these are the uses that it may have then. */
  readonly traced?: readonly string[]
  /** The field that names the record above it: no circles, and a tree beside the list. */
  readonly parent?: keyof F & string
  /** Says in words of its own why it stays while there are records below it. */
  readonly hasChildren?: () => Refusal
  /** The referring field whose values count from a day on, and the table that keeps them by day. */
  readonly dated?: { readonly field: keyof F & string; readonly table: string }
  /** Other records that name it: its page shows the first of each. */
  readonly related?: readonly Related[]
  /** Kinds of other lists that show it. */
  readonly changes?: readonly string[]
  /** Refuses what no single field can say. Pure: form, calls and imports ask it. */
  readonly check?: (values: RecordValues, by: Author) => readonly Refusal[]
  /** The computed fields of what is written; those that it leaves out stay as they are. Pure. */
  readonly computes?: (
    values: Readonly<Record<string, unknown>>,
    before: RecordValues | null,
    by: Author,
  ) => RecordValues
  /** A new record whose key is left empty gets this and a number. The form has no field for the key, so it is never required. */
  readonly numbered?: string
  /** One row as the import template shows it; its name is a text, `example`. */
  readonly example: Readonly<Partial<Record<keyof F & string, string>>>
}

export type AnyRecord = RecordGiven & Required<Pick<RecordGiven, 'key' | 'names' | 'rights'>>

/** Declares a record. An unknown field or column does not compile. */
export function defineRecord<const Name extends string, const F extends RecordFields>(
  given: RecordGiven<Name, F>,
): AnyRecord {
  const right = (verb: string): string => `${given.area}.${given.name}.${verb}`
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
    fields: given.numbered === undefined ? given.fields : withoutRequired(given.fields, given.key ?? 'code'),
  } as unknown as AnyRecord
}

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

/** In use or not, in a boolean column `enabled`. */
export const ENABLED = { column: 'enabled', enabled: 'true', disabled: 'false' } as const

/** What follows from a definition alone is worked out once: an import asks for it with each of its rows. */
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

/** The fields that a form fills: all but a key that is made of others, and what the record itself says. */
export const typedFields = onceFor(({ fields, key, keyOf }: AnyRecord): RecordFields => {
  const isTyped = ([name, { computed }]: [string, RecordField]) => !computed && !(keyOf && name === key)
  return Object.fromEntries(Object.entries(fields).filter(isTyped))
})

/** Those of them that stand in the form of one, or of a new one: what is numbered has no number before. */
export function formFields(record: AnyRecord, stored: object | null): RecordFields {
  const fields = typedFields(record)
  if (stored !== null || record.numbered === undefined) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== record.key))
}

/** The key that values say, as typed or as made of them. */
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

/** Where it is said what is wrong with a key. */
export function keyField({ key, keyOf = [key] }: Pick<AnyRecord, 'key' | 'keyOf'>): string {
  return keyOf[0] ?? key
}

/** Fields that no two records have the same values in: alone, or several together. */
export const uniqueGroups = onceFor(
  ({ fields, unique = [] }: Pick<AnyRecord, 'fields' | 'unique'>): readonly (readonly string[])[] => [
    ...Object.keys(fields).flatMap((name) => (fields[name]?.isUnique ? [[name]] : [])),
    ...unique,
  ],
)

/** The order of a list that nobody sorted. */
export function orderOf({ list, key }: Pick<AnyRecord, 'list' | 'key'>): string {
  return list.order ?? list.sort[0] ?? key
}

export function columnFor(name: string, field: RecordField): string {
  return field.column ?? columnOf(name)
}

/** Of the column, which for a reference is the type of its key. */
export function columnTypeFor(field: RecordField): string {
  return field.reference ? field.reference.keyType : (field.stored ?? sqlTypeOf(field))
}

export function codeColumnOf(reference: Reference): string {
  return reference.code ?? reference.key
}

/** Fields that the table has columns for. */
export function storedFields({ fields }: AnyRecord): readonly (readonly [string, RecordField])[] {
  return Object.entries(fields).filter(([, field]) => !field.links)
}

type ReferringField = RecordField & { readonly reference: Reference }

export const referringFields = onceFor(
  ({ fields }: Pick<AnyRecord, 'fields'>): readonly (readonly [string, ReferringField])[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.reference ? [[name, field as ReferringField] as const] : [],
    ),
)

/** The path of a text of a record: `fields.code` below it. */
export function recordText({ area, name }: Pick<AnyRecord, 'area' | 'name'>, path: string): string {
  return `${area}.records.${name}.${path}`
}

export type { Decimal, Fields, Links, RecordField, RecordFields }
