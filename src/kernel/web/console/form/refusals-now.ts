import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
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
  const places = new Map(draft.lines.map((line, at) => [line, at]))
  const old = new Set(of.lines)
  return checked.refusals.flatMap((refusal) => {
    const { field = '', row } = refusal
    if (field === FILES) return of.files === draft.files ? [refusal] : []
    if (row === undefined) {
      const name = heldName(definition.fields, field)
      return of.header[name] === draft.header[name] ? [refusal] : []
    }
    const was = of.lines[row]
    const at = was && places.get(was)
    if (at !== undefined) return [{ ...refusal, row: at }]
    // Another one of its place is this line with a change, or one that was added.
    const line = draft.lines[row]
    const name = heldName(definition.lines, field)
    return was && line && !old.has(line) && was[name] && was[name] === line[name] ? [refusal] : []
  })
}
