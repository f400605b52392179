import { describe, expect, it } from 'vitest'
import { type PaletteEntry, groupsFor, matching, wordTyped } from './entries.ts'

const entry = (title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: title,
  icon: 'list',
  title,
  ...more,
})

const lists = entry('Country budgets', { words: 'budgets in the other language', address: '/list', hint: 'Budget' })
const tasks = entry('My Tasks', { words: 'todo', address: '/tasks' })
const grant = entry('New grant')

describe('the command palette', () => {
  it('the command palette finds entries by every word of title, group or other language', () => {
    expect(matching([lists, tasks, grant], 'COUN bud')).toEqual([lists])
    expect(matching([lists, tasks, grant], 'todo')).toEqual([tasks])
    expect(matching([lists, tasks, grant], 'budget todo')).toEqual([])
    expect(matching([lists, tasks, grant], '  ')).toEqual([lists, tasks, grant])
  })

  it('the command palette lists titles that begin with the input first', () => {
    expect(matching([entry('Regrant'), grant, entry('Grants')], 'grant').map(({ title }) => title)).toEqual([
      'Grants',
      'Regrant',
      'New grant',
    ])
  })

  it('the command palette searches the server for two or more characters, or for one Chinese character', () => {
    expect(['CB', ' cb20261100001 ', '杭', 'x'.repeat(70)].map(wordTyped)).toEqual([
      'CB',
      'cb20261100001',
      '杭',
      'x'.repeat(64),
    ])
    expect(['', ' ', 'a', ' 1 '].map(wordTyped)).toEqual(Array(4).fill(null))
  })

  it('the command palette lists documents first for a number, and what the server found by name after matching pages', () => {
    const groups = [
      { key: 'pages', entries: [lists] },
      { key: 'documents', label: 'Documents', entries: [entry('CB20261100001')] },
      { key: 'customer', label: 'Customers', entries: [entry('Found by its tax number')] },
    ]
    expect(groupsFor('cb2026', groups).map(({ key }) => key)).toEqual(['documents', 'customer'])
    expect(groupsFor('country', groups).map(({ key }) => key)).toEqual(['pages', 'documents', 'customer'])
  })
})

it('the command palette shows each address once, and recent entries before anything is typed', () => {
  const groups = [
    { key: 'documents' as const, entries: [] },
    { key: 'recent' as const, entries: Array.from({ length: 9 }, (_, at) => entry(`Recent ${at}`)).concat(lists) },
    { key: 'actions' as const, entries: [grant] },
    { key: 'pages' as const, entries: [lists, tasks] },
  ]
  expect(groupsFor('', groups).map(({ key, entries }) => [key, entries.length])).toEqual([
    ['recent', 6],
    ['actions', 1],
    ['pages', 2],
  ])
  expect(groupsFor('country', groups).map(({ key, entries }) => [key, entries])).toEqual([['recent', [lists]]])
})

it('the command palette lists matching names before related entries', () => {
  const document = entry('CB20261100001', { hint: 'Country budgets' })
  const groups = [
    { key: 'recent' as const, entries: [document] },
    { key: 'pages' as const, entries: [lists] },
  ]
  expect(groupsFor('country', groups).map(({ key }) => key)).toEqual(['pages', 'recent'])
  expect(groupsFor('cb2', groups).map(({ key }) => key)).toEqual(['recent'])
})
