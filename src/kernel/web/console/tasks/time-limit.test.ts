import { expect, it } from 'vitest'
import { timeLimit } from './time-limit.ts'

const now = Date.parse('2026-11-21T08:00:00Z')
const at = (time: string) => `2026-11-${time}:00.000Z`
const row = { state: 'running', box: 'open', remindAt: null, escalateAt: null } as const

it('the time limit of a task shows what comes next and when, or since when it is over', () => {
  const both = { ...row, remindAt: at('22T09:01'), escalateAt: at('25T08:00') }
  expect(timeLimit(both, now)).toMatchObject({ end: 'remind', minutes: 25 * 60 + 1 })
  expect(timeLimit({ ...both, remindAt: null }, now)).toMatchObject({ end: 'escalate', minutes: 4 * 1440 })
  expect(timeLimit({ ...both, remindAt: at('21T07:30') }, now)).toMatchObject({ end: 'over', minutes: 30 })
  expect(timeLimit(row, now)).toBeNull()
  expect(timeLimit({ ...both, state: 'approved' }, now)).toBeNull()
})
