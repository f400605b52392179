import { describe, expect, test } from 'vitest'
import type { ImportRowView } from '#kernel/services/imports/import-wire.ts'
import { changedBy, editedText, NO_EDITS, rowsOf } from './edits.ts'

const row: ImportRowView = {
  row: 4,
  texts: { code: 'C1', amount: '1o0' },
  action: 'bad',
  before: null,
  after: null,
  errors: [],
  warnings: [],
  isEdited: false,
  isApplied: false,
  made: null,
}

describe('edits of import rows', () => {
  test('an edited cell is sent alone, because other texts of its row may be cut for the page', () => {
    const edits = changedBy(
      NO_EDITS,
      { ...row, texts: { ...row.texts, name: 'The beginning of a very long…' } },
      { amount: '100' },
    )
    expect(rowsOf(edits)).toEqual([{ row: 4, texts: { amount: '100' } }])
    expect(editedText(edits, 4, 'amount')).toBe('100')
    expect(editedText(edits, 4, 'code')).toBeUndefined()
  })

  test('an edit that is typed back is no change', () => {
    expect(changedBy(changedBy(NO_EDITS, row, { amount: '100' }), row, { amount: '1o0' })).toEqual({})
  })

  test('a cell that the file lacks counts as empty', () => {
    expect(changedBy(NO_EDITS, row, { remark: '' })).toEqual({})
    expect(rowsOf(changedBy(NO_EDITS, row, { remark: 'x' }))).toEqual([{ row: 4, texts: { remark: 'x' } }])
  })

  test('edits are compared with the row as it was when typing began', () => {
    const edits = changedBy(NO_EDITS, row, { amount: '100' })
    const checked: ImportRowView = { ...row, texts: { code: 'C1', amount: '7' } }
    expect(changedBy(edits, checked, { amount: '1o0' })).toEqual({})
  })
})
