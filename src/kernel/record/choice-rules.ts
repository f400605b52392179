import type { Refusal } from '#kernel/errors/errors.ts'
import { codesOf, isDisabledChoice } from './choices.ts'
import { type AnyRecord, type RecordFields, type RecordValues, recordText, typedFields } from './definition.ts'
import { recordErrors } from './record.errors.ts'

/** Its fields as they are read: an open choice knows what administrators added to it. */
export function readFields(record: AnyRecord): RecordFields {
  const fields = typedFields(record)
  const open = Object.keys(fields).filter((name) => fields[name]?.isOpen)
  if (open.length === 0) return fields
  const known = open.map((name) => [name, { ...fields[name]!, options: codesOf(record, name) }] as const)
  return { ...fields, ...Object.fromEntries(known) }
}

/** What is no longer offered stays where it was, and is taken nowhere else: not from a form, a file or another system. */
export function disabledChoices(record: AnyRecord, read: RecordValues, before: RecordValues | null): Refusal[] {
  return Object.entries(record.fields).flatMap(([name, { options, computed }]) => {
    const code = read[name]
    if (!options || computed || typeof code !== 'string' || code === before?.[name]) return []
    if (!isDisabledChoice(record, name, code)) return []
    const label = (path: string) => `@${recordText(record, path)}`
    const params = { field: label(`fields.${name}`), code: label(`options.${name}.${code}`) }
    return [recordErrors.disabledCode(params, { field: name })]
  })
}
