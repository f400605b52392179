import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const tooLong = () => new Error('too long')

test('a place that is given back goes to the first in line', async () => {
  const turns = createTurns({ atOnce: 1 })
  expect(await turns.take(1_000, tooLong)).toBe(0)
  const order: string[] = []
  const first = turns.take(1_000, tooLong).then(() => order.push('first'))
  const second = turns.take(1_000, tooLong).then(() => order.push('second'))
  turns.pass()
  await first
  turns.pass()
  await second
  expect(order).toEqual(['first', 'second'])
})

test("who waited too long leaves the line, and takes nobody's place with him", async () => {
  const turns = createTurns({ atOnce: 1 })
  await turns.take(1_000, tooLong)
  await expect(turns.take(1, tooLong)).rejects.toThrow('too long')
  turns.pass()
  expect(await turns.take(1, tooLong)).toBe(0)
})

test('a line that is full is refused at once', async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 0 })
  await turns.take(1_000, tooLong)
  await expect(turns.take(60_000, tooLong)).rejects.toThrow('too long')
})
