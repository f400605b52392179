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

test('one person takes one place however much he asks for, and others are not kept waiting behind him', async () => {
  const turns = createTurns({ atOnce: 2, each: { atOnce: 1, mostWaiting: 1 } })
  const done: string[] = []
  const busy = () => new Error('busy')
  await turns.take(1000, busy, 'a')
  const second = turns.take(1000, busy, 'a').then(() => done.push('a2'))
  await expect(turns.take(1000, busy, 'a')).rejects.toThrow('busy')
  // A place is free, and not for him.
  expect(await turns.take(1000, busy, 'b')).toBe(0)
  turns.pass('b')
  expect(done).toEqual([])
  turns.pass('a')
  await second
  expect(done).toEqual(['a2'])
})
