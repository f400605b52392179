import { expect, test } from 'vitest'
import { period } from './command.ts'

test("the number of a document has the month of its drafter's time zone", () => {
  const evening = new Date('2026-12-31T18:30:00Z')
  expect([period('UTC+05:30', evening), period('UTC+00:00', evening), period('UTC-06:00', evening)]).toEqual([
    '202701',
    '202612',
    '202612',
  ])
})
