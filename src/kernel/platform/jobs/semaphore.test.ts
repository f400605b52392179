import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const tooLong = () => new Error('too long')

test('a released place of the semaphore goes to the first in the queue', async () => {
  const semaphore = createSemaphore({ atOnce: 1 })
  expect(await semaphore.acquire(1_000, tooLong)).toBe(0)
  const order: string[] = []
  const first = semaphore.acquire(1_000, tooLong).then(() => order.push('first'))
  const second = semaphore.acquire(1_000, tooLong).then(() => order.push('second'))
  semaphore.release()
  await first
  semaphore.release()
  await second
  expect(order).toEqual(['first', 'second'])
})

test('a caller who waited too long leaves the queue without taking a place', async () => {
  const semaphore = createSemaphore({ atOnce: 1 })
  await semaphore.acquire(1_000, tooLong)
  await expect(semaphore.acquire(1, tooLong)).rejects.toThrow('too long')
  semaphore.release()
  expect(await semaphore.acquire(1, tooLong)).toBe(0)
})

test('a full queue of the semaphore refuses at once', async () => {
  const semaphore = createSemaphore({ atOnce: 1, mostWaiting: 0 })
  await semaphore.acquire(1_000, tooLong)
  await expect(semaphore.acquire(60_000, tooLong)).rejects.toThrow('too long')
})

test('one person takes one place of the semaphore, and others do not wait behind them', async () => {
  const semaphore = createSemaphore({ atOnce: 2, each: { atOnce: 1, mostWaiting: 1 } })
  const done: string[] = []
  const busy = () => new Error('busy')
  await semaphore.acquire(1000, busy, 'a')
  const second = semaphore.acquire(1000, busy, 'a').then(() => done.push('a2'))
  await expect(semaphore.acquire(1000, busy, 'a')).rejects.toThrow('busy')
  // A slot is free, but not for this person.
  expect(await semaphore.acquire(1000, busy, 'b')).toBe(0)
  semaphore.release('b')
  expect(done).toEqual([])
  semaphore.release('a')
  await second
  expect(done).toEqual(['a2'])
})
