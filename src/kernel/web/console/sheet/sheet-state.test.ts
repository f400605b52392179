import { expect, test } from 'vitest'
import { openNotes, sheetReducer, startSheet, type SheetState } from './sheet-state.ts'

const start = (): SheetState => startSheet([{ amount: '1' }, { amount: '2' }])
const amounts = (state: SheetState): (string | undefined)[] => state.rows.map((row) => row.values['amount'])

test('a paste into the sheet fills existing lines and adds missing ones', () => {
  const state = sheetReducer(start(), {
    type: 'paste',
    row: 1,
    cells: [{ amount: '20' }, { amount: '30' }, { amount: '40' }],
  })
  expect(amounts(state)).toEqual(['1', '20', '30', '40'])
  expect(new Set(state.rows.map((row) => row.id)).size).toBe(4)
})

test('undo in the sheet restores lines after a paste, a deletion and a fill', () => {
  const filled = sheetReducer(start(), { type: 'fill', key: 'amount', from: 0, rows: [1] })
  expect(amounts(filled)).toEqual(['1', '1'])
  const emptied = sheetReducer(filled, { type: 'delete', rows: [0, 1] })
  expect(amounts(emptied)).toEqual([])
  const back = sheetReducer(sheetReducer(emptied, { type: 'undo' }), { type: 'undo' })
  expect(amounts(back)).toEqual(['1', '2'])
  expect(sheetReducer(back, { type: 'undo' })).toBe(back)
})

test('lines of a file are added behind the last filled line, and undo takes them away', () => {
  const typed = startSheet([{ amount: '1' }, { amount: ' ' }])
  const added = sheetReducer(typed, { type: 'append', rows: [{ values: { amount: '2' } }] })
  expect(amounts(added)).toEqual(['1', '2'])
  expect(amounts(sheetReducer(added, { type: 'undo' }))).toEqual(['1', ' '])
})

test('a line of the sheet moves within its bounds, and undo moves it back', () => {
  const three = startSheet([{ amount: '1' }, { amount: '2' }, { amount: '3' }])
  const moved = sheetReducer(three, { type: 'move', from: 0, to: 2 })
  expect(amounts(moved)).toEqual(['2', '3', '1'])
  expect(amounts(sheetReducer(moved, { type: 'move', from: 2, to: 1 }))).toEqual(['2', '1', '3'])
  expect(sheetReducer(three, { type: 'move', from: 2, to: 3 })).toBe(three)
  expect(sheetReducer(three, { type: 'move', from: 0, to: -1 })).toBe(three)
  expect(amounts(sheetReducer(moved, { type: 'undo' }))).toEqual(['1', '2', '3'])
})

test('copied lines of the sheet are independent of their originals', () => {
  const copied = sheetReducer(start(), { type: 'copy', rows: [0] })
  const changed = sheetReducer(copied, { type: 'set', row: 2, values: { amount: '9' } })
  expect(amounts(changed)).toEqual(['1', '2', '9'])
})

test('the import note of a cell disappears when the cell changes and returns with undo', () => {
  const notes = { amount: { value: 'x', text: 'not an amount' } }
  const read = sheetReducer(start(), { type: 'replace', rows: [{ values: { amount: 'x' }, notes }] })
  const noteOf = (state: SheetState) => openNotes(state.rows[0] ?? { id: 0, values: {} })
  expect(noteOf(read)).toEqual({ amount: 'not an amount' })
  const mended = sheetReducer(read, { type: 'set', row: 0, values: { amount: '5' } })
  expect(noteOf(mended)).toBeNull()
  expect(noteOf(sheetReducer(mended, { type: 'undo' }))).toEqual({ amount: 'not an amount' })
})
