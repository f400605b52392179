import { expect, test } from 'vitest'
import { NO_SUBSTITUTES } from '../substitutes.ts'
import { type RunningApproval, openApproval, type TaskRow } from './running-approval.ts'
import type { Approver, RouteStep } from '../approval-route.ts'
import { settle } from './stages.ts'

const NOW = new Date('2026-03-02T08:00:00Z')

function person(id: number): Approver {
  return { id, account: `p${id}`, name: { zh: `p${id}`, en: `p${id}` } }
}

function vote(key: string, people: readonly number[], share: number): RouteStep {
  const name = { zh: key, en: key }
  return {
    key,
    name,
    who: { role: key },
    mode: 'share',
    share,
    group: 'g',
    status: 'current',
    people: people.map(person),
  }
}

function task(id: string, step: number, userId: number, more: Partial<TaskRow>): TaskRow {
  const plain = { principal_id: null, kind: 'step' as const, parent_id: null, decision: null, voided: false }
  const times = { created_at: NOW, reminded_at: null, escalated_at: null }
  return { id, step, user_id: userId, state: 'open', ...plain, ...times, ...more }
}

function caseOf(steps: readonly RouteStep[], tasks: readonly TaskRow[]): RunningApproval {
  const summary = { no: 'X1', amount: null, currency: null, facts: {} }
  const document = { document_id: '1', round: 1, document_type: 'letter', drafter_id: 1, content_hash: 'h', summary }
  return openApproval({ ...document, state: 'running', steps }, tasks, NO_SUBSTITUTES, NOW)
}

test('a rejection by a signer who was added before another signer rejects the vote, although its holder approved', () => {
  const approval = caseOf(
    [vote('one', [2], 100)],
    [
      task('1', 0, 2, { state: 'done', decision: 'agree' }),
      task('2', 0, 3, { kind: 'after', parent_id: '1', state: 'waiting' }),
      task('3', 0, 4, { kind: 'before', parent_id: '2', state: 'done', decision: 'reject' }),
    ],
  )
  settle(approval, 0)
  expect(approval.state).toBe('rejected')
})

test('a person whom a renewed step no longer asks has no vote in it through a parallel step', () => {
  const approval = caseOf(
    [vote('one', [2, 3], 100), vote('other', [4, 5], 100)],
    [
      task('1', 0, 2, { state: 'done', decision: 'agree' }),
      task('2', 0, 3, {}),
      // Person 4 was asked here before the step was given to 2 and 3; then 4 rejected in the parallel step.
      task('3', 0, 4, { state: 'cancelled' }),
      task('4', 1, 4, { state: 'done', decision: 'reject' }),
      task('5', 1, 5, {}),
    ],
  )
  settle(approval, 0)
  expect([approval.state, approval.steps[0]?.status]).toEqual(['running', 'current'])
})
