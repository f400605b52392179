import type { ActionRequest } from './action-reads.ts'
import { matchLines } from '../content-difference.ts'
import { readContent } from '#kernel/engine/definition/content.ts'
import { headerOf } from '../document-sql.ts'
import { linesOfRows, lineSqlOf } from '../line-sql.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import { partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import type { HeadRow } from '../server-document.ts'

type Values = Readonly<Record<string, unknown>>
/** Old value, new value. */
type Pair = readonly [unknown, unknown]

/** One value of a line; `row` is its current position, or its former one where the line was removed. */
export interface LineChange {
  /** The further table that the row is of. */
  readonly table?: string
  readonly row: number
  readonly line: 'changed' | 'added' | 'removed'
  readonly field: string
  readonly values: Pair
}

/** Most values in an entry, and most lines that are compared one by one. Beyond it, rounds are compared where they are displayed. */
const MOST_KEPT = 200
const MOST_LINES = 1_000

/**
 * The lines that were submitted last, where the head has no draft, and the rows of further tables; one more than are
 * compared tells that there are too many.
 */
export function linesBefore({ definition, documentId, content }: ActionRequest) {
  if (documentId === null || !content) return []
  return [definition, ...partsOf(definition)].map((part) => lineSqlOf(part).submitted(documentId, MOST_LINES + 1))
}

/**
 * The content changes of a save or submit, as stored in its audit entry: as values, not texts, so that they read in any
 * language. The content before is what was stored last: the header, or where others still read that one, the draft with
 * the header's `derived` values, which a draft does not hold.
 */
export function changedContent(
  { definition, content, action }: ActionRequest,
  head: HeadRow | null,
  header: Values,
  derived: readonly string[],
  submitted: readonly (readonly Values[])[],
): Readonly<Record<string, unknown>> {
  if (!content) return {}
  const limit = Math.max(definition.lineLimits.file, definition.lineLimits.typed)
  const draft = head?.draft ? readContent(definition, head.draft, { lineLimit: limit }).content : null
  const stored: Values = head ? headerOf(definition, head) : {}
  // A draft written after a rejection is not in the header that others see.
  const isOfOthers = head !== null && head.state !== definition.initial
  const onDraft = (values: Values): Values => ({
    ...values,
    ...Object.fromEntries(derived.map((name) => [name, stored[name]])),
  })
  const before = isOfOthers && draft ? onDraft(draft.header as Values) : stored
  const after = isOfOthers && action.content === 'draft' ? onDraft(content.header as Values) : header
  const changes = pairsOf(definition.fields, before, after)
  const counts: Record<string, Pair> = {}
  const all = [definition, ...partsOf(definition)].flatMap((part, at) => {
    const lines = rowsOf<Values>(part, content)
    const was = draft ? rowsOf<Values>(part, draft) : linesOf(part, submitted[at] ?? [])
    counts[part.part ?? 'lines'] = [was?.length ?? null, lines.length]
    if (!was || Math.max(was.length, lines.length) > MOST_LINES) return []
    const own = lineChanges(part.lines, was, lines)
    return part.part === undefined ? own : own.map((change) => ({ ...change, table: part.part }))
  })
  if (all.length === 0) return { changes, ...counts }
  const more = all.length - MOST_KEPT
  return { changes, ...counts, lineChanges: all.slice(0, MOST_KEPT), ...(more > 0 ? { more } : {}) }
}

/** Rows by field name; null where there are none, or more than were read. */
function linesOf(definition: AnyDefinition, rows: readonly Values[]): readonly Values[] | null {
  return rows.length === 0 || rows.length > MOST_LINES ? null : linesOfRows(definition, rows)
}

function pairsOf(fields: Fields, before: Values, after: Values): Readonly<Record<string, Pair>> {
  return Object.fromEntries(
    Object.keys(fields).flatMap((name): [string, Pair][] => {
      const [was, is] = [before[name] ?? null, after[name] ?? null]
      return was === is ? [] : [[name, [was, is]]]
    }),
  )
}

function lineChanges(fields: Fields, before: readonly Values[], after: readonly Values[]): LineChange[] {
  const columns = Object.keys(fields).filter((name) => !fields[name]?.computed)
  const { pairs, added, removed } = matchLines(fields, columns, before, after)
  const of = (line: LineChange['line'], was: number | null, is: number | null) =>
    columns.flatMap((field): LineChange[] => {
      const values: Pair = [
        was === null ? null : (before[was]?.[field] ?? null),
        is === null ? null : (after[is]?.[field] ?? null),
      ]
      // What the server assigns with a submit is in no draft.
      const isAssigned = line === 'changed' && fields[field]?.assigned && values.includes(null)
      return isAssigned || values[0] === values[1] ? [] : [{ row: (is ?? was ?? 0) + 1, line, field, values }]
    })
  return [
    ...pairs.flatMap(([was, is]) => of('changed', was, is)),
    ...added.flatMap((is) => of('added', null, is)),
    ...removed.flatMap((was) => of('removed', was, null)),
  ]
}
