import { describe, expect, test } from 'vitest'
import { openNotes, type SheetEvent, sheetReducer, startSheet } from '../sheet/sheet-state.ts'
import { lostInLines } from './lost/lost-in-lines.ts'
import { withFollowing, withRemoved } from './use-lines.ts'

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

describe('a value of a line that a choice beside it removes', () => {
  const line = { customer: 'C-IN', budget: 'B-IN', remark: 'x' }
  const said = (event: SheetEvent) => {
    const before = startSheet([line])
    const { sheet, removed } = withRemoved(before, sheetReducer(before, event), event, (name, by) => `${name} by ${by}`)
    return { sheet, notes: openNotes(sheet.rows[0] ?? { id: 0, values: {} }), removed: [...removed] }
  }
  const chosen = { customer: 'C-BD', budget: '' }

  test('the column of a removed value says so until it is filled again', () => {
    const { sheet, notes, removed } = said({ type: 'set', row: 0, values: chosen })
    expect(notes).toEqual({ budget: 'budget by customer' })
    expect(removed).toEqual(['budget by customer'])
    const [filled] = sheetReducer(sheet, { type: 'set', row: 0, values: { budget: 'B-BD' } }).rows
    expect(filled && openNotes(filled)).toBeNull()
  })

  test('a value that is emptied by hand, and one that stays, get no note', () => {
    expect(said({ type: 'set', row: 0, values: { budget: '' } })).toMatchObject({ notes: null, removed: [] })
    expect(said({ type: 'set', row: 0, values: { ...line, customer: 'C-2' } })).toMatchObject({ notes: null })
  })

  test('a choice that is filled down leaves a note in each line whose value it removed', () => {
    const before = startSheet([{ ...line, customer: 'C-BD', budget: 'B-BD' }, line, line])
    const event: SheetEvent = { type: 'fill', key: 'customer', from: 0, rows: [1, 2], also: () => chosen }
    const { sheet, removed } = withRemoved(before, sheetReducer(before, event), event, (name) => `${name} removed`)
    expect(sheet.rows.map((row) => openNotes(row))).toEqual([
      null,
      { budget: 'budget removed' },
      { budget: 'budget removed' },
    ])
    expect([...removed]).toEqual(['budget removed'])
  })
})

test('the values that a changed header field removes from lines are found for each line and can be restored', () => {
  const before: readonly Record<string, string>[] = [
    { budget: 'B-1', country: 'IN', amount: '5' },
    { budget: '', amount: '6' },
    { budget: 'B-2' },
  ]
  const after = before.map((line) => ({ ...line, budget: '', country: '' }))
  const lost = lostInLines(before, after)
  expect(lost).toEqual([{ budget: 'B-1', country: 'IN' }, {}, { budget: 'B-2' }])
  const sheet = sheetReducer(startSheet(after), { type: 'paste', row: 0, cells: lost })
  expect(sheet.rows.map(({ values }) => values['budget'])).toEqual(['B-1', '', 'B-2'])
})
