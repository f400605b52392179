import { expect, it } from 'vitest'
import { figuresOf } from './withhold-run-figures.web.ts'
import type { ProposedFundingLine } from './withhold-run-api.web.ts'

const line = (of: Partial<ProposedFundingLine>): ProposedFundingLine => ({
  fundingNo: 1,
  forBeneficiary: 'Somebody',
  productCode: null,
  budgetCode: 'BL1',
  kind: 'regular',
  basisVolume: null,
  unitAmount: null,
  ratePercent: '2.5',
  ladder: null,
  expected: null,
  accrued: '0.00',
  withholdable: '0.00',
  amount: '0.00',
  isClosed: false,
  nothing: null,
  ...of,
})

it('the figures of a line and of all lines follow from each other: owed, less accrued, is missing', () => {
  const counted = line({ expected: '35698.00', accrued: '19222.00', withholdable: '16476.00', amount: '16476.00' })
  const paid = line({ fundingNo: 2, expected: '0.00', accrued: '352500.00', withholdable: '397500.00' })
  expect(figuresOf([counted])).toMatchObject({ missing: '16476.00', proposed: '16476.00' })
  expect(figuresOf([paid])).toMatchObject({ missing: '-352500.00', proposed: '0.00' })
  expect(figuresOf([counted, paid])).toEqual({
    expected: '35698.00',
    accrued: '371722.00',
    missing: '-336024.00',
    withholdable: '413976.00',
    proposed: '16476.00',
  })
  // Nothing is known of what a line owes that nothing counts.
  expect(figuresOf([line({ accrued: '5.00' })])).toMatchObject({ expected: null, missing: null })
})
