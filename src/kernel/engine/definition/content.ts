import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { amountText, readAmount } from '#kernel/base/money/money.ts'
import { readExact } from '#kernel/base/money/exact.ts'
import { grouped } from '#kernel/base/money/exact-text.ts'
import type { AnyDefinition, Content } from './definition.ts'
import { type ReadEntries, readList } from './code-list.ts'
import type { Field, Fields } from './fields.ts'
import { lineFieldsPath, ofParts, type TablePart } from './parts.ts'
import { readLadder, unreadable } from './read-ladder.ts'

/** Content of a form, a file or a call: anything may be missing or of a wrong type. */
export type RawContent = Readonly<Record<string, unknown>> & { readonly lines?: unknown }

/** The text key of a field's label; refusals show the label in the reader's language. */
export function labelKey(
  definition: Pick<AnyDefinition, 'area' | 'name' | 'part'>,
  part: 'fields' | 'lineFields',
  field: string,
): string {
  const path = part === 'fields' ? part : lineFieldsPath(definition)
  return `@${definition.area}.documents.${definition.name}.${path}.${field}`
}

interface ReadLimits {
  /** Most lines. */
  readonly lineLimit: number
  /** Most rows of a further table; by default as many as one may ever hold. */
  readonly tableLimit?: (part: TablePart) => number
}

/** Parses raw content by its definition into typed values or refusals with field and row. Pure; form and server run the same check. */
export function readContent<D extends AnyDefinition>(
  definition: D,
  raw: RawContent,
  { lineLimit, tableLimit = mostRows }: ReadLimits,
): { readonly content: Content<D>; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = []
  const header = readValues(definition.fields, (field) => labelKey(definition, 'fields', field), raw, refusals)
  const lines = readLines(definition, raw.lines, lineLimit, refusals)
  const tables = ofParts(definition, (part) => {
    const own: Refusal[] = []
    const rows = readLines(part, raw[part.part], tableLimit(part), own)
    refusals.push(...own.map((refusal) => ({ ...refusal, table: part.part })))
    return rows
  })
  return { content: { header, lines, ...tables } as unknown as Content<D>, refusals }
}

function mostRows({ lineLimits: { typed, file } }: TablePart): number {
  return Math.max(typed, file)
}

/** The lines, or the rows of a further table; none of too many. */
function readLines(definition: AnyDefinition, raw: unknown, limit: number, refusals: Refusal[]): readonly object[] {
  const rows = Array.isArray(raw) ? (raw as unknown[]) : []
  if (rows.length === 0 && !definition.lineLimits.optional)
    refusals.push(documentErrors.noLines({}, { field: 'lines' }))
  if (rows.length > limit) {
    refusals.push(documentErrors.tooManyLines({ limit }, { field: 'lines' }))
    return []
  }
  const label = (field: string) => labelKey(definition, 'lineFields', field)
  return rows.map((line, row) => readValues(definition.lines, label, isRecord(line) ? line : {}, refusals, row))
}

/** The same of the input of an act: `definition` is that of its input (act.ts). */
export function readInput(
  definition: AnyDefinition,
  raw: Readonly<Record<string, unknown>>,
): { readonly input: ReadValues; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = []
  const input = readValues(definition.fields, (field) => labelKey(definition, 'fields', field), raw, refusals)
  return { input, refusals }
}

/** Values by field name, as read. */
export type ReadValues = Readonly<Record<string, string | number | null>>

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses values by their fields; `label` returns the text key of a field's label. Refused values are null. */
export function readValues(
  fields: Fields,
  label: (field: string) => string,
  raw: Readonly<Record<string, unknown>>,
  refusals: Refusal[],
  row?: number,
): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed) {
      values[name] = null
      continue
    }
    const at: At = row === undefined ? { field: name } : { field: name, row }
    const outcome = readValue(field, raw[name], raw, label(name), at)
    if (outcome !== null && typeof outcome === 'object' && 'refusals' in outcome) {
      refusals.push(...outcome.refusals)
      values[name] = outcome.text || null
      continue
    }
    if (outcome !== null && typeof outcome === 'object') {
      refusals.push(outcome)
      values[name] = null
    } else {
      values[name] = outcome
    }
  }
  return values
}

/** `beside` are the raw values, because some fields depend on another. */
function readValue(
  field: Field,
  raw: unknown,
  beside: Readonly<Record<string, unknown>>,
  label: string,
  at: At,
): string | number | null | Refusal | ReadEntries {
  const text = typeof raw === 'string' ? raw.trim() : raw
  if (text === undefined || text === null || text === '') {
    return field.required ? documentErrors.required({ field: label }, at) : null
  }
  switch (field.kind) {
    case 'integer':
      return readInteger(field, text, label, at)
    case 'money':
      return readMoney(text, label, at)
    case 'date':
      return readDay(field, text, label, at)
    case 'decimal':
      return readDecimal(field, text, label, at)
    case 'ladder':
      return readLadder(field, text, beside, label, at)
    case 'list':
      return readList(field, text, label, at)
    case 'choice':
      return typeof text === 'string' && field.options?.includes(text)
        ? text
        : documentErrors.notAnOption({ field: label }, at)
    case 'text':
    case 'code':
      if (typeof text !== 'string' || text.includes('\u0000')) return documentErrors.notAnOption({ field: label }, at)
      return field.max !== undefined && text.length > field.max
        ? documentErrors.tooLong({ field: label, max: field.max }, at)
        : text
  }
}

function readInteger(field: Field, raw: unknown, label: string, at: At): number | Refusal {
  const value = typeof raw === 'string' && /^-?\d{1,9}$/.test(raw) ? Number(raw) : raw
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
  const [min, max] = field.range ?? [-2_147_483_648, 2_147_483_647]
  if (field.isQuantity && !(isWhole && value > 0))
    return documentErrors.notQuantity({ field: label, max: grouped(max) }, at)
  if (!isWhole)
    return field.range
      ? documentErrors.notWholeNumberFrom({ field: label, min: grouped(min), max: grouped(max) }, at)
      : documentErrors.notWholeNumber({ field: label }, at)
  return value < min || value > max ? documentErrors.outOfRange({ field: label, min, max }, at) : value
}

function readDay({ years = [1900, 2999] }: Field, raw: unknown, label: string, at: At): string | Refusal {
  if (typeof raw !== 'string' || !isDay(raw)) return documentErrors.noSuchDay({ field: label }, at)
  const [min, max] = [`${years[0]}-01-01`, `${years[1]}-12-31`]
  return raw < min || raw > max ? documentErrors.outOfRange({ field: label, min, max }, at) : raw
}

function readDecimal({ exact }: Field, raw: unknown, label: string, at: At): string | Refusal {
  // A JSON number has already been a float, and is no exact number.
  const value = typeof raw === 'string' && exact ? readExact(raw, exact) : 'notAmount'
  if (typeof value === 'object') return value.text
  return exact ? unreadable(value, exact, label, at) : documentErrors.notAmount({ field: label }, at)
}

/** Amounts of a document are positive (F2): a decrease is a document of its own, not a minus sign. */
function readMoney(raw: unknown, label: string, at: At): string | Refusal {
  // A JSON number is no amount: it has already been a float.
  if (typeof raw !== 'string') return documentErrors.notAmount({ field: label }, at)
  const value = readAmount(raw)
  if (typeof value === 'string') return documentErrors[value]({ field: label }, at)
  if (value.lte(0)) return documentErrors.notPositive({ field: label }, at)
  return amountText(value)
}
