import type { AnyDefinition } from '#kernel/definition/definition.ts'
import { shareOf } from '#kernel/document/lessen-share.ts'
import { amount } from '#kernel/money/money.ts'
import { type AmountToRead, readText } from './reading.ts'

type Values = Readonly<Record<string, unknown>>

/** An amount of a line: of what goes down with it, what stands. */
export function readLineAmount({ lessens }: AnyDefinition, line: Values, name: string): AmountToRead {
  const value = readText(line[name])
  if (!lessens?.along?.includes(name) || value === '') return { value, asked: null }
  const asked = readText(line[lessens.asked])
  const agreed = readText(line[lessens.approved])
  return agreed === '' || agreed === asked
    ? { value, asked: null }
    : { value: shareOf(value, amount(agreed), asked), asked: value }
}
