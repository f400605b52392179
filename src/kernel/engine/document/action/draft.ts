import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type At, type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { type BodyBound, LARGEST_BOUND, SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { labelKey, type RawContent } from '#kernel/engine/definition/content.ts'
import { lineLimitOf } from './line-limit.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
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
  const limit = lineLimitOf(definition, raw)
  const lines = Array.isArray(raw.lines) ? (raw.lines as unknown[]) : []
  if (lines.length > limit) throw new Refused(documentErrors.tooManyLines({ limit }, { field: 'lines' }))
  const header = keptValues(definition.fields, raw, (field) => labelKey(definition, 'fields', field), refusals)
  const kept = lines.map((line, row) =>
    keptValues(definition.lines, recordOf(line), (field) => labelKey(definition, 'lineFields', field), refusals, row),
  )
  if (refusals.length > 0) throw new Refused(refusals.slice(0, NAMED))
  const files = definition.attachments && Array.isArray(raw['files']) ? { files: raw['files'] as unknown[] } : {}
  return { ...header, ...(raw.lines === undefined ? {} : { lines: kept }), ...files }
}

function recordOf(line: unknown): Raw {
  return typeof line === 'object' && line !== null && !Array.isArray(line) ? (line as Raw) : {}
}

function keptValues(
  fields: Fields,
  raw: Raw,
  label: (field: string) => string,
  refusals: Refusal[],
  row?: number,
): Raw {
  const kept: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = raw[name]
    if (field.computed || value === undefined) continue
    const at: At = row === undefined ? { field: name } : { field: name, row }
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
  const lines = Math.max(definition.lineLimits.typed, definition.lineLimits.file) * MORE_LINES
  const [header, line] = [Object.entries(definition.fields), Object.entries(definition.lines)]
  const bytes = bytesOf(header) + lines * bytesOf(line)
  const values = MORE_VALUES + header.length + lines * (line.length + 1)
  return {
    bytes: Math.ceil(Math.min(LARGEST_BOUND.bytes, Math.max(SELECTION_BOUND.bytes, bytes))),
    values: Math.ceil(Math.min(LARGEST_BOUND.values, Math.max(SELECTION_BOUND.values, values))),
  }
}

function bytesOf(fields: readonly (readonly [string, Field])[]): number {
  return fields.reduce((sum, [name, field]) => sum + name.length + AROUND_BYTES + longestOf(field) * LETTER_BYTES, 0)
}
