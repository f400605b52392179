import { expect, it } from 'vitest'
import { answeredMargin, type FoundPrice, resolvePrice } from './price-at.rules.ts'

const row = {
  id: '1',
  version: 1,
  price: '100.00',
  ladder: '0-100:100.00;100-:80.00',
  taxMode: 'exclusive',
  taxRate: '0.0000',
  no: 'PA1',
  from: new Date('2026-10-31T18:30:00Z'),
  to: null,
} as const
const found = (more: Partial<FoundPrice> = {}): FoundPrice => ({
  special: null,
  own: null,
  classified: row,
  cost: null,
  ...more,
})
const margin = (quantity: number | null, more: Partial<FoundPrice> = {}) =>
  answeredMargin(resolvePrice({ skuCode: 'A', quantity }, found(more)), '60.00')?.toFixed(2) ?? null

it('a margin is of the price that is answered: of the list, of its step, or of a special price', () => {
  expect(margin(1)).toBe('40.00')
  expect(margin(100)).toBe('25.00')
  const special = { id: '2', no: 'TJ1', price: '75.00', left: 5 }
  expect(margin(3, { special })).toBe('20.00')
  expect(margin(3, { special, classified: null })).toBe('20.00')
  expect(margin(3, { classified: { ...row, taxMode: 'inclusive', taxRate: '25', ladder: null } })).toBe('25.00')
  expect(margin(3, { classified: null })).toBe(null)
})
