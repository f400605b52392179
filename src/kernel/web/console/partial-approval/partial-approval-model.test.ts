import { expect, it } from 'vitest'
import { amountText } from '#kernel/base/money/money.ts'
import { gapOf, lessLines, outcomeOf, readLine } from './partial-approval-model.ts'

const rule = { asked: 'amount', approved: 'approvedAmount' } as const
const lines = lessLines(rule, [
  { lineNo: 1, amount: '600.00', approvedAmount: null },
  { lineNo: 2, amount: '400.00', approvedAmount: '300.00' },
])
const draft = (amounts: Record<number, string>, reason = 'Half of it') => ({ amounts, reason })

it('a partial approval starts from the amounts that earlier approvers left', () => {
  expect(outcomeOf(lines, draft({}))).toMatchObject({ changed: [], isBroken: false })
  expect([outcomeOf(lines, draft({})).asked, outcomeOf(lines, draft({})).after].map(amountText)).toEqual([
    '1000.00',
    '900.00',
  ])
})

it('a partial approval sends only the reduced lines', () => {
  const outcome = outcomeOf(lines, draft({ 1: '1,00.5', 2: '300' }))
  expect(outcome.changed).toEqual([{ line: 1, amount: '100.50' }])
  expect(amountText(outcome.after)).toBe('400.50')
})

it('a partial approval that cannot be sent says why', () => {
  expect(readLine(lines[0]!, draft({ 1: '600.01' })).problem).toBe('tooMuch')
  expect(readLine(lines[0]!, draft({ 1: '-1' })).problem).toBe('notAmount')
  expect(readLine(lines[0]!, draft({ 1: '1.001' })).problem).toBe('notAmount')
  expect(gapOf(lines, draft({ 1: 'x' }))).toBe('amounts')
  expect(gapOf(lines, draft({ 1: '1' }, ' '))).toBe('reason')
  expect(gapOf(lines, draft({ 1: '0', 2: '0' }))).toBe('nothingLeft')
  expect(gapOf(lines, draft({ 1: '0' }))).toBeNull()
  expect(gapOf(lines, draft({}, ''))).toBeNull()
})
