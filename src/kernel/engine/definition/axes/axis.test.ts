import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineAxis, firstOf, type StateCounts, stateAfterEvent } from './axis.ts'

// An order as domain.md 7.5 has it: its state of shipping follows from how many of its lines are shipped.
const shipping = defineAxis({
  states: { notReceived: 'grey', partiallyShipped: 'orange', shipped: 'green' },
  events: ['ship', 'shipRest'],
  table: {
    notReceived: { ship: 'partiallyShipped' },
    partiallyShipped: { shipRest: { to: 'shipped', when: ({ notReceived = 0 }) => notReceived > 0 } },
    shipped: {},
  },
  kept: {
    of: 'intervals',
    rows: 'shipment',
    document: 'order_id',
    line: 'order_line',
    in: ['approved'],
    before: 'notReceived',
    during: 'partiallyShipped',
    after: 'shipped',
    none: 'notReceived',
  },
  ofLines: ({ notReceived = 0, partiallyShipped = 0, shipped = 0 }: StateCounts) => {
    if (notReceived + partiallyShipped + shipped === 0) return null
    if (partiallyShipped === 0 && (notReceived === 0 || shipped === 0)) return shipped > 0 ? 'shipped' : 'notReceived'
    return 'partiallyShipped'
  },
})

describe('an axis of a document', () => {
  it('an event leads from a state where the table has the pair and its guard holds for the lines', () => {
    expect(stateAfterEvent(shipping, 'notReceived', 'ship')).toBe('partiallyShipped')
    expect(stateAfterEvent(shipping, 'shipped', 'ship')).toBe(null)
    expect(stateAfterEvent(shipping, null, 'ship')).toBe(null)
    expect(stateAfterEvent(shipping, 'partiallyShipped', 'shipRest', { shipped: 2, notReceived: 1 })).toBe('shipped')
    expect(stateAfterEvent(shipping, 'partiallyShipped', 'shipRest', { shipped: 3 })).toBe(null)
  })

  it('a document whose lines differ may have a state that neither of them has', () => {
    expect(shipping.ofLines({ notReceived: 2, shipped: 1 })).toBe('partiallyShipped')
    expect(shipping.ofLines({ shipped: 3 })).toBe('shipped')
    expect(shipping.ofLines({})).toBe(null)
  })

  it('the first state in the order that any line has is that of the document, however many lines have which', () => {
    const order = ['failed', 'waiting', 'done'] as const
    const count = fc.record(Object.fromEntries(order.map((state) => [state, fc.nat(5)])))
    fc.assert(
      fc.property(count, (counts) => {
        const state = firstOf(order)(counts)
        const place = state === null ? order.length : order.indexOf(state)
        expect(order.slice(0, place).every((sooner) => counts[sooner] === 0)).toBe(true)
        expect(state === null || (counts[state] ?? 0) > 0).toBe(true)
      }),
    )
  })
})
