import { expect, test } from 'vitest'
import type { ActView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { endedBy } from './ended-by.ts'

const act = (kind: ActView['act'], minute: number, toStep: string | null = null) =>
  ({ act: kind, at: `2026-11-02T08:${minute}:00Z`, toStep, opinion: `${kind} at ${minute}` }) as ActView

const step = (...acts: readonly ActView[]) => ({ acts }) as unknown as StepView

test('a refused approval names the act that ended it: a rejection, or a return to the drafter', () => {
  const steps = [step(act('return', 10, 'Manager'), act('agree', 11)), step(act('return', 12))]
  expect(endedBy({ state: 'returned', steps, events: [] })?.opinion).toBe('return at 12')
  expect(endedBy({ state: 'rejected', steps: [step(act('reject', 13)), ...steps], events: [] })?.opinion).toBe(
    'reject at 13',
  )
})

test('a withdrawn approval names its withdrawal, and one that was returned to a step alone names none', () => {
  const events = [act('comment', 20), act('withdraw', 21)]
  expect(endedBy({ state: 'withdrawn', steps: [], events })?.opinion).toBe('withdraw at 21')
  expect(endedBy({ state: 'returned', steps: [step(act('return', 10, 'Manager'))], events: [] })).toBeNull()
  expect(endedBy({ state: 'approved', steps: [step(act('agree', 10))], events: [] })).toBeNull()
})
