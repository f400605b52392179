import { expect, test } from 'vitest'
import type { ActView, ApprovalView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { recordActs } from './build-record.ts'

const person = (account: string, name: string) => ({ account, name })
const manager = person('in.manager', 'Manager')
const finance = person('in.regfinance', 'Finance')
const lead = person('in.tl', 'Lead')
const drafter = person('in.channel', 'Channel')

let count = 0
/** On the second of November 2026, at this hour of UTC. */
function act(name: ActView['act'], hour: number, more: Partial<ActView> = {}): ActView {
  count += 1
  return {
    id: String(count),
    actor: manager,
    principal: null,
    act: name,
    opinion: null,
    at: `2026-11-02T${String(hour).padStart(2, '0')}:00:00Z`,
    waitedMinutes: null,
    people: [],
    toStep: null,
    files: [],
    ...more,
  }
}

function step(name: string, more: Partial<StepView>): StepView {
  return {
    key: name,
    name,
    rule: null,
    mode: 'any',
    share: null,
    group: null,
    status: 'future',
    skipReason: null,
    people: [],
    tasks: [],
    acts: [],
    usual: null,
    ...more,
  }
}

const approval: ApprovalView = {
  formInstanceId: '7-1',
  templateCode: 'sample',
  templateName: 'Sample',
  templateVersion: 1,
  state: 'running',
  submitted: act('submit', 1, { actor: drafter }),
  steps: [
    step('Country', {
      status: 'done',
      acts: [act('agree', 2, { opinion: 'Fine' }), act('agree', 6, { opinion: 'Still fine', waitedMinutes: 90 })],
    }),
    step('Finance', {
      status: 'current',
      people: [finance],
      acts: [
        act('return', 4, { actor: finance, toStep: 'Country', opinion: 'Check the stores' }),
        act('transfer', 7, { actor: lead, principal: finance, people: [lead] }),
        act('remind', 8, { actor: null, people: [lead] }),
      ],
      tasks: [
        {
          taskId: '9',
          holder: lead,
          principal: finance,
          kind: 'transfer',
          state: 'open',
          since: '2026-11-02T07:00:00Z',
          remindAt: null,
          escalateAt: null,
        },
      ],
    }),
    step('Legal', { status: 'skipped', skipReason: 'condition' }),
    step('Budget', { rule: 'Above the limit', people: [person('hq.budget', 'Owner')] }),
  ],
  events: [
    act('comment', 5, {
      actor: drafter,
      opinion: 'Corrected',
      files: [{ key: 'k', name: 'stores.pdf', type: 'application/pdf', size: 1 }],
    }),
  ],
  copies: [
    {
      reader: finance,
      sender: manager,
      message: 'To know',
      at: '2026-11-02T03:00:00Z',
      readAt: '2026-11-02T04:00:00Z',
    },
    { reader: lead, sender: null, message: null, at: '2026-11-02T03:00:00Z', readAt: null },
  ],
  currentHolder: [lead],
  waitingSince: null,
  contentHash: 'h',
  myTask: null,
  allowed: [],
  returnTo: [],
  removable: [],
  chooses: [],
  likelyFinish: null,
  changedSince: null,
}

const rows = (language: 'en' | 'zh') => recordActs({ approval, history: null }, language, 'UTC+00:00')

test('the printed record lists every act in order, then open steps, then copies', () => {
  expect(rows('en').map(({ step: name, outcome }) => [name, outcome].join(': '))).toEqual([
    'Submit: Submitted',
    'Country: Agreed',
    'Finance: Returned',
    ': Commented',
    'Country: Agreed',
    'Finance: Transferred',
    'Finance: Reminded',
    'Finance: Current',
    'Legal: Skipped',
    'Budget: Upcoming',
    'Copied to: Read',
    'Copied to: not read yet',
  ])
})

test('the printed record names substitutes, targets, steps and attachments', () => {
  const [, , returned, comment, again, transfer, reminder, waiting, skipped, ahead, copy] = rows('en')
  expect(returned).toMatchObject({ people: 'Finance in.regfinance', note: 'To: Country\nCheck the stores' })
  expect(comment?.note).toBe('Corrected\nAttachments: stores.pdf')
  expect(again?.at).toBe('2026-11-02 06:00\nafter 1 h 30 min')
  expect(transfer).toMatchObject({ people: 'Lead in.tl for Finance in.regfinance', note: 'To: Lead in.tl' })
  expect(reminder?.people).toBe('Time limit')
  expect(waiting?.people).toBe('Lead in.tl for Finance in.regfinance')
  expect(skipped?.note).toBe('Not needed for this document')
  // The column holds opinions, and nobody has given one.
  expect(ahead).toMatchObject({ people: 'Owner hq.budget', note: '' })
  expect(copy).toMatchObject({ people: 'Finance in.regfinance', note: 'by Manager\nTo know' })
})

test('the printed record is written in Chinese too', () => {
  const [, , returned, , , transfer] = rows('zh')
  expect(returned).toMatchObject({ outcome: '退回', note: '对象：Country\nCheck the stores' })
  expect(transfer?.people).toBe('Lead in.tl（代Finance in.regfinance）')
})

test('the printed record of an ended approval leaves out steps that were not reached', () => {
  const over = recordActs(
    { approval: { ...approval, state: 'terminated', copies: [] }, history: null },
    'en',
    'UTC+00:00',
  )
  expect(over.map((row) => row.step)).not.toContain('Budget')
})
