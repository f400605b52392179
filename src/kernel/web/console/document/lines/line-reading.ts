import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { shareOf } from '#kernel/engine/document/action/partial-approval-share.ts'
import { amount } from '#kernel/base/money/money.ts'
import { type AmountToRead, readText } from '../reading.ts'

type Values = Readonly<Record<string, unknown>>

/** An amount of a line; of amounts reduced with the line, the approved one. */
export function readLineAmount({ partialApproval }: AnyDefinition, line: Values, name: string): AmountToRead {
  const value = readText(line[name])
  if (!partialApproval?.along?.includes(name) || value === '') return { value, asked: null }
  const asked = readText(line[partialApproval.asked])
  const agreed = readText(line[partialApproval.approved])
  return agreed === '' || agreed === asked
    ? { value, asked: null }
    : { value: shareOf(value, amount(agreed), asked), asked: value }
}
