import { describe, expect, it } from 'vitest'
import { addedInBase, inBase } from './reporting.ts'

const RATES = {
  year: 2026,
  base: 'USD',
  version: 1,
  publishedOn: '2025-12-01',
  rates: [
    { currency: 'INR', units: '84.5' },
    { currency: 'EUR', units: '0.92' },
  ],
}

describe('totals in the reporting currency', () => {
  it('totals of several currencies are converted each at its own rate before they are added', () => {
    const totals = [
      { currency: 'INR', granted: '8450.00' },
      { currency: 'EUR', granted: '92.00' },
      { currency: 'USD', granted: '1.25' },
    ]
    expect(addedInBase(totals, ['granted'], RATES)).toEqual({ sums: { granted: '201.25' }, missing: [] })
  })

  it('a currency without a rate is named and is no part of the sum', () => {
    const totals = [
      { currency: 'CLP', granted: '1000000.00' },
      { currency: 'EUR', granted: '92.00' },
    ]
    expect(addedInBase(totals, ['granted'], RATES)).toEqual({ sums: { granted: '100.00' }, missing: ['CLP'] })
  })

  it('a converted half cent is rounded away from zero', () => {
    const rates = { ...RATES, rates: [{ currency: 'INR', units: '8' }] }
    expect(inBase('0.20', 'INR', rates)).toBe('0.03')
    expect(inBase('-0.20', 'INR', rates)).toBe('-0.03')
  })
})
