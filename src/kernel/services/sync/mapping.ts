import { type AnyRecord, type RecordValues, typedFields } from '#kernel/engine/record/definition.ts'

/** One line of a mapping: a field of ours, and its name there or a value that is always the same. */
export interface MappedField {
  readonly field: string
  readonly there: string | null
  readonly constant: string | null
}

export type MappingFault =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'field' | 'twice' | 'constant'; readonly field: string }
  | { readonly kind: 'missing'; readonly fields: readonly string[] }

/** In use or not, which is no field of a record. */
export const STATE = 'state'

const LINE = /^([A-Za-z]\w*)\s*=\s*(?:"([^"]*)"|([A-Za-z_$@][\w$@-]*(?:\.[A-Za-z_$@][\w$@-]*)*))$/
/** Names that would reach beyond the object they are written into. */
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

/** What a mapping says; without one every field is called there as it is here, but for secrets and files, which are only told by name. */
export function mappingOf(record: AnyRecord, text: string | null, direction: string): readonly MappedField[] {
  const { fields } = parse(text)
  if (fields.length > 0) return fields
  const told = Object.entries(direction === 'inbound' ? typedFields(record) : record.fields)
  const own = told.filter(([, { secret, isImage }]) => secret === undefined && !isImage).map(([name]) => name)
  return [...own, ...(record.states ? [STATE] : [])].map((field) => ({ field, there: field, constant: null }))
}

/** What is wrong with a mapping, against the record that it is of. */
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
  // Whatever else is there stays as it is; a record cannot be known without its key.
  const keys = record.keyOf ?? [record.key]
  const missing = direction === 'inbound' && names.length > 0 ? keys.filter((key) => !names.includes(key)) : []
  if (missing.length > 0) faults.push({ kind: 'missing', fields: missing })
  return faults
}

/** The secrets that a mapping tells to another system, by their names. */
export function exposedSecrets({ fields }: AnyRecord, text: string | null, direction: string): readonly string[] {
  if (direction !== 'outbound') return []
  const named = new Set(parse(text).fields.map(({ field }) => field))
  return Object.keys(fields).filter((name) => named.has(name) && fields[name]?.secret !== undefined)
}

/** Our values under their names there; `address.city` is a part of a part. */
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

/** Numbers come as texts where the field is a text: nobody's code loses its zeros by our doing. */
function plainValue(value: unknown, isInteger: boolean): unknown {
  if (typeof value === 'number' && !isInteger) return String(value)
  if (typeof value === 'string' && isInteger && /^-?\d{1,15}$/.test(value.trim())) return Number(value)
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  return value
}

/** What a row from there says of our fields; what it does not mention is left alone. */
export function toHere(record: AnyRecord, fields: readonly MappedField[], row: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { field, there, constant } of fields) {
    const value = constant ?? valueAt(row, there ?? field)
    if (value !== undefined) values[field] = plainValue(value, record.fields[field]?.kind === 'integer')
  }
  return values
}
