import type { Refusal } from '#kernel/base/errors/errors.ts'
import { codesOf, isDisabledChoice } from './choices.ts'
import { type AnyRecord, onceFor, type RecordFields, type RecordValues, recordText, typedFields } from './definition.ts'
import { recordErrors } from './record.errors.ts'

const openFields = onceFor((record: AnyRecord): readonly string[] => {
  const fields = typedFields(record)
  return Object.keys(fields).filter((name) => fields[name]?.isOpen)
})

/** Its fields with the options that administrators added to open choices. */
export function readFields(record: AnyRecord): RecordFields {
  const fields = typedFields(record)
  const open = openFields(record)
  if (open.length === 0) return fields
  const known = open.map((name) => [name, { ...fields[name]!, options: codesOf(record, name) }] as const)
  return { ...fields, ...Object.fromEntries(known) }
}

const typedChoices = onceFor((record: AnyRecord): readonly string[] =>
  Object.entries(record.fields).flatMap(([name, { options, computed }]) => (options && !computed ? [name] : [])),
)

/** An option that is no longer offered stays where it was and is accepted nowhere else: not from a form, a file or another system. */
export function disabledChoices(record: AnyRecord, read: RecordValues, before: RecordValues | null): Refusal[] {
  return typedChoices(record).flatMap((name) => {
    const code = read[name]
    if (typeof code !== 'string' || code === before?.[name]) return []
    if (!isDisabledChoice(record, name, code)) return []
    const label = (path: string) => `@${recordText(record, path)}`
    const params = { field: label(`fields.${name}`), code: label(`options.${name}.${code}`) }
    return [recordErrors.disabledCode(params, { field: name })]
  })
}
