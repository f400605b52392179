import { describe, expect, it } from 'vitest'
import { type AheadStep, likelyFinish } from './usual-times.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const times = (medianMinutes: number, p90Minutes = medianMinutes * 3) => ({ medianMinutes, p90Minutes, count: 9 })
const usual = new Map([
  ['a', times(60)],
  ['b', times(30)],
  ['c', times(90)],
])
const step = (
  key: string,
  status: AheadStep['status'],
  minutesAgo: number | null = null,
  group: string | null = null,
): AheadStep => ({
  key,
  status,
  group,
  tasks: minutesAgo === null ? [] : [{ since: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString() }],
})
const inMinutes = (...steps: AheadStep[]) => {
  const at = likelyFinish(steps, usual, NOW)
  return at === null ? null : (Date.parse(at) - NOW.getTime()) / 60_000
}

describe('the expected end of an approval', () => {
  it('the expected end adds the rest of the current step and the usual times of the steps ahead', () => {
    expect(inMinutes(step('c', 'done'), step('a', 'current', 20), step('b', 'future'))).toBe(40 + 30)
    expect(inMinutes(step('a', 'skipped'), step('b', 'current', 0))).toBe(30)
  })

  it('the expected end uses the slow time after the usual one has passed, and is never before now', () => {
    expect(inMinutes(step('a', 'current', 100), step('b', 'future'))).toBe(80 + 30)
    expect(inMinutes(step('a', 'current', 1000))).toBe(0)
  })

  it('the expected end counts parallel steps once, by the longest', () => {
    expect(inMinutes(step('a', 'future', null, 'g'), step('c', 'future', null, 'g'), step('b', 'future'))).toBe(90 + 30)
    expect(inMinutes(step('c', 'future', null, 'g'), step('a', 'future', null, 'h'))).toBe(150)
  })

  it('the expected end is unknown when a step has no history or nothing is ahead', () => {
    expect(inMinutes(step('a', 'current', 0), step('new', 'future'))).toBeNull()
    expect(inMinutes(step('a', 'done'))).toBeNull()
  })
})
