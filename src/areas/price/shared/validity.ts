import { defineAxis, firstOf } from '#kernel/engine/definition/axes/axis.ts'

/**
 * Whether the prices of a document are in force (spec section 4: To Be Effective, Effective, Expired, Inactivated). A price that nothing is left of,
 * because it was revoked or replaced before it began, is inactivated.
 */
export const validity = defineAxis({
  states: { toBeEffective: 'blue', effective: 'green', expired: 'grey', inactivated: 'red' },
  events: [
    /** The time of a price begins, and ends. */
    'begin',
    'end',
    /** Another document takes the rest of its time. */
    'replace',
    // Acts on the prices of an approved document.
    'endEarly',
    'revoke',
    'extend',
  ],
  table: {
    toBeEffective: {
      begin: 'effective',
      replace: 'inactivated',
      endEarly: 'toBeEffective',
      revoke: 'inactivated',
      extend: 'toBeEffective',
    },
    effective: {
      end: 'expired',
      replace: 'expired',
      endEarly: 'effective',
      // Of a document that is in force, prices that have not begun yet are revoked.
      revoke: { to: 'effective', when: ({ toBeEffective = 0 }) => toBeEffective > 0 },
      extend: 'effective',
    },
    expired: {},
    inactivated: {},
  },
  kept: {
    of: 'intervals',
    rows: 'price_row',
    document: 'source_id',
    line: 'line_no',
    in: ['approved'],
    before: 'toBeEffective',
    during: 'effective',
    after: 'expired',
    none: 'inactivated',
  },
  // A document is in force as long as any of its prices is, and waits as long as any is still to come.
  ofLines: firstOf(['effective', 'toBeEffective', 'expired', 'inactivated']),
})
