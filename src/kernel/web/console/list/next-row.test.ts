import { expect, it } from 'vitest'
import { nextRow } from './next-row.ts'

it('the next document of a list is the one that follows in the current list', () => {
  expect(nextRow(['a', 'b', 'c'], 1, ['a', 'c'])).toBe('c')
  expect(nextRow(['a', 'b', 'c'], 1, ['new', 'a', 'c'])).toBe('c')
  // Somebody else did that one meanwhile, and a page that lost rows is filled up from the next.
  expect(nextRow(['a', 'b', 'c'], 1, ['a', 'd', 'e'])).toBe('d')
  // What was passed over stays passed over.
  expect(nextRow(['a', 'b', 'c'], 2, ['a', 'b'])).toBeNull()
})
