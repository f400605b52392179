import { expect, it } from 'vitest'
import { effectOf, RESERVE_EVENTS, RESERVE_STATES, RESERVE_TABLE, statesBefore } from './reserve-states.ts'

it('the states of a reservation change by exactly these events', () => {
  const steps = RESERVE_STATES.flatMap((state) =>
    RESERVE_EVENTS.flatMap((event) => {
      const to = RESERVE_TABLE[state][event]
      return to ? [`${state} ${event} ${to}`] : []
    }),
  )
  expect(steps).toEqual([
    'occupying accepted occupied',
    'occupying refused failToOccupy',
    'occupying expired failToOccupy',
    'occupying undo releasing',
    'occupying drop none',
    'occupied undo releasing',
    'failToOccupy accepted occupied',
    'failToOccupy retry occupying',
    'failToOccupy undo releasing',
    'failToOccupy drop none',
    'releasing accepted released',
    'releasing refused failToRelease',
    'releasing expired failToRelease',
    'releasing drop none',
    'failToRelease accepted released',
    'failToRelease retry releasing',
  ])
})

it('a released reservation never returns, and an occupied one is only released', () => {
  expect(RESERVE_TABLE.released).toEqual({})
  expect(RESERVE_TABLE.none).toEqual({})
  expect(Object.values(RESERVE_TABLE.occupied)).toEqual(['releasing'])
})

it('every event of a reservation leads to one state of one effect', () => {
  for (const event of ['accepted', 'refused', 'expired', 'retry'] as const)
    for (const effect of ['occupy', 'release'] as const) {
      const to = new Set(statesBefore(event, effect).map((state) => RESERVE_TABLE[state][event]))
      expect([event, effect, to.size]).toEqual([event, effect, 1])
      expect([...to].map((state) => state && effectOf(state))).toEqual([effect])
    }
})
