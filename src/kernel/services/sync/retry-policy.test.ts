import { expect, it } from 'vitest'
import { nextAttempt } from './retry-policy.ts'

const policy = { max_attempts: 5, back_off_seconds: 10, dead_after_hours: 1 }
const askedAt = new Date('2026-11-21T08:00:00Z')
const waits = (key: string, now = askedAt, afterSeconds: number | null = null) =>
  [1, 2, 3, 4, 5].map((attempts) => {
    const next = nextAttempt(policy, { key, attempts, askedAt, now }, afterSeconds)
    return next && (next.getTime() - now.getTime()) / 1000
  })

it('retries wait longer each time, spread by message, and end after the last one', () => {
  const some = waits('msg_1')
  for (const [index, wait] of some.slice(0, 4).entries())
    expect(Math.abs((wait ?? 0) / (10 * 2 ** index) - 1)).toBeLessThanOrEqual(0.2)
  expect(some.at(-1)).toBeNull()
  expect(waits('msg_1')).toEqual(some)
  expect(waits('msg_2')).not.toEqual(some)
})

it('the other system may ask for longer waits, up to the time after which a message is given up', () => {
  expect(waits('msg_1', askedAt, 600).slice(0, 4)).toEqual([600, 600, 600, 600])
  expect(waits('msg_1', askedAt, 4000)).toEqual([null, null, null, null, null])
  expect(waits('msg_1', new Date(askedAt.getTime() + 3_599_000))[0]).toBeNull()
})
