import { isDay } from '#kernel/base/clock/day.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Refuses filters whose days do not exist, with the name of the first. */
export function requireDays<Name extends string>(
  asked: Readonly<Partial<Record<Name, string | null | undefined>>>,
  fields: readonly Name[],
): void {
  for (const field of fields) {
    const day: string | null | undefined = asked[field]
    if (day && (!isDay(day) || day.startsWith('0000')))
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  }
}

/** The same of times, written as a day or to the second. */
export function requireTimes<Name extends string>(
  asked: Readonly<Partial<Record<Name, string | null | undefined>>>,
  fields: readonly Name[],
): void {
  for (const field of fields) {
    const at: string | null | undefined = asked[field]
    if (at && (!isDay(at.slice(0, 10)) || at.startsWith('0000') || Number.isNaN(Date.parse(at))))
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  }
}
