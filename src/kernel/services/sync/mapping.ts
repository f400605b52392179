import { type AnyRecord, type RecordValues, typedFields } from '#kernel/engine/record/definition.ts'

/** One line of a mapping: our field, and its remote name or a constant value. */
export interface MappedField {
  readonly field: string
  readonly there: string | null
  readonly constant: string | null
}

export type MappingFault =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'field' | 'twice' | 'constant'; readonly field: string }
  | { readonly kind: 'missing'; readonly fields: readonly string[] }

/** Whether it is in use, which is no field of a record. */
export const STATE = 'state'

const LINE = /^([A-Za-z]\w*)\s*=\s*(?:"([^"]*)"|([A-Za-z_$@][\w$@-]*(?:\.[A-Za-z_$@][\w$@-]*)*))$/
/** Names that would reach the object's prototype. */
const NOT_A_NAME = new Set(['__proto__', 'constructor', 'prototype'])

interface Parsed {
  readonly fields: readonly MappedField[]
  readonly faultyLines: readonly number[]
}

function parse(text: string | null): Parsed {
  const fields: MappedField[] = []
  const faultyLines: number[] = []
  for (const [index, line] of (text ?? '').split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    const [, field = '', constant, there] = LINE.exec(trimmed) ?? []
    if (field === '' || there?.split('.').some((name) => NOT_A_NAME.has(name))) faultyLines.push(index + 1)
    else fields.push({ field, there: there ?? null, constant: constant ?? null })
  }
  return { fields, faultyLines }
}

/** The default mapping: every field keeps its name, except secrets and files, which need a name to be sent. */
export function mappingOf(record: AnyRecord, text: string | null, direction: string): readonly MappedField[] {
  const { fields } = parse(text)
  if (fields.length > 0) return fields
  const told = Object.entries(direction === 'inbound' ? typedFields(record) : record.fields)
  const own = told.filter(([, { secret, isImage }]) => secret === undefined && !isImage).map(([name]) => name)
  return [...own, ...(record.states ? [STATE] : [])].map((field) => ({ field, there: field, constant: null }))
}

/** Errors of a mapping for its record. */
export function mappingFaults(record: AnyRecord, text: string | null, direction: string): readonly MappingFault[] {
  const { fields, faultyLines } = parse(text)
  const known = new Set(Object.keys(direction === 'inbound' ? typedFields(record) : record.fields))
  if (record.states) known.add(STATE)
  const names = fields.map(({ field }) => field)
  const faults: MappingFault[] = faultyLines.map((line) => ({ kind: 'line', line }))
  for (const [index, { field, constant }] of fields.entries()) {
    if (!known.has(field)) faults.push({ kind: 'field', field })
    else if (names.indexOf(field) !== index) faults.push({ kind: 'twice', field })
    else if (constant !== null && direction !== 'inbound') faults.push({ kind: 'constant', field })
  }
  // Other fields are unchanged; a record cannot be identified without its key.
  const keys = record.keyOf ?? [record.key]
  const missing = direction === 'inbound' && names.length > 0 ? keys.filter((key) => !names.includes(key)) : []
  if (missing.length > 0) faults.push({ kind: 'missing', fields: missing })
  return faults
}

/** The secrets that a mapping sends to another system, by field name. */
export function exposedSecrets({ fields }: AnyRecord, text: string | null, direction: string): readonly string[] {
  if (direction !== 'outbound') return []
  const named = new Set(parse(text).fields.map(({ field }) => field))
  return Object.keys(fields).filter((name) => named.has(name) && fields[name]?.secret !== undefined)
}

/** Our values under their remote names; `address.city` is nested. */
export function toThere(fields: readonly MappedField[], values: RecordValues, state: string): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const { field, there } of fields) {
    const names = (there ?? field).split('.')
    let node = data
    for (const name of names.slice(0, -1)) {
      const below = node[name]
      node = node[name] = typeof below === 'object' && below !== null ? (below as Record<string, unknown>) : {}
    }
    node[names.at(-1) ?? field] = field === STATE ? state : (values[field] ?? null)
  }
  return data
}

function valueAt(row: unknown, path: string): unknown {
  let node = row
  for (const name of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = (node as Readonly<Record<string, unknown>>)[name]
  }
  return node
}

/** Numbers are accepted as texts where the field is a text; leading zeros of codes are kept. */
function plainValue(value: unknown, isInteger: boolean): unknown {
  if (typeof value === 'number' && !isInteger) return String(value)
  if (typeof value === 'string' && isInteger && /^-?\d{1,15}$/.test(value.trim())) return Number(value)
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  return value
}

/** The values of a remote row for our fields; fields that it lacks stay unchanged. */
export function toHere(record: AnyRecord, fields: readonly MappedField[], row: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { field, there, constant } of fields) {
    const value = constant ?? valueAt(row, there ?? field)
    if (value !== undefined) values[field] = plainValue(value, record.fields[field]?.kind === 'integer')
  }
  return values
}
