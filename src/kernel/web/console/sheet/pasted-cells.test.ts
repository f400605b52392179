import { describe, expect, test } from 'vitest'
import { JOINT } from '#kernel/engine/definition/view.ts'
import { type Option, withChoice } from '../form/options.ts'
import { pastedCells } from './pasted-cells.ts'
import type { SheetColumn } from './sheet-columns.ts'

const list = (options: readonly Option[]) => ({ options, isLoading: false })
const lists = {
  country: list([
    { value: 'IN', label: 'IN / India' },
    { value: 'BD', label: 'BD / Bangladesh' },
  ]),
  project: list([
    { value: 'PJ-IN', label: 'PJ-IN / Fair', sets: { country: 'IN' }, of: { country: 'IN' } },
    { value: 'PJ-BD', label: 'PJ-BD / Fair', sets: { country: 'BD' }, of: { country: 'BD' } },
  ]),
  type: list([{ value: `F1${JOINT}S1`, label: 'S1 / Displays' }]),
}
const base = { width: 100 }
const choice = (key: keyof typeof lists, title: string): SheetColumn => ({
  ...base,
  key,
  title,
  kind: 'choice',
  options: () => lists[key].options,
  also: (value, row) => withChoice(lists, row, key, value),
  ...(key === 'type'
    ? { halves: { titles: ['Type', 'Sub type'], join: (one: string, other: string) => `${one}${JOINT}${other}` } }
    : {}),
})
const COLUMNS: readonly SheetColumn[] = [
  choice('country', 'Country'),
  choice('project', 'Project'),
  choice('type', 'Type'),
  { ...base, key: 'amount', title: 'Amount', kind: 'amount', currency: 'INR' },
  { ...base, key: 'left', title: 'Available', kind: 'shown', render: () => null, align: 'right' },
  { ...base, key: 'remark', title: 'Remark', kind: 'text' },
]
const paste = (...rows: string[][]) => pastedCells(COLUMNS, 'country', rows)

describe('rows that are pasted into a sheet', () => {
  const line = { country: 'IN', project: 'PJ-IN', type: `F1${JOINT}S1`, amount: '250000.00', remark: 'soon' }

  test('a row of the sheet goes into its columns', () => {
    expect(paste(['IN', 'PJ-IN', 'S1 / Displays', '2,50,000.00', 'soon'])).toEqual({
      cells: [line],
      leftOut: 0,
      onlyShown: [],
    })
  })

  test('a row of the template, which has both codes of a pair, goes into the same columns', () => {
    expect(paste(['IN / India', 'PJ-IN', 'F1', 'S1', '2,50,000.00', 'soon'])).toEqual({
      cells: [line],
      leftOut: 0,
      onlyShown: [],
    })
  })

  test('a row of titles says where each cell belongs, and cells of unknown titles are counted', () => {
    const titles = ['Remark', 'Amount *', 'Owner', 'Sub type', 'Type *', 'Project', 'Country']
    expect(paste(titles, ['soon', '2,50,000.00', 'me', 'S1', 'F1', 'PJ-IN', 'IN'])).toEqual({
      cells: [line],
      leftOut: 1,
      onlyShown: [],
    })
  })

  test('a pasted row with a cell for each visible column leaves out the cells of read-only columns and names them', () => {
    const seen = ['IN', 'PJ-IN', 'S1 / Displays', '2,50,000.00', '9,00,000.00', 'soon']
    const answer = { cells: [line], leftOut: 0, onlyShown: ['Available'] }
    expect(paste(seen)).toEqual(answer)
    const rest = seen.slice(2)
    const { type, amount, remark } = line
    expect(pastedCells(COLUMNS, 'type', [rest])).toEqual({ ...answer, cells: [{ type, amount, remark }] })
    const titles = ['Country', 'Project', 'Type', 'Amount', 'Available', 'Remark']
    expect(paste(titles, seen)).toEqual(answer)
    // As many cells, but none of them is what the column shows.
    expect(paste([...seen.slice(0, 4), 'soon', 'more'])).toMatchObject({ cells: [line], leftOut: 1, onlyShown: [] })
  })

  test('cells beyond the last column are counted', () => {
    expect(paste(['IN', 'PJ-IN', 'S1', '1', 'soon', 'more', ''])).toMatchObject({ leftOut: 1 })
  })

  test('a pasted country stays beside a pasted project of another country, to be refused', () => {
    expect(paste(['IN', 'PJ-BD']).cells).toEqual([{ country: 'IN', project: 'PJ-BD' }])
    expect(paste(['', 'PJ-BD']).cells).toEqual([{ country: 'BD', project: 'PJ-BD' }])
  })

  test('codes that no option has stay as they were pasted', () => {
    const titles = ['Country', 'Type', 'Sub type']
    expect(paste(titles, ['XX', 'F9', 'S9']).cells).toEqual([{ country: 'XX', type: `F9${JOINT}S9` }])
  })

  test('a block that was copied from the screen and ends before the last column goes into the columns that it was copied from', () => {
    const prices: readonly SheetColumn[] = [
      { ...base, key: 'sku', title: 'SKU', kind: 'text' },
      { ...base, key: 'before', title: 'Before', kind: 'shown', render: () => null, align: 'right' },
      { ...base, key: 'price', title: 'Price', kind: 'amount', currency: 'INR' },
      { ...base, key: 'change', title: 'Change', kind: 'shown', render: () => null, align: 'right' },
      { ...base, key: 'from', title: 'From', kind: 'day' },
      { ...base, key: 'remark', title: 'Remark', kind: 'text' },
    ]
    const pasted = (...cells: string[]) => pastedCells(prices, 'sku', [cells])
    expect(pasted('S1', '34,645.00 INR', '40,000.00')).toMatchObject({
      cells: [{ sku: 'S1', price: '40000.00' }],
      onlyShown: ['Before'],
    })
    expect(pasted('S1', '/', '40000', '/')).toMatchObject({ cells: [{ sku: 'S1', price: '40000' }] })
    // A row without them, as of a template.
    expect(pasted('S1', '40000', '2026-12-01')).toMatchObject({
      cells: [{ sku: 'S1', price: '40000', from: '2026-12-01' }],
      onlyShown: [],
    })
  })
})
