import { describe, expect, test } from 'vitest'
import { type SheetEvent, sheetReducer, startSheet } from '../sheet/sheet-state.ts'
import { withFollowing } from './use-lines.ts'

const follows = {
  amount: {
    of: ['price', 'count'],
    from: ({ price, count }: Readonly<Record<string, string>>) =>
      price && count ? `${Number(price) * Number(count)}` : null,
  },
}
const after = (line: Record<string, string>, event: SheetEvent) => {
  const before = startSheet([line])
  return withFollowing(before, sheetReducer(before, event), event, follows).rows.map(({ values }) => values['amount'])
}

describe('a value of a line that follows from others', () => {
  test('a column that follows from others is written when one of these is typed, pasted or filled', () => {
    expect(after({ price: '10' }, { type: 'set', row: 0, values: { count: '3' } })).toEqual(['30'])
    expect(after({}, { type: 'paste', row: 0, cells: [{ price: '10', count: '2' }] })).toEqual(['20'])
    expect(after({ price: '10' }, { type: 'paste', row: 1, cells: [{ price: '10', count: '2' }] })).toEqual([
      undefined,
      '20',
    ])
  })

  test('a column that follows from others stays as it was typed or pasted itself, for the server to compare', () => {
    expect(after({}, { type: 'paste', row: 0, cells: [{ price: '10', count: '100', amount: '999' }] })).toEqual(['999'])
    expect(after({ price: '10', count: '3', amount: '30' }, { type: 'set', row: 0, values: { amount: '29' } })).toEqual(
      ['29'],
    )
  })

  test('a line whose columns say nothing about others yet is left alone', () => {
    expect(after({ amount: '5' }, { type: 'set', row: 0, values: { count: '3' } })).toEqual(['5'])
  })
})
