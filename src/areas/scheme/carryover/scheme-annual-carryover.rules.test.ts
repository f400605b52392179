import { expect, it } from 'vitest'
import { partOf } from './scheme-annual-carryover.rules.ts'

it('a funding line has one spelling only, so that none is carried over twice under two names', () => {
  expect(partOf('SC20261100001/12')).toEqual({ schemeNo: 'SC20261100001', fundingNo: 12 })
  for (const other of [
    'SC20261100001/012',
    'SC20261100001/0',
    'SC20261100001/1/2',
    'SC20261100001/+1',
    'SC20261100001/',
    '/1',
    '',
    null,
  ])
    expect([other, partOf(other)]).toEqual([other, null])
})
