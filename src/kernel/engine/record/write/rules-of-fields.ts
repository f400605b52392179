import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, onceFor, type RecordValues, recordText } from '../definition.ts'
import { recordErrors } from '../record.errors.ts'

export type FieldRule = (values: RecordValues) => readonly Refusal[]

/** A rule over several fields, which says nothing where one that it reads is wrong already. */
export function unlessWrong(wrong: ReadonlySet<string>, read: RecordValues, rule: FieldRule): readonly Refusal[] {
  if (wrong.size === 0) return rule(read)
  let isAffected = false
  const traced = new Proxy(read, {
    get(values, name) {
      if (wrong.has(String(name))) isAffected = true
      return values[String(name)]
    },
  })
  const found = rule(traced)
  return isAffected ? [] : found
}

const placeFields = onceFor((record: AnyRecord) =>
  Object.entries(record.fields).flatMap(([name, { coordinate }]) =>
    coordinate ? [[name, coordinate.other] as const] : [],
  ),
)

/** Latitude and longitude belong together: a missing half is refused. */
export function halfPlaces(record: AnyRecord, read: RecordValues, wrong: ReadonlySet<string>): Refusal[] {
  return placeFields(record).flatMap(([name, other]) => {
    if (wrong.has(name)) return []
    if ((read[name] ?? null) !== null || (read[other] ?? null) === null) return []
    return [recordErrors.coordinatePair({ field: `@${recordText(record, `fields.${name}`)}` }, { field: name })]
  })
}
