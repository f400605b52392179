import { addedCodes, offeredCodes } from '#kernel/base/i18n/choice-codes.ts'
import type { AnyRecord } from './definition.ts'

// The options of a record's choice, for server and pages: delivered ones, with the changes of administrators.

const dictionaryOf = (record: AnyRecord, name: string): string => `${record.name}.${name}`

/** Every known code, including those that administrators added to an open choice. */
export function codesOf(record: AnyRecord, name: string): readonly string[] {
  const { options = [], isOpen } = record.fields[name] ?? {}
  return isOpen ? [...options, ...addedCodes(dictionaryOf(record, name))] : options
}

/** The offered options in order: as administrators left them, or all. */
export function offeredOf(record: AnyRecord, name: string): readonly string[] {
  const own = record.fields[name]?.offered ?? codesOf(record, name)
  return offeredCodes(dictionaryOf(record, name))?.filter((code) => own.includes(code)) ?? own
}

/** Whether an administrator withdrew the option: existing values stay, new ones are refused. */
export function isDisabledChoice(record: AnyRecord, name: string, code: string): boolean {
  return offeredCodes(dictionaryOf(record, name))?.includes(code) === false
}
