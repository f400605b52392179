import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import type { WireRefusal } from '../client/api.ts'
import { chooseRefusalText, pageText } from '../client/i18n.ts'
import type { RowErrors } from '../sheet/sheet-state.ts'
import { draftOfPart, FILES, filledLines, heldName, lineLimit, type FormDraft } from './draft/draft.ts'

/** The errors of a draft by their place on the page. */
export interface Problems {
  readonly header: Readonly<Record<string, string>>
  readonly rows: RowErrors
  /** The error of the lines as a whole, as that there is none. */
  readonly lines: string | null
  /** Of each further table, in the order of the definition. */
  readonly tables: readonly Problems[]
  /** Errors of no field on the page. */
  readonly other: readonly string[]
}

/** A new form without input has nothing to correct and shows its initial values. */
export function isUntouched(
  { saveState, draft }: { readonly saveState: { readonly kind: string }; readonly draft: FormDraft },
  isAttempted: boolean,
): boolean {
  return !isAttempted && saveState.kind === 'clean' && draft.id === null
}

/** Refusals by place. Before an attempt to submit, a merely empty field is no error. */
export function problemsOf(
  definition: AnyDefinition,
  refusals: readonly WireRefusal[],
  draft: FormDraft,
  isAttempted: boolean,
  hasLines = true,
): Problems {
  const shown = new Set(viewOf(definition).form)
  const header: Record<string, string> = {}
  const rows = new Map<number, Record<string, string>>()
  const other = new Set(tooManyLines(definition, draft))
  let lines: string | null = null
  const [firstColumn = ''] = Object.keys(definition.lines)
  // The answer is older than the first line and will not repeat this.
  const isBegun = filledLines(draft.lines).length > 0
  for (const refusal of refusals) {
    if (refusal.table !== definition.part) continue
    if (refusal.key === 'document.tooManyLines' && other.size > 0) continue
    if (refusal.key === 'document.noLines' && isBegun) continue
    if (!isAttempted && isNotYet(definition, refusal, draft)) continue
    const text = chooseRefusalText(refusal)
    if (refusal.field === FILES) {
      header[FILES] ??= aboutFile(draft, refusal.row, text)
      continue
    }
    if (refusal.row !== undefined && refusal.row < draft.lines.length) {
      const row = rows.get(refusal.row) ?? {}
      const column = heldName(definition.lines, refusal.field ?? firstColumn)
      row[column] = together(definition.lines[column], row[column], text)
      rows.set(refusal.row, row)
    } else if (refusal.field && shown.has(heldName(definition.fields, refusal.field)))
      header[heldName(definition.fields, refusal.field)] ??= text
    else if (refusal.field === 'lines' && hasLines && lines === null) lines = text
    else other.add(text)
  }
  const tables = partsOf(definition).map((part) => problemsOf(part, refusals, draftOfPart(part, draft), isAttempted))
  return { header, rows, lines, tables, other: [...other] }
}

/** One error of a cell, and every error of a list of codes: each is about another code. */
function together(field: Field | undefined, before: string | undefined, text: string): string {
  if (before === undefined) return text
  return field?.kind === 'list' ? `${before}\n${text}` : before
}

/** A removed attachment has no name on the server; the form knows it. */
function aboutFile({ files }: FormDraft, row: number | undefined, text: string): string {
  const name = row === undefined ? undefined : files[row]?.name
  return name === undefined || text.includes(name) ? text : `${name}: ${text}`
}

function tooManyLines(definition: AnyDefinition, draft: FormDraft): string[] {
  const limit = lineLimit(definition, draft)
  const count = filledLines(draft.lines).length
  return count > limit ? [pageText('sheet.tooMany', { limit, count })] : []
}

/** Concerns something still empty, or (beyond the format of a cell) an incomplete line. */
function isNotYet(definition: AnyDefinition, { key, field, row }: WireRefusal, draft: FormDraft): boolean {
  if (key === 'document.required' || key === 'document.noLines') return true
  // Whatever a type says of its lines while there are none.
  if (row === undefined && field === 'lines' && filledLines(draft.lines).length === 0) return true
  if (row === undefined) return field !== undefined && draft.header[heldName(definition.fields, field)] === ''
  const line = draft.lines[row] ?? {}
  if (field !== undefined && !line[heldName(definition.lines, field)] && !definition.lines[field]?.computed) return true
  // Wrong codes of a list are known as soon as they are there.
  if (field !== undefined && definition.lines[field]?.kind === 'list') return false
  const isComplete = Object.entries(definition.lines).every(
    ([name, spec]) => !spec.required || spec.computed || Boolean(line[heldName(definition.lines, name)]),
  )
  return !isComplete && !key.startsWith('document.')
}

export function hasProblems(problems: Problems): boolean {
  return (
    problems.other.length > 0 ||
    problems.lines !== null ||
    problems.rows.size > 0 ||
    Object.keys(problems.header).length > 0 ||
    problems.tables.some(hasProblems)
  )
}

/** Number of places to correct. */
export function countOf(problems: Problems): number {
  const ofTables = problems.tables.reduce((sum, each) => sum + countOf(each), 0)
  const cells = [...problems.rows.values()].reduce((sum, row) => sum + Object.keys(row).length, 0)
  return Object.keys(problems.header).length + cells + (problems.lines === null ? 0 : 1) + ofTables
}
