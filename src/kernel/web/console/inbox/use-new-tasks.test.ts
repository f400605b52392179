import { expect, it } from 'vitest'
import { highestOf, newerThan } from './use-new-tasks.ts'

const tasks = (...ids: string[]) => ids.map((taskId) => ({ taskId }))

it('a task is new by its id, so a task that only moves up in the list is not', () => {
  const before = highestOf(tasks('12', '11', '9'), 0n)
  expect(newerThan(tasks('11', '9', '8'), before)).toEqual([])
  expect(newerThan(tasks('14', '13', '11'), before)).toEqual(tasks('14', '13'))
  expect(highestOf(tasks('11'), before)).toBe(12n)
  // Beyond the exact range of JavaScript numbers.
  expect(newerThan(tasks('9007199254740993'), 9007199254740992n)).toHaveLength(1)
})
