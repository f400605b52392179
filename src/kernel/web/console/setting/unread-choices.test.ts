import { expect, test } from 'vitest'
import type { SheetColumn } from '../sheet/sheet-columns.ts'
import { unreadChoices } from './unread-choices.ts'

const columns: readonly SheetColumn[] = [
  { key: 'step', title: 'Step', width: 1, kind: 'amount' },
  {
    key: 'direction',
    title: 'Direction',
    width: 1,
    kind: 'choice',
    isRequired: true,
    options: () => [
      { value: 'up', label: 'Up' },
      { value: 'down', label: 'Down' },
    ],
  },
]
const said = {
  missing: (title: string) => `${title} is missing`,
  notAmong: (value: string, choices: readonly string[]) => `${value}: ${choices.join(', ')}`,
}
const errorsOf = (...rows: { readonly [key: string]: string }[]) =>
  Object.fromEntries(
    unreadChoices(
      columns,
      rows.map((values) => ({ values })),
      [{ step: '1', direction: 'nearest' }],
      said,
    ),
  )

test('a pasted word that is no choice and a needed choice that was emptied are marked, with the choices', () => {
  expect(errorsOf({ step: '1', direction: 'Sideways' }, { step: '1', direction: '' }, { direction: 'up' })).toEqual({
    0: { direction: 'Sideways: Up, Down' },
    1: { direction: 'Direction is missing' },
  })
})

test('an empty line, and a value that was there when the page was opened, are not marked', () => {
  expect(errorsOf({}, { step: '', direction: '' }, { step: '2', direction: 'nearest' })).toEqual({})
})
