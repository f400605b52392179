import { expect, test } from 'vitest'
import { type SubstituteRow, substitutesFrom, NO_SUBSTITUTES } from '../substitutes.ts'
import { type RunningApproval, openApproval, type TaskRow } from './running-approval.ts'
import { handBack, reassign, renew } from './deadlines.ts'
import type { Approver, RouteStep } from '../approval-route.ts'
import { openFrom, reopenFrom } from './stages.ts'

const NOW = new Date('2026-03-02T08:00:00Z')
const DRAFTER = 1

function person(id: number): Approver {
  return { id, account: `p${id}`, name: { zh: `p${id}`, en: `p${id}` } }
}

function step(key: string, people: readonly number[]): RouteStep {
  const name = { zh: key, en: key }
  return { key, name, who: { role: key }, mode: 'any', status: 'future', people: people.map(person) }
}

function caseOf(
  steps: readonly RouteStep[],
  tasks: readonly TaskRow[] = [],
  substitutes = NO_SUBSTITUTES,
): RunningApproval {
  const summary = { no: 'X1', amount: '500.00', currency: 'USD', facts: {} }
  const instance = {
    document_id: '1',
    round: 1,
    document_type: 'letter',
    drafter_id: DRAFTER,
    content_hash: 'h',
    summary,
    state: 'running' as const,
    steps,
  }
  return openApproval(instance, tasks, substitutes, NOW)
}

function openTasks(approval: RunningApproval): number[] {
  return approval.tasks.filter(({ state }) => state === 'open').map((task) => task.user_id)
}

test('reopening a step whose people were resolved again asks those, and nobody who left', () => {
  const approval = caseOf([step('first', [2]), step('second', [2, 3, 4])])
  openFrom(approval, 0)
  const [first] = approval.tasks
  first!.state = 'done'
  first!.decision = 'agree'
  approval.steps[0] = { ...approval.steps[0]!, status: 'done' }
  openFrom(approval, 1)
  // Person 2 has acted, so a reopened step still has them among its people.
  expect(openTasks(approval)).toEqual([3, 4])
  renew(approval, 'second', [person(2), person(4), person(5)], 9, '3 has left')
  expect(openTasks(approval)).toEqual([4, 5])
  reopenFrom(approval, 1)
  expect(openTasks(approval)).toEqual([4, 5])
})

test('a task returns from a substitute when the absence covers less than its amount', () => {
  const task: TaskRow = {
    id: '7',
    step: 0,
    user_id: 5,
    principal_id: 2,
    kind: 'step',
    parent_id: null,
    state: 'open',
    decision: null,
    voided: false,
    created_at: NOW,
    reminded_at: null,
    escalated_at: null,
  }
  const standing = (limit: string): readonly SubstituteRow[] => [
    { ...person(5), principal_id: 2, amount_limit: limit, currency: 'USD' },
  ]
  const held = (limit: string) => {
    const rows = standing(limit)
    const approval = caseOf([{ ...step('first', [2]), status: 'current' }], [task], substitutesFrom(rows))
    return [handBack(approval, '7', rows), openTasks(approval)]
  }
  expect(held('500')).toEqual([false, [5]])
  expect(held('100')).toEqual([true, [2]])
})

test('an administrator reassigns a task to others and never to themselves', () => {
  const approval = caseOf([step('first', [2])])
  openFrom(approval, 0)
  const [task] = approval.tasks
  const able = { active: true, mayDecide: true, mayView: true, inScope: true, mayRead: true }
  expect(() => reassign(approval, task!.id, { ...person(9), ...able }, 9, 'mine')).toThrow('approval.targetSelf')
  expect(openTasks(approval)).toEqual([2])
  reassign(approval, task!.id, { ...person(5), ...able }, 9, '2 has left')
  expect(openTasks(approval)).toEqual([5])
})
