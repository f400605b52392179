import { describe, expect, it } from 'vitest'
import { PUSH_EVENTS, PUSH_STATES, PUSH_TABLE, pushStatesBefore } from './push-states.ts'

describe('the states of a push', () => {
  it('the states of a push change by the events of domain.md 7.4 only', () => {
    const ways = PUSH_STATES.flatMap((from) =>
      PUSH_EVENTS.flatMap((event) => {
        const to = PUSH_TABLE[from][event]
        return to && to !== from ? [`${from} ${event} ${to}`] : []
      }),
    )
    expect(ways).toEqual([
      'pendingPushed claim pushing',
      'pendingPushed supersede nonPush',
      'pushing unanswered pushed',
      'pushing accepted succeededPushed',
      'pushing refused failedPushed',
      'pushing missing failedPushed',
      'pushed claim pushing',
      'pushed accepted succeededPushed',
      'pushed refused failedPushed',
      'pushed missing failedPushed',
      'failedPushed retry pendingPushed',
      'failedPushed supersede nonPush',
    ])
  })

  it('a push ends as Succeeded Pushed or Non-push, and one that is under way is never superseded', () => {
    expect(PUSH_STATES.filter((state) => Object.keys(PUSH_TABLE[state]).length === 0)).toEqual([
      'nonPush',
      'succeededPushed',
    ])
    expect(pushStatesBefore('supersede')).toEqual(['pendingPushed', 'failedPushed'])
    expect(pushStatesBefore('claim')).toEqual(['pendingPushed', 'pushing', 'pushed'])
  })
})
