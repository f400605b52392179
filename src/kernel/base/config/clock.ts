import { machineTime } from '#kernel/base/clock/clock.ts'
import type { ClockSetting } from '#kernel/base/clock/clock.ts'
import type { ConfigReader } from './reader.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

function readInstant(reader: ConfigReader, name: string): Date | null {
  const text = reader.text(name)
  if (text === undefined) return null
  const at = new Date(INSTANT.test(text) ? text : Number.NaN)
  if (!Number.isNaN(at.getTime())) return at
  reader.problems.push(`${name} must be a moment with its zone, such as 2026-11-18T06:00:00Z, not '${text}'`)
  return null
}

/**
 * Where the product's clock starts. Null: it is the machine's. CLOCK_SINCE says when it started, so that all processes of an installation
 * have the same time, whenever each of them began.
 */
export function readClock(reader: ConfigReader, production: boolean): ClockSetting | null {
  const at = readInstant(reader, 'CLOCK_AT')
  const since = readInstant(reader, 'CLOCK_SINCE')
  if (at && production)
    reader.problems.push('CLOCK_AT is for tests and dry runs: production has the time of its machine')
  if (since && reader.text('CLOCK_AT') === undefined) reader.problems.push('CLOCK_SINCE needs CLOCK_AT beside it')
  return at && { at, since: since ?? new Date(machineTime()) }
}
