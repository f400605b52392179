import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import type { WireRefusal } from '../client/api.ts'
import { FILES, type FormDraft, heldName } from './draft/draft.ts'
import type { CheckAnswer } from './use-check.ts'

/**
 * What the last check refused of the draft as it is now: a refusal goes with its line, and is gone with the value that it was about, until
 * the next check says what is so.
 */
export function refusalsNow(
  definition: AnyDefinition,
  answer: CheckAnswer | null,
  draft: FormDraft,
): readonly WireRefusal[] {
  if (!answer) return []
  const { of, checked } = answer
  if (of === draft) return checked.refusals
  const tables = [definition, ...partsOf(definition)].map((part) => {
    const [lines, before] = [draft, of].map((each) => rowsOf(part, each))
    const places = new Map(lines!.map((line, at) => [line, at]))
    return [part.part, { part, lines: lines!, before: before!, places, old: new Set(before) }] as const
  })
  const byName = new Map(tables)
  return checked.refusals.flatMap((refusal) => {
    const { field = '', row, table } = refusal
    if (field === FILES) return of.files === draft.files ? [refusal] : []
    const own = byName.get(table)
    if (!own) return []
    const { part, lines, before, places, old } = own
    if (row === undefined && table !== undefined) return lines === before ? [refusal] : []
    if (row === undefined) {
      const name = heldName(definition.fields, field)
      return of.header[name] === draft.header[name] ? [refusal] : []
    }
    const was = before[row]
    const at = was && places.get(was)
    if (at !== undefined) return [{ ...refusal, row: at }]
    // Another one of its place is this line with a change, or one that was added.
    const line = lines[row]
    const name = heldName(part.lines, field)
    return was && line && !old.has(line) && was[name] && was[name] === line[name] ? [refusal] : []
  })
}
