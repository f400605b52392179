import { expect, test } from 'vitest'
import { interpolate } from './interpolate.ts'

test('parameters of a text are filled in where they are named, and unknown ones stay', () => {
  expect(interpolate('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}')
})

test('a word of a text takes the plural of its number', () => {
  const text = 'Writes {count} {count, row|rows}'
  expect([0, 1, 2, '1', '1,000'].map((count) => interpolate(text, { count }))).toEqual([
    'Writes 0 rows',
    'Writes 1 row',
    'Writes 2 rows',
    'Writes 1 row',
    'Writes 1,000 rows',
  ])
})
