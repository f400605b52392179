import { expect, test } from 'vitest'
import { isNarrow } from './narrow.ts'

test('a window is narrow below 1024 px, with a tolerance of 3 px', () => {
  expect([1020, 1021, 1023, 1024, 1026].map(isNarrow)).toEqual([true, true, true, true, true])
  expect([1027, 1028, 1440].map(isNarrow)).toEqual([false, false, false])
})
