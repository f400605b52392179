import { type AnyRecord, onceFor, type RecordField, type RecordFields, typedFields } from '../definition.ts'

/** The fields of a form that are also in files of rows. */
export const filedFields = onceFor((record: AnyRecord): RecordFields => {
  const isFiled = ([, { isImage, stored }]: [string, RecordField]) => !isImage && stored !== 'timestamptz'
  return Object.fromEntries(Object.entries(typedFields(record)).filter(isFiled))
})

/** Whether a file of rows can create records: not where a required field is never in files. */
export const isMadeByFile = onceFor((record: AnyRecord): boolean => {
  const filed = filedFields(record)
  return Object.entries(typedFields(record)).every(([name, { required }]) => !required || name in filed)
})
