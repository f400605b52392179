import type { Field } from '#kernel/engine/definition/fields.ts'
import type { DocumentTexts } from '../client/document-texts.ts'
import { fixedOptions, type OptionList } from './options.ts'

/** The options of a choice from the definition; of other fields from the form's lists. Null where a field is typed. */
export function listOf(
  texts: DocumentTexts,
  name: string,
  field: Field,
  list: OptionList | undefined,
): OptionList | null {
  if (list) return list
  if (field.kind !== 'choice') return null
  return fixedOptions((field.options ?? []).map((value) => ({ value, label: texts.option(name, value) })))
}
