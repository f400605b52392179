import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '#kernel/base/money/money.ts'
import { priceByPercent, ROUNDING_DIRECTIONS, type RoundingRule, roundPrice } from './price-rounding.rules.ts'

const rule = (step: string, ending: string | null, direction: RoundingRule['direction']): RoundingRule => ({
  step,
  ending,
  direction,
})

it.each([
  ['199.99', '-5', rule('0.01', null, 'nearest'), '189.9905', '189.99'],
  ['199.99', '-5', rule('0.01', null, 'up'), '189.9905', '190.00'],
  ['1234', '3.5', rule('1', null, 'nearest'), '1277.19', '1277.00'],
  ['1234', '3.5', rule('10', '9', 'nearest'), '1277.19', '1279.00'],
  ['1234', '3.5', rule('10', '9', 'down'), '1277.19', '1269.00'],
  ['1234', '3.5', rule('100', '90', 'up'), '1277.19', '1290.00'],
  ['100', '50', rule('1', '0.99', 'down'), '150', '149.99'],
  // Halfway between two prices.
  ['15', '0', rule('10', null, 'nearest'), '15', '20.00'],
  // Below the least price.
  ['3', '-50', rule('10', '9', 'down'), '1.5', '9.00'],
  ['3', '-50', rule('10', null, 'nearest'), '1.5', '10.00'],
])('%s changed by %s %% under %j is exactly %s, rounded %s', (previous, percent, of, exact, rounded) =>
  expect(priceByPercent(previous, percent, of)).toEqual({ exact, rounded }),
)

it('a rounded price keeps to its rule, is the closest in its direction, and follows the order of the exact ones', () => {
  const steps = fc.constantFrom('0.01', '0.05', '0.5', '1', '5', '10', '100', '1000')
  const rules = fc
    .record({ step: steps, part: fc.integer({ min: 0, max: 99 }), direction: fc.constantFrom(...ROUNDING_DIRECTIONS) })
    .map(({ step, part, direction }) => {
      const ending = amount(step).times(part).div(100)
      return rule(step, part === 0 || ending.round(2, 0).lt(ending) ? null : ending.toFixed(), direction)
    })
  const exacts = fc.integer({ min: 1, max: 10 ** 12 }).map((value) => amount(String(value)).div(10_000))
  fc.assert(
    fc.property(rules, exacts, exacts, (of, one, other) => {
      const rounded = roundPrice(of, one)
      const [end, step] = [amount(of.ending ?? '0'), amount(of.step)]
      expect(rounded.gt(0)).toBe(true)
      expect(rounded.minus(end).mod(step).eq(0)).toBe(true)
      expect(roundPrice(of, rounded).eq(rounded)).toBe(true)
      const off = rounded.minus(one)
      const isLeast = rounded.minus(step).lte(0)
      if (!isLeast) expect(off.abs().lt(step)).toBe(true)
      if (!isLeast && of.direction === 'nearest') expect(off.abs().times(2).lte(step)).toBe(true)
      if (of.direction === 'up') expect(off.gte(0)).toBe(true)
      if (of.direction === 'down' && !isLeast) expect(off.lte(0)).toBe(true)
      const [low, high] = one.lte(other) ? [one, other] : [other, one]
      expect(roundPrice(of, low).lte(roundPrice(of, high))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
