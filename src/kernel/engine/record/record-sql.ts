import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import { atPlace, type Holder, inScope, type Principal } from '#kernel/platform/access/principal.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import {
  type AnyRecord,
  codeColumnOf,
  columnFor,
  type RecordField,
  type RecordValues,
  referringFields,
} from './definition.ts'
import { withoutSecrets } from './write/secret.ts'
import type { RecordState } from './states.ts'

/** A row for readers: values by field, names of references, and its head. */
export interface RecordRow {
  readonly id: string
  readonly version: number
  readonly scope_id: number | null
  readonly state: RecordState
  readonly audit_hash: Buffer | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly updated_by_zh: string | null
  readonly updated_by_en: string | null
  /** Selects fields as `v_<field>` and names of references as `n_<field>`. */
  readonly [column: string]: unknown
}

/** Field names are quoted, because PostgreSQL would fold their case. */
const value = (name: string) => `"v_${name}"`
const nameOf = (name: string) => `"n_${name}"`

export function stateSql({ life, states }: AnyRecord, table = 't'): string {
  if (life) return `${table}.state`
  return states
    ? `case when ${table}.${states.column} = ${states.enabled} then 'enabled' else 'disabled' end`
    : `'enabled'`
}

function columnsOf(record: AnyRecord, name: string, field: RecordField, language: Language): string {
  const { refersTo: reference, links } = field
  const column = `t.${columnFor(name, field)}`
  if (field.isImage)
    return `${column} as ${value(name)}, (select a.name from attachment a where a.key = ${column}) as ${nameOf(name)}`
  if (!reference) return `${storedSql(column, field)} as ${value(name)}`
  const code = codeColumnOf(reference)
  if (!links) return `r_${name}.${code} as ${value(name)}, r_${name}.name_${language} as ${nameOf(name)}`
  const { table, own, other } = links
  const key = columnFor(record.key, record.fields[record.key]!)
  const of = (what: string) =>
    `(select string_agg(${what}, ', ' order by r.${code}) from ${table} l join ${reference.table} r on r.${reference.key} = l.${other} where l.${own} = t.${key})`
  return `${of(`r.${code}`)} as ${value(name)}, ${of(`r.name_${language}`)} as ${nameOf(name)}`
}

/** A column as its wire text. */
function storedSql(column: string, { stored }: RecordField): string {
  if (stored === 'date') return `to_char(${column}, 'YYYY-MM-DD')`
  if (stored === 'timestamptz') return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  return stored === 'numeric' ? `trim_scale(${column})::text` : column
}

/** The select about rows, without `where`; the table is `t`, alone or joined to what `from` names before it. */
export function selectSql(record: AnyRecord, language: Language, from = `${record.table} t`): string {
  const fields = Object.entries(record.fields).map(([name, field]) => columnsOf(record, name, field, language))
  return `select t.id::text as id, t.version, ${record.scope ? 't.scope_id' : 'null::int as scope_id'}, ${stateSql(record)} as state, t.audit_hash,
    t.created_at, t.updated_at, u.name_zh as updated_by_zh, u.name_en as updated_by_en, ${fields.join(', ')}
    from ${from} left join app_user u on u.id = t.updated_by ${joinsSql(record)}`
}

function joinsSql(record: AnyRecord): string {
  return referringFields(record)
    .filter(([, field]) => !field.links)
    .map(
      ([name, field]) =>
        `left join ${field.refersTo.table} r_${name} on r_${name}.${field.refersTo.key} = t.${columnFor(name, field)}`,
    )
    .join(' ')
}

export function valuesOf({ fields }: AnyRecord, row: RecordRow): RecordValues {
  return Object.fromEntries(
    Object.keys(fields).map((name) => [name, (row[`v_${name}`] ?? null) as string | number | null]),
  )
}

/** Whether a row belongs to the reader's organisations; a row without one is visible to all. */
export function isVisible(
  record: AnyRecord,
  { principal }: { readonly principal: Pick<Principal, 'scope' | 'limits'> },
  row: RecordRow | null,
): row is RecordRow {
  if (row === null) return false
  if (record.scope && (row.scope_id === null || !inScope(principal.scope, row.scope_id))) return false
  return isWithinLimits(principal, record.table, (column) => valueIn(record, row, column))
}

function valueIn({ fields }: AnyRecord, row: RecordRow, column: string): unknown {
  const name = Object.keys(fields).find((field) => columnFor(field, fields[field]!) === column)
  return name === undefined ? null : row[`v_${name}`]
}

/** The reader of a record: their language, and which secrets are masked for them. */
export interface RecordReader {
  readonly principal: Holder
  readonly language: Language
}

/** A record on the wire. */
export function wireOf(record: AnyRecord, row: RecordRow, { principal, language }: RecordReader) {
  const named = Object.entries(record.fields).filter(([, { refersTo, isImage }]) => refersTo ?? isImage)
  const names = Object.fromEntries(named.map(([name]) => [name, (row[`n_${name}`] ?? null) as string | null]))
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    name: row[`v_${record.names[language]}`] as string,
    values: withoutSecrets(record.fields, atPlace(principal, row.scope_id), valuesOf(record, row)),
    names,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: language === 'zh' ? row.updated_by_zh : row.updated_by_en,
  }
}
