import { afterEach, expect, test, vi } from 'vitest'
import { clockAhead, learnTime, productNow, setClock } from './clock.ts'

const AT = new Date('2027-03-28T00:59:00Z')
const before = clockAhead()

afterEach(() => {
  vi.useRealTimers()
  const now = new Date()
  setClock({ at: new Date(now.getTime() + before), since: now })
})

test('a clock that was set runs on from there with the machine’s', () => {
  vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00Z') })
  setClock({ at: AT, since: new Date('2030-12-31T23:00:00Z') })
  expect(productNow().toISOString()).toBe('2027-03-28T01:59:00.000Z')
  vi.advanceTimersByTime(60_000)
  expect(productNow().toISOString()).toBe('2027-03-28T02:00:00.000Z')
})

test('a clock that was not set is the machine’s', () => {
  vi.useFakeTimers({ now: AT })
  setClock(null)
  expect(productNow()).toEqual(AT)
})

test("a page on a device with a wrong clock uses the server's time and ignores an invalid one", () => {
  vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00Z') })
  setClock(null)
  learnTime(AT.toISOString())
  learnTime('soon')
  vi.advanceTimersByTime(1_000)
  expect(productNow().toISOString()).toBe('2027-03-28T00:59:01.000Z')
})
