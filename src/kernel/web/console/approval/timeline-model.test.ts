import { expect, test, vi } from 'vitest'
import { fakePage } from '#test/helpers/laws/fake-page.ts'
import type { ActView, ApprovalView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { startTexts } from '../client/i18n.ts'
import { usualText } from './flow-words.ts'
import { routeStages } from './route-stages.ts'
import { timelineEntries } from './timeline-model.ts'
import { barVerbs } from './verbs/verb-spec.ts'

const manager = { account: 'in.manager', name: 'Manager' }

let count = 0
function act(name: ActView['act'], minute: number, more: Partial<ActView> = {}): ActView {
  count += 1
  return {
    id: String(count),
    actor: manager,
    principal: null,
    act: name,
    opinion: null,
    at: `2026-11-02T08:${String(minute).padStart(2, '0')}:00Z`,
    waitedMinutes: null,
    people: [],
    toStep: null,
    files: [],
    keeps: [],
    ...more,
  }
}

function step(name: string, more: Partial<StepView> = {}): StepView {
  return {
    key: name,
    name,
    rule: null,
    mode: 'any',
    share: null,
    group: null,
    status: 'future',
    skipReason: null,
    people: [manager],
    tasks: [],
    acts: [],
    usual: null,
    ...more,
  }
}

function view(more: Partial<ApprovalView>): ApprovalView {
  return {
    formInstanceId: '7-1',
    templateCode: 'sample',
    templateName: 'Sample',
    templateVersion: 1,
    state: 'running',
    submitted: act('submit', 0),
    steps: [],
    events: [],
    copies: [],
    currentHolder: [],
    waitingSince: null,
    contentHash: 'h',
    myTask: null,
    allowed: [],
    returnTo: [],
    removable: [],
    chooses: [],
    likelyFinish: null,
    changedSince: null,
    ...more,
  }
}

/** `A done agree` for each entry, a voided act in brackets; other acts by name. */
function told(approval: ApprovalView): readonly string[] {
  return timelineEntries(approval).map((entry) =>
    entry.kind === 'event'
      ? entry.act.act
      : [
          `${entry.isAgain ? 'again ' : ''}${entry.step.name}`,
          entry.look,
          ...entry.acts.map((one) => (one.isVoided ? `(${one.act.act})` : one.act.act)),
        ].join(' '),
  )
}

test('the timeline shows what was done, what is open and what will come', () => {
  const steps = [
    step('A', { status: 'done', acts: [act('agree', 5)] }),
    step('B', { status: 'skipped', skipReason: 'condition' }),
    step('C', { status: 'current', acts: [act('remind', 9, { actor: null })] }),
    step('D'),
  ]
  expect(told(view({ steps }))).toEqual(['submit', 'A done agree', 'B skipped', 'C current remind', 'D future'])
})

test('a timeline event stands at its time and never after an open step', () => {
  const steps = [step('A', { status: 'done', acts: [act('agree', 5)] }), step('B', { status: 'current' })]
  const events = [act('comment', 3), act('urge', 8)]
  expect(told(view({ steps, events }))).toEqual(['submit', 'comment', 'A done agree', 'urge', 'B current'])
})

test('the timeline shows decisions voided by a send-back, and the route from the reopened step on', () => {
  const steps = [
    step('A', { status: 'done', acts: [act('agree', 1)] }),
    step('B', { status: 'done', acts: [act('agree', 2), act('agree', 7)] }),
    step('C', { status: 'current', acts: [act('return', 4, { toStep: 'B' })] }),
    step('D'),
  ]
  expect(told(view({ steps }))).toEqual([
    'submit',
    'A done agree',
    'B done (agree)',
    'C returned return',
    'again B done agree',
    'C current',
    'D future',
  ])
})

test('the timeline shows two send-backs of which the second goes further back', () => {
  const steps = [
    step('A', { status: 'current', acts: [act('agree', 1)] }),
    step('B', { acts: [act('agree', 2), act('return', 5, { toStep: 'A' })] }),
    step('C', { acts: [act('return', 3, { toStep: 'B' })] }),
  ]
  expect(told(view({ steps }))).toEqual([
    'submit',
    'A done (agree)',
    'B done (agree)',
    'C returned return',
    'again B returned return',
    'again A current',
    'B future',
    'C future',
  ])
})

test('the timeline ends with a send-back to the drafter, a rejection or a withdrawal, and later steps count as not reached', () => {
  const returned = [step('A', { status: 'done', acts: [act('return', 2)] }), step('B')]
  expect(told(view({ state: 'returned', steps: returned }))).toEqual(['submit', 'A returned return', 'B unreached'])
  const rejected = [step('A', { status: 'done', acts: [act('reject', 2)] }), step('B')]
  expect(told(view({ state: 'rejected', steps: rejected }))).toContain('A rejected reject')
  const withdrawn = [step('A', { status: 'done' }), step('B')]
  expect(told(view({ state: 'withdrawn', steps: withdrawn, events: [act('withdraw', 3)] }))).toEqual([
    'submit',
    'withdraw',
    'A unreached',
    'B unreached',
  ])
})

test('adjacent steps of one group are one stage of the timeline', () => {
  const stages = routeStages([
    step('A'),
    step('B', { group: 'g' }),
    step('C', { group: 'g' }),
    step('D', { group: 'h' }),
  ])
  expect(stages.map(({ steps }) => steps.map(({ name }) => name).join('+'))).toEqual(['A', 'B+C', 'D'])
})

test('the action bar offers decisions to an approver and is hidden from a reader', () => {
  expect(barVerbs({ allowed: ['comment', 'return', 'reject', 'approve'] })).toMatchObject({
    deciding: ['approve', 'reject'],
    more: ['return', 'comment'],
  })
  expect(barVerbs({ allowed: ['withdraw', 'urge', 'comment'] })).toMatchObject({
    open: ['urge', 'withdraw'],
    more: ['comment'],
  })
  expect(barVerbs({ allowed: ['comment', 'circulate'] })).toMatchObject({ open: [], reading: ['circulate', 'comment'] })
  expect(barVerbs({ allowed: ['retry'] })).toMatchObject({ deciding: [], open: [], more: [], reading: [] })
})

test('a usual time of less than a minute is said in words', async () => {
  fakePage()
  await startTexts('en')
  expect(usualText({ medianMinutes: 0, p90Minutes: 0, count: 9 })).toBe('Usually under a minute')
  expect(usualText({ medianMinutes: 0, p90Minutes: 3, count: 9 })).toBe(
    'Usually under a minute, nine of ten within 3 min',
  )
  expect(usualText({ medianMinutes: 2, p90Minutes: 3, count: 9 })).toBe('Usually 2 min, nine of ten within 3 min')
  vi.unstubAllGlobals()
})
