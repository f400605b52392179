import { addedCodes, offeredCodes } from '#kernel/base/i18n/choice-codes.ts'
import type { AnyRecord } from './definition.ts'

// What a choice of a record may be, for the server and for pages: what the product says, and what administrators made of it.

const dictionaryOf = (record: AnyRecord, name: string): string => `${record.name}.${name}`

/** Every code that it knows: of one that is open also those that administrators added. */
export function codesOf(record: AnyRecord, name: string): readonly string[] {
  const { options = [], isOpen } = record.fields[name] ?? {}
  return isOpen ? [...options, ...addedCodes(dictionaryOf(record, name))] : options
}

/** What is offered, in its order: what administrators left of it, or all that there is. */
export function offeredOf(record: AnyRecord, name: string): readonly string[] {
  const own = record.fields[name]?.offered ?? codesOf(record, name)
  return offeredCodes(dictionaryOf(record, name))?.filter((code) => own.includes(code)) ?? own
}

/** Whether an administrator took it out of what is offered: it stays where it is, and is chosen nowhere else. */
export function isDisabledChoice(record: AnyRecord, name: string, code: string): boolean {
  return offeredCodes(dictionaryOf(record, name))?.includes(code) === false
}
