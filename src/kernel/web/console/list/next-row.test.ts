import { expect, it } from 'vitest'
import { nextRow } from './next-row.ts'

it('the next document of a list is the one that follows in the current list', () => {
  expect(nextRow(['a', 'b', 'c'], 1, ['a', 'c'])).toBe('c')
  expect(nextRow(['a', 'b', 'c'], 1, ['new', 'a', 'c'])).toBe('c')
  // Another person did that one meanwhile, and a page that lost rows is filled from the next.
  expect(nextRow(['a', 'b', 'c'], 1, ['a', 'd', 'e'])).toBe('d')
  // A skipped row stays skipped.
  expect(nextRow(['a', 'b', 'c'], 2, ['a', 'b'])).toBeNull()
})
