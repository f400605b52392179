import type { ActionRequest } from './action-reads.ts'
import { matchLines } from '../content-difference.ts'
import { readContent } from '#kernel/engine/definition/content.ts'
import { headerOf } from '../document-sql.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import type { HeadRow } from '../server-document.ts'

type Values = Readonly<Record<string, unknown>>
/** What it was, what it is. */
type Pair = readonly [unknown, unknown]

/** One value of a line; `row` as it stands now, or stood where the line is gone. */
export interface LineChange {
  readonly row: number
  readonly line: 'changed' | 'added' | 'removed'
  readonly field: string
  readonly values: Pair
}

/** Values that an entry keeps, and lines up to which two contents are compared line by line. Beyond it, rounds are compared where they are shown. */
const MOST_KEPT = 200
const MOST_LINES = 1_000

/**
 * What a save or submit changed of the content, as its entry keeps it: as values, not as texts, so that it reads in any
 * language. The content before is the draft that stood there, or else the header as it was submitted.
 */
export function changedContent(
  { definition, content, command }: ActionRequest,
  head: HeadRow | null,
  header: Values,
): Readonly<Record<string, unknown>> {
  if (!content) return {}
  const limit = Math.max(definition.lineLimits.file, definition.lineLimits.typed)
  const draft = head?.draft ? readContent(definition, head.draft, { lineLimit: limit }).content : null
  const before: Values = (draft?.header as Values | undefined) ?? (head ? headerOf(definition, head) : {})
  // What is only drafted beside a rejected application is not in the header that others see.
  const after: Values = command.action === 'save' ? { ...header, ...(content.header as Values) } : header
  const changes = pairsOf(definition.fields, before, after)
  const lines = content.lines as readonly Values[]
  const was = (draft?.lines ?? null) as readonly Values[] | null
  const count = { lines: [was?.length ?? null, lines.length] as const }
  if (!was || Math.max(was.length, lines.length) > MOST_LINES) return { changes, ...count }
  const all = lineChanges(definition.lines, was, lines)
  if (all.length === 0) return { changes, ...count }
  const more = all.length - MOST_KEPT
  return { changes, ...count, lineChanges: all.slice(0, MOST_KEPT), ...(more > 0 ? { more } : {}) }
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
      return values[0] === values[1] ? [] : [{ row: (is ?? was ?? 0) + 1, line, field, values }]
    })
  return [
    ...pairs.flatMap(([was, is]) => of('changed', was, is)),
    ...added.flatMap((is) => of('added', null, is)),
    ...removed.flatMap((was) => of('removed', was, null)),
  ]
}
