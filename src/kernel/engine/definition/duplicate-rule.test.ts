import { describe, expect, it } from 'vitest'
import { type DuplicateRule, labelled, labelsWithin, marksOf, overlap, periodOf } from './duplicate-rule.ts'

const rule: DuplicateRule = {
  group: 'g',
  states: ['approved'],
  of: 'header',
  who: 'customer',
  amount: 'total',
  currency: 'currency',
  period: { day: 'day', label: 'label' },
  number: { of: 'lines', field: 'paper' },
}

describe('the search key of possible duplicates', () => {
  it('the search key ignores empty fields and non-positive amounts', () => {
    expect(marksOf(rule, { customer: null, total: '5.00' }, [], [])).toMatchObject({
      pairs: [],
      whos: [],
      period: null,
    })
    for (const total of ['0.00', '-3.00', '', null])
      expect(marksOf(rule, { customer: 'C1', total }, [], [])).toMatchObject({ pairs: [], whos: ['C1'] })
  })

  it('the search key of duplicates holds each customer with amount, each number in capitals and each file once', () => {
    const lines = [{ paper: ' inv-1' }, { paper: 'INV-1' }, { paper: '' }, { paper: null }]
    expect(marksOf(rule, { customer: 'C1', total: '5.00', currency: 'INR' }, lines, ['h', 'h'])).toMatchObject({
      pairs: [{ who: 'C1', amount: '5.00' }],
      currency: 'INR',
      numbers: ['INV-1'],
      hashes: ['h'],
    })
  })
})

describe('the period of a possible duplicate', () => {
  it('the period follows its label, or is the month of its day', () => {
    expect(periodOf(rule, { day: '2026-05-09', label: '2026-Q1' })).toEqual({ from: '2026-01-01', to: '2026-03-31' })
    expect(periodOf(rule, { day: '2024-02-09', label: 'whole' })).toEqual({ from: '2024-02-01', to: '2024-02-29' })
    expect(periodOf(rule, { day: null, label: null })).toBeNull()
    expect(labelled('2026-13')).toBeNull()
  })

  it('the period is unknown for two days in the wrong order or a missing day', () => {
    const days: DuplicateRule = { ...rule, period: { from: 'from', to: 'to' } }
    expect(periodOf(days, { from: '2026-02-01', to: '2026-01-01' })).toBeNull()
    expect(periodOf(days, { from: '0001-01-01', to: '2026-01-01' })).toBeNull()
  })

  it('periods overlap when they share a day, and have labels', () => {
    const of = (from: string, to: string) => ({ from, to })
    expect(overlap(of('2026-01-01', '2026-01-31'), of('2026-01-31', '2026-02-01'))).toBe(true)
    expect(overlap(of('2026-01-01', '2026-01-30'), of('2026-01-31', '2026-02-01'))).toBe(false)
    expect(labelsWithin(of('2025-12-31', '2026-01-02'))).toEqual(['2025-12', '2025-Q4', '2026-01', '2026-Q1'])
    expect(labelsWithin(of('1990-01-01', '2026-01-02'))).toHaveLength(80)
  })
})
