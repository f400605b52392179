import { expect, test } from 'vitest'
import type { SheetColumn } from '../sheet/sheet-columns.ts'
import { differencesOf } from './differences.ts'

const columns: readonly SheetColumn[] = [
  { key: 'name', title: 'Name', width: 1, kind: 'text' },
  {
    key: 'mode',
    title: 'How',
    width: 1,
    kind: 'choice',
    options: () => [
      { value: 'any', label: 'Any one' },
      { value: 'all', label: 'All' },
    ],
  },
]
const compared = {
  columns,
  head: [{ key: 'process', title: 'Process', text: (value: string) => value.toUpperCase() }],
  identity: 'key',
  name: 'name',
  isOrdered: true,
}
const row = (key: string, name: string, mode = 'any') => ({ key, name, mode })
const before = { head: { process: 'old' }, rows: [row('a', 'A'), row('b', 'B'), row('c', 'C')] }

test('two equal settings have no differences', () => {
  expect(differencesOf(before, before, compared)).toEqual([])
})

test('differences of settings are named row by row in the words of the sheet, removed rows last', () => {
  const after = { head: { process: 'new' }, rows: [row('c', 'C'), row('a', 'A', 'all'), row('d', 'D')] }
  expect(differencesOf(before, after, compared)).toEqual([
    { where: null, kind: 'changed', field: 'Process', before: 'OLD', after: 'NEW' },
    { where: 'C', kind: 'moved', field: null, before: '3', after: '1' },
    { where: 'A', kind: 'moved', field: null, before: '1', after: '2' },
    { where: 'A', kind: 'changed', field: 'How', before: 'Any one', after: 'All' },
    { where: 'D', kind: 'added', field: null, before: '', after: '' },
    { where: 'D', kind: 'changed', field: 'Name', before: '', after: 'D' },
    { where: 'D', kind: 'changed', field: 'How', before: '', after: 'Any one' },
    { where: 'B', kind: 'removed', field: null, before: '', after: '' },
    { where: 'B', kind: 'changed', field: 'Name', before: 'B', after: '' },
    { where: 'B', kind: 'changed', field: 'How', before: 'Any one', after: '' },
  ])
})

test('the order of rows is a difference only where order has a meaning', () => {
  const turned = { head: before.head, rows: before.rows.toReversed() }
  expect(differencesOf(before, turned, { ...compared, isOrdered: false })).toEqual([])
})

test('rows that several columns identify are told apart and named in words, with what follows from them', () => {
  const prices = {
    columns: [
      { key: 'step', title: 'Step', width: 1, kind: 'amount' },
      {
        key: 'ends',
        title: 'Prices',
        width: 1,
        kind: 'shown',
        render: () => null,
        compared: ({ step = '' }) => `${step}9`,
      },
    ] as const,
    head: [],
    identity: ({ area = '', currency = '' }) => `${area} ${currency}`,
    name: ({ area = '', currency = '' }) => `${area} · ${currency}`,
    isOrdered: false,
  }
  const rule = (area: string, step: string) => ({ area, currency: 'IDR', step })
  const changed = differencesOf(
    { head: {}, rows: [rule('India', '1'), rule('Indonesia', '1')] },
    { head: {}, rows: [rule('India', '1'), rule('Indonesia', '2')] },
    prices,
  )
  expect(changed).toEqual([
    { where: 'Indonesia · IDR', kind: 'changed', field: 'Step', before: '1.00', after: '2.00' },
    { where: 'Indonesia · IDR', kind: 'changed', field: 'Prices', before: '19', after: '29' },
  ])
})
