import type { Dispatch, SetStateAction } from 'react'
import type { WireRefusal } from '../../client/api.ts'
import type { DocumentInput } from '../../client/document-api.ts'
import type { FormSpec } from '../form-spec.ts'

/**
 * Everything that is wrong with the content of a refused submit: the submit names values that cannot be read and comes to no rule before
 * they can, the soft check names both at once.
 */
export async function allRefusals(
  { check }: Pick<FormSpec, 'check'>,
  content: DocumentInput,
  refused: readonly WireRefusal[],
): Promise<readonly WireRefusal[]> {
  const placeOf = ({ table, row, field, key }: WireRefusal) => JSON.stringify([table, row, field, key])
  const known = new Set(refused.map(placeOf))
  const checked = await check?.(content, { handles: true }).catch(() => null)
  return [...refused, ...(checked?.refusals ?? []).filter((refusal) => !known.has(placeOf(refusal)))]
}

/** Says all of it, unless something was typed meanwhile, which takes back what was said. */
export async function addRefusals(
  spec: Pick<FormSpec, 'check'>,
  content: DocumentInput,
  refused: readonly WireRefusal[],
  setRefusals: Dispatch<SetStateAction<readonly WireRefusal[]>>,
): Promise<void> {
  const all = await allRefusals(spec, content, refused)
  setRefusals((now) => (now.length === 0 ? now : all))
}
