import { expect, it } from 'vitest'
import { sharesOf } from './budget-shares.web.ts'

it('the bar of a budget is shared by amounts, with nothing for zero or less and a mark for very little', () => {
  expect(sharesOf(['75.00', '25.00', '0.00'])).toEqual([750, 250, 0])
  expect(sharesOf(['999999.00', '1.00', '-50.00'])).toEqual([1000, 4, 0])
  expect(sharesOf(['0.00', '0.00'])).toEqual([0, 0])
})
