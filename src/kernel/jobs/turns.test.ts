import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const tooLong = () => new Error('too long')

test('a released place of the semaphore goes to the first in the queue', async () => {
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

test('a caller who waited too long leaves the queue without taking a place', async () => {
  const turns = createTurns({ atOnce: 1 })
  await turns.take(1_000, tooLong)
  await expect(turns.take(1, tooLong)).rejects.toThrow('too long')
  turns.pass()
  expect(await turns.take(1, tooLong)).toBe(0)
})

test('a full queue of the semaphore refuses at once', async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 0 })
  await turns.take(1_000, tooLong)
  await expect(turns.take(60_000, tooLong)).rejects.toThrow('too long')
})

test('one person takes one place of the semaphore, and others do not wait behind them', async () => {
  const turns = createTurns({ atOnce: 2, each: { atOnce: 1, mostWaiting: 1 } })
  const done: string[] = []
  const busy = () => new Error('busy')
  await turns.take(1000, busy, 'a')
  const second = turns.take(1000, busy, 'a').then(() => done.push('a2'))
  await expect(turns.take(1000, busy, 'a')).rejects.toThrow('busy')
  // A place is free, but not for this person.
  expect(await turns.take(1000, busy, 'b')).toBe(0)
  turns.pass('b')
  expect(done).toEqual([])
  turns.pass('a')
  await second
  expect(done).toEqual(['a2'])
})
