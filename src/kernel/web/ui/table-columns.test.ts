import { expect, it } from 'vitest'
import { type Column, printColumns } from './table-columns.ts'

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  title: key,
  render: () => null,
  ...more,
})
const keys = (columns: readonly Column<object>[]): string => columns.map(({ key }) => key).join(' ')

const COLUMNS = [
  column('code', { kind: 'document', isFrozen: true }),
  column('country', { card: 'below' }),
  column('pool'),
  column('department'),
  column('currency'),
  column('available', { kind: 'amount' }),
  column('held', { kind: 'amount' }),
  column('changed', { isPrintHidden: true }),
]
const widths = (each: number) => new Map(COLUMNS.map(({ key }) => [key, each]))

it('a list that fits on a sheet is printed with all columns but those for the screen', () => {
  const { columns, leftOut } = printColumns(COLUMNS, widths(200))
  expect([keys(columns), keys(leftOut)]).toEqual(['code country pool department currency available held', ''])
})

it('a sheet without room for all columns has what names a row and its amounts, and the others are told as left out', () => {
  const { columns, leftOut } = printColumns(COLUMNS, widths(280))
  expect([keys(columns), keys(leftOut)]).toEqual(['code country currency available held', 'pool department'])
})

it('amounts that have no room are left out from the last', () => {
  const { columns, leftOut } = printColumns(COLUMNS, widths(360))
  expect([keys(columns), keys(leftOut)]).toEqual(['code country currency available', 'pool department held'])
})
