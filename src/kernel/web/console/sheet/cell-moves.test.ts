import { expect, it } from 'vitest'
import { type Cursor, movedCursor } from './cell-moves.ts'

const COLUMNS = [{ kind: 'choice' }, { kind: 'shown' }, { kind: 'amount' }, { kind: 'opened' }] as const
const at = (row: number, column: number, more: Partial<Cursor> = {}): Cursor => ({
  row,
  column,
  isEditing: true,
  ...more,
})

it('Enter goes on in the first cell of the next line after a line was filled in from left to right', () => {
  const amount = movedCursor(at(0, 0), [0, 1], true, COLUMNS)
  expect(amount).toEqual(at(0, 2, { begun: 0 }))
  expect(movedCursor(amount, [1, 0], true, COLUMNS)).toEqual(at(1, 0))
})

it('Enter goes down a column that was entered in the middle', () => {
  expect(movedCursor(at(0, 2), [1, 0], true, COLUMNS)).toEqual(at(1, 2))
  // Going back is no filling in.
  expect(movedCursor(movedCursor(at(0, 3), [0, -1], true, COLUMNS), [1, 0], true, COLUMNS)).toEqual(at(1, 2))
})

it('Tab passes by what is only shown, goes on to the next line and opens no dialog', () => {
  const last = movedCursor(at(0, 2), [0, 1], true, COLUMNS)
  expect(last).toEqual({ row: 0, column: 3, isEditing: false, begun: 2 })
  expect(movedCursor(last, [0, 1], true, COLUMNS)).toEqual(at(1, 0))
  expect(movedCursor(at(1, 0), [0, -1], true, COLUMNS)).toEqual({ row: 0, column: 3, isEditing: false })
})

it('an arrow key stays in its column and stops at what is only shown', () => {
  expect(movedCursor(at(0, 2, { begun: 0, isEditing: false }), [1, 0], false, COLUMNS)).toEqual({
    row: 1,
    column: 2,
    isEditing: false,
  })
  expect(movedCursor(at(0, 0, { isEditing: false }), [0, 1], false, COLUMNS)).toEqual({
    row: 0,
    column: 1,
    isEditing: false,
  })
})
