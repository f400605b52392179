import { expect, test } from 'vitest'
import { operationOf, subjectName, subjectsOf } from './rights-matrix.ts'

test('a right is its subject and an operation, and one that few have is an operation of its own', () => {
  expect(operationOf('scheme.withhold.approve')).toBe('approve')
  expect(operationOf('scheme.execute.reduce')).toBeNull()
  const rights = ['scheme.execute.view', 'scheme.execute.reduce', 'scheme.withhold.view'].map((code) => ({
    code,
    name: code,
    area: 'Schemes',
  }))
  expect(subjectsOf(rights).map(([subject, own]) => [subject, own.length])).toEqual([
    ['scheme.execute', 2],
    ['scheme.withhold', 1],
  ])
})

test('a subject is named by the pages of the menu that it opens', () => {
  const page = (name: string, hidden = false) => ({ code: name, name, rights: ['a.b.view'], buttons: [], hidden })
  const pages = [page('One'), page('Hidden', true), page('Two'), page('Three')]
  expect(subjectName('a.b', pages)).toBe('One, Two')
  expect(subjectName('a.c', pages)).toBe('')
})
