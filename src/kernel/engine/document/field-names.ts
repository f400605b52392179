import { type TObject, type TRecord, type TString, Type } from 'typebox'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { type Lookup, lookups } from '#kernel/platform/db/lookups.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { isNameable } from '#kernel/engine/record/references.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import type { Named, Reference } from '#kernel/engine/definition/reference.ts'
import { JOINT } from '#kernel/engine/definition/view.ts'

type Values = Readonly<Record<string, unknown>>
type Writer = Pick<Principal, 'scope' | 'limits'>

/** Keys whose names are needed, by list of names; values that are no keys are skipped. */
type NamedKeys<N extends string> = Readonly<Partial<Record<N, readonly unknown[]>>>

/** A row of the statement that reads names; every look-up has these columns. */
interface NameRow<N extends string> {
  readonly kind: N
  readonly code: string
  readonly zh: string
  readonly en: string
  /** Its organisation, where not everybody may know it by its code. */
  readonly scopeId: number | null
}

/**
 * Names that an area reads with its own statements: always the same look-ups in the same order, because their position
 * is part of the statement's name.
 */
interface OwnLooks<N extends string> {
  readonly looks: readonly Lookup[]
  /** Rows that the writer knows although the reference alone would withhold them. */
  readonly isKnown?: (row: NameRow<N>) => boolean
}

type ReadOwn<N extends string> = (
  tx: Tx,
  asked: (names: N) => readonly (string | number)[],
  writer: Writer | undefined,
) => Promise<OwnLooks<N>>

type NamesOf<N extends string> = Record<N, Record<string, string>>

interface FieldNames<N extends string> {
  /** Schema of the names in an answer. */
  readonly schema: TObject<Record<N, TRecord<string, TString>>>
  /** Names of these keys, in one statement; restricted ones only where the writer sees them. */
  readonly read: (tx: Tx, language: Language, keys: NamedKeys<N>, writer?: Writer) => Promise<NamesOf<N>>
  /** Names of everything that headers and lines of such a document refer to. */
  readonly of: (definition: {
    readonly fields: Fields
    readonly lines: Fields
    readonly tables?: Readonly<Record<string, { readonly fields: Fields }>>
  }) => (
    tx: Tx,
    language: Language,
    headers: readonly Values[],
    lines: readonly Values[],
    writer?: Writer,
    tables?: Readonly<Record<string, readonly Values[]>>,
  ) => Promise<NamesOf<N>>
}

/**
 * The names that an area's documents show, derived from their fields. All names of a page are read by one statement over only the needed
 * tables (`lookups`); `name` is the statement's name. `readOwn` finds names that no single table has.
 */
export function fieldNames<const N extends string>(
  name: string,
  references: readonly ((Reference<N> | Named<N>) & { readonly names: N })[],
  readOwn?: ReadOwn<N>,
): FieldNames<N> {
  const tables = references.filter((each): each is Reference<N> & { readonly names: N } => 'table' in each)
  const kinds = new Map(references.map((each) => [each.names as string, each]))
  const schema = Type.Object(
    Object.fromEntries(references.map((each) => [each.names, Type.Record(Type.String(), Type.String())])),
  )

  const read = async (tx: Tx, language: Language, keys: NamedKeys<N>, writer?: Writer) => {
    const asked = (names: N) => keysIn(kinds.get(names)!, keys[names] ?? [])
    const { looks, isKnown }: OwnLooks<N> = (await readOwn?.(tx, asked, writer)) ?? { looks: [] }
    const statement = lookups<NameRow<N>>(name, [
      ...tables.map((reference) => lookOf(reference, asked(reference.names))),
      ...looks,
    ])
    const rows = statement ? await tx.rows(statement) : []
    const found: Record<string, Record<string, string>> = Object.fromEntries(references.map((each) => [each.names, {}]))
    for (const row of rows) {
      const reference = tables.find(({ names }) => names === row.kind)
      const isSeen =
        !writer ||
        !reference ||
        isKnown?.(row) ||
        isNameable(writer, reference, { code: row.code, scope_id: row.scopeId })
      if (isSeen) found[row.kind]![row.code] = row[language]
    }
    return found as NamesOf<N>
  }

  return {
    schema: schema as FieldNames<N>['schema'],
    read,
    of({ fields, lines: lineFields, tables = {} }) {
      const ofHeader = referring(fields, kinds)
      const ofLine = referring(lineFields, kinds)
      const ofTables = Object.entries(tables).map(([table, own]) => [table, referring(own.fields, kinds)] as const)
      return (tx, language, headers, lines, writer, rowsOf = {}) => {
        const keys: Record<string, unknown[]> = {}
        const all = [[headers, ofHeader] as const, [lines, ofLine] as const]
        for (const [table, own] of ofTables) all.push([rowsOf[table] ?? [], own])
        for (const [rows, referringFields] of all) {
          for (const [field, names] of referringFields)
            (keys[names] ??= []).push(...new Set(rows.map((row) => row[field])))
        }
        return read(tx, language, keys as Record<N, unknown[]>, writer)
      }
    },
  }
}

function referring(fields: Fields, kinds: ReadonlyMap<string, unknown>): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, { refersTo: reference }]) => {
    if (reference?.names === undefined) return []
    if (!kinds.has(reference.names)) throw new Error(`Nothing reads the names of ${name}: ${reference.names}.`)
    return [[name, reference.names] as const]
  })
}

function keysIn({ keyType }: Named, values: readonly unknown[]): readonly (string | number)[] {
  const keys = new Set<string | number>()
  for (const value of values) {
    if (keyType !== 'int' && typeof value === 'string') keys.add(value)
    if (keyType === 'int' && value !== null && Number.isSafeInteger(Number(value))) keys.add(Number(value))
  }
  return [...keys]
}

function lookOf(
  { names, table, key, keyType, joined, named = 'name', scope }: Reference & { readonly names: string },
  keys: readonly (string | number)[],
): Lookup {
  const code = joined ? `${key} || '${JOINT}' || ${joined}` : `${key}::text`
  return {
    keys,
    type: keyType,
    select: (given) =>
      `select '${names}' as kind, ${code} as code, ${named}_zh as zh, ${named}_en as en, ${scope ?? 'null::int'} as "scopeId" from ${table} where ${key} = any (${given})`,
  }
}
