import { isWithinLimits, limitsOn } from '#kernel/platform/access/limits.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import { partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import { inUseSql } from '#kernel/engine/record/references.ts'
import type { FactReader } from './fact-sight.ts'
import type { AnyDocument, FactSpec } from './server-document.ts'

/** A row that a document names, as its rules know it. */
interface NamedRow {
  readonly code: string
  readonly isEnabled: boolean
}

/** The same with its organisation, and its values in the columns that limits of persons apply to. */
type Row<T extends NamedRow> = T & {
  readonly scopeId: number | null
  readonly limited: Readonly<Record<string, string | null>>
}

interface Given<T extends NamedRow> {
  /** Name of the statement. */
  readonly name: string
  /** SQL of each further value; the table is `r`. */
  readonly columns: Readonly<Record<Exclude<keyof T, keyof NamedRow> & string, string>>
  readonly join?: string
  /** Rows that are not in use answer as if they did not exist. */
  readonly isOnlyInUse?: true
  /** It covers several customers: people who are limited to some may not know it. */
  readonly coversMany?: true
}

interface NamedRows<T extends NamedRow> {
  readonly of: (codes: readonly string[]) => Statement<T>
  /** A fact: the rows that the content names, by code. Who may know them follows from the reference. */
  readonly fact: <D extends AnyDocument>(
    definition: D,
    actions: readonly ActionOf<D>[],
  ) => FactSpec<D, ReadonlyMap<string, T>, never>
}

/** The rows of a reference that documents name, with the values that their rules judge them by. */
export function namedRows<T extends NamedRow>(
  reference: Reference,
  { name, columns, join = '', isOnlyInUse, coversMany }: Given<T>,
): NamedRows<T> {
  const { table, key, scope } = reference
  const inUse = inUseSql(reference) ?? 'true'
  const limited = Object.keys(limitsOn(table)).map((column) => `'${column}', r.${column}`)
  const values = Object.entries<string>(columns).map(([value, column]) => `, ${column} as "${value}"`)
  const statement = prepared<Row<T>>(
    name,
    `select r.${key} as code, ${inUse} as "isEnabled", ${scope ? `r.${scope}` : 'null::int'} as "scopeId",
       json_build_object(${limited.join(', ')}) as limited${values.join('')}
     from ${table} r ${join} where r.${key} = any ($1::text[])${isOnlyInUse ? ` and ${inUse}` : ''}`,
  )
  const isSeen = (row: Row<T>, reader: FactReader): boolean =>
    (row.scopeId === null || inScope(reader.scope, row.scopeId)) &&
    isWithinLimits(reader, table, (column) => row.limited[column]) &&
    !(coversMany && Object.keys(reader.limits ?? {}).length > 0)
  return {
    of: (codes) => statement(codes),
    fact(definition, actions) {
      const codes = codesNamed(definition, reference)
      return {
        actions,
        sight: { row: isSeen },
        statement: ({ content }) => statement(codes(content)),
        read: (rows: readonly Row<T>[]) => new Map(rows.map((row) => [row.code, row])),
      }
    },
  }
}

interface AnyContent {
  readonly header: object
  readonly lines: readonly object[]
  readonly tables?: Readonly<Record<string, readonly object[]>>
}

/** Reads the codes that a content has in the fields that a person fills with rows of this table. */
export function codesNamed(
  definition: AnyDocument,
  { table }: Reference,
): (content: AnyContent | null) => readonly string[] {
  const referring = (declared: Fields): readonly string[] =>
    Object.entries(declared).flatMap(([name, { refersTo, computed }]) =>
      refersTo && 'table' in refersTo && refersTo.table === table && !computed ? [name] : [],
    )
  const ofHeader = referring(definition.fields)
  const ofRows = [definition, ...partsOf(definition)].map((part) => ({ part, names: referring(part.lines) }))
  const codesIn = (row: object, names: readonly string[]) =>
    names.flatMap((name) => (row as Readonly<Record<string, string | null>>)[name] ?? [])
  return (content) => {
    if (!content) return []
    const codes = ofRows.flatMap(({ part, names }) => rowsOf(part, content).flatMap((line) => codesIn(line, names)))
    return [...new Set([...codesIn(content.header, ofHeader), ...codes])]
  }
}
