import { expect, it } from 'vitest'
import { outOfOrder } from './checkpoint-check.ts'

it('the check of a checkpoint names the fewest entries that can have been moved', () => {
  expect(outOfOrder([0, 1, 2, 3])).toEqual([])
  expect(outOfOrder([1, 2, 3, 0, 4])).toEqual([0])
  expect(outOfOrder([3, 0, 1, 2])).toEqual([3])
  expect(outOfOrder([4, 1, 2, 3, 0])).toEqual([4, 0])
})
