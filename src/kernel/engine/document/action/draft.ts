import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type At, type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { type BodyBound, LARGEST_BOUND, SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { labelKey, type RawContent } from '#kernel/engine/definition/content.ts'
import { limitsOf } from './line-limit.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import type { AnyDocument } from '../server-document.ts'

type Raw = Readonly<Record<string, unknown>>

/** Length of a number, a day or an option, including whatever a person typed instead. */
const LONGEST_VALUE = 200
/** Tiers as pasted from a spreadsheet (read-ladder.ts). */
const LONGEST_LADDER = 20_000
/** A draft stores texts up to this multiple of their field's length: a person who pastes too much shortens it there. */
const TIMES_LONGER = 2

/** Reasons that are listed one by one. */
const NAMED = 20

/**
 * The stored content of a draft: fields of its definition, as typed, right or wrong. A draft may be incomplete and
 * invalid, but is no general storage: more lines, longer texts and other types are refused by field and row.
 */
export function keptDraft(definition: AnyDocument, raw: RawContent): RawContent {
  const refusals: Refusal[] = []
  const { lineLimit, tableLimit } = limitsOf(definition, raw)
  const header = keptValues(definition.fields, raw, (field) => labelKey(definition, 'fields', field), refusals)
  const kept = keptRows(definition, raw.lines, lineLimit, refusals)
  const tables = partsOf(definition).flatMap((part) => {
    const rows = keptRows(part, raw[part.part], tableLimit(part), refusals)
    return rows ? [[part.part, rows] as const] : []
  })
  if (refusals.length > 0) throw new Refused(refusals.slice(0, NAMED))
  const files = definition.attachments && Array.isArray(raw['files']) ? { files: raw['files'] as unknown[] } : {}
  return { ...header, ...(kept ? { lines: kept } : {}), ...Object.fromEntries(tables), ...files }
}

/** The lines, or the rows of a further table; null where the content says nothing of them. */
function keptRows(definition: AnyDocument, raw: unknown, limit: number, refusals: Refusal[]): readonly Raw[] | null {
  if (raw === undefined) return null
  const table = definition.part === undefined ? {} : { table: definition.part }
  const rows = Array.isArray(raw) ? (raw as unknown[]) : []
  if (rows.length > limit) throw new Refused(documentErrors.tooManyLines({ limit }, { field: 'lines', ...table }))
  const label = (field: string) => labelKey(definition, 'lineFields', field)
  return rows.map((line, row) => keptValues(definition.lines, recordOf(line), label, refusals, { row, ...table }))
}

function recordOf(line: unknown): Raw {
  return typeof line === 'object' && line !== null && !Array.isArray(line) ? (line as Raw) : {}
}

function keptValues(
  fields: Fields,
  raw: Raw,
  label: (field: string) => string,
  refusals: Refusal[],
  place: At = {},
): Raw {
  const kept: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = raw[name]
    if (field.computed || value === undefined) continue
    const at: At = { field: name, ...place }
    const refusal = refusalOf(field, value, label(name), at)
    if (refusal) refusals.push(refusal)
    else kept[name] = value
  }
  return kept
}

function refusalOf(field: Field, value: unknown, label: string, at: At): Refusal | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return null
  if (typeof value !== 'string') return documentErrors.notAnOption({ field: label }, at)
  return value.length > longestOf(field)
    ? documentErrors.tooLong({ field: label, max: field.max ?? longestOf(field) }, at)
    : null
}

/** Most characters that a draft stores of a field. */
export function longestOf({ kind, max, list }: Field): number {
  if (kind === 'ladder') return LONGEST_LADDER
  if (list) return Math.max(LONGEST_VALUE, list.most * (list.longest + 1) * TIMES_LONGER)
  return Math.max(LONGEST_VALUE, (max ?? 0) * TIMES_LONGER)
}

/** Bytes of a non-Latin letter, and of the punctuation around a value. */
const LETTER_BYTES = 3
const AROUND_BYTES = 6
/** Lines beyond the limit that are still read, so that the refusal can name the limit; and values besides fields. */
const MORE_LINES = 1.1
const MORE_VALUES = 1_000

/** Body bound of calls with a document's content: as its definition allows, between a selection and the largest body. */
export function contentBound(definition: AnyDocument): BodyBound {
  const header = Object.entries(definition.fields)
  let bytes = bytesOf(header)
  let values = MORE_VALUES + header.length
  for (const { lines, lineLimits } of [definition, ...partsOf(definition)]) {
    const line = Object.entries(lines)
    const most = Math.max(lineLimits.typed, lineLimits.file) * MORE_LINES
    bytes += most * bytesOf(line)
    values += most * (line.length + 1)
  }
  return {
    bytes: Math.ceil(Math.min(LARGEST_BOUND.bytes, Math.max(SELECTION_BOUND.bytes, bytes))),
    values: Math.ceil(Math.min(LARGEST_BOUND.values, Math.max(SELECTION_BOUND.values, values))),
  }
}

function bytesOf(fields: readonly (readonly [string, Field])[]): number {
  return fields.reduce((sum, [name, field]) => sum + name.length + AROUND_BYTES + longestOf(field) * LETTER_BYTES, 0)
}
