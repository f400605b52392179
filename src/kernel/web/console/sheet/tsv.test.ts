import { expect, test } from 'vitest'
import { readTsv } from './tsv.ts'

test('pasted text without a line end is one cell', () => {
  expect(readTsv('1,234.50')).toEqual([['1,234.50']])
})

test('pasted rows end with either line end, and an empty last row is ignored', () => {
  expect(readTsv('IN\t100\r\nID\t200\n')).toEqual([
    ['IN', '100'],
    ['ID', '200'],
  ])
})

test('empty pasted cells keep their place', () => {
  expect(readTsv('IN\t\t100')).toEqual([['IN', '', '100']])
})

test('a quoted pasted cell may contain tabs, line breaks and doubled quotes', () => {
  expect(readTsv('a\t"two\nlines ""here"""\nb\tc')).toEqual([
    ['a', 'two\nlines "here"'],
    ['b', 'c'],
  ])
})
