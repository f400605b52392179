import { describe, expect, it } from 'vitest'
import { type AuthorityRow, bandOf, withAuthority } from './authority.ts'
import type { Band } from './band.ts'
import type { TemplateStep } from './approval-route.ts'

const bands: readonly Band[] = [
  { code: 'T1', upTo: '10000.00', levels: ['firstLevel', 'rsm'] },
  { code: 'T2', upTo: '50000.00', levels: ['firstLevel', 'rsm', 'rsd'] },
  { code: 'T4', upTo: null, levels: ['firstLevel', 'rsm', 'rsd', 'hqOwner'], raisedWhen: 'writeOff = true' },
]
const table: AuthorityRow = { version: 3, currency: 'USD', bands, rate_year: 2026, rate_version: 1, units: '84.500000' }
const step = (when?: string): TemplateStep => ({
  key: 'rsd',
  name: { zh: '总监', en: 'RSD' },
  who: { role: 'rsd' },
  mode: 'any',
  ...(when === undefined ? {} : { when }),
})
const inr = (amount: string) => ({ amount, currency: 'INR' })

describe('the authority band of a document', () => {
  it('the authority band is refused without a rate where the route depends on it, and left out otherwise', () => {
    const noRate = { ...table, rate_year: null, rate_version: null, units: null }
    const depends = () => withAuthority({}, inr('1.00'), noRate, [step(), step('list contains(levels, "rsd")')])
    expect(depends).toThrow('approval.rateMissing')
    expect(withAuthority({ a: 1 }, inr('1.00'), noRate, [step('a = 1')])).toEqual({ a: 1 })
  })

  it('the authority band follows the amount at the rate of the year, limits included, and keeps that rate', () => {
    expect(withAuthority({ kind: 'x' }, inr('845000.00'), table, [])).toEqual({
      kind: 'x',
      amountUsd: 10_000,
      band: 'T1',
      bandNo: 1,
      levels: ['firstLevel', 'rsm'],
      levelsBelow: ['firstLevel'],
      bandVersion: 3,
      reportingCurrency: 'USD',
      rate: '84.5',
      rateYear: 2026,
    })
    expect(withAuthority({}, inr('845000.43'), table, [])).toMatchObject({ amountUsd: 10_000.01, band: 'T2' })
    expect(withAuthority({}, { amount: '50000.01', currency: 'USD' }, table, [])).toMatchObject({
      band: 'T4',
      rate: '1',
    })
  })

  it('the authority band is the first without an amount, and a negative amount counts by its size', () => {
    const none = withAuthority({}, { amount: null, currency: null }, table, [])
    expect(none).toMatchObject({ band: 'T1', amountUsd: 0 })
    expect(none).not.toHaveProperty('rate')
    expect(bandOf(bands, '-60000.00', {})).toBe(2)
  })

  it('the authority band is raised by its condition and never lowered, and an unknown variable counts as no', () => {
    expect(bandOf(bands, '1.00', { writeOff: true })).toBe(2)
    expect(bandOf(bands, '1.00', { writeOff: false })).toBe(0)
    expect(bandOf(bands, '1.00', {})).toBe(0)
    expect(bandOf([{ ...bands[0]!, raisedWhen: 'true' }, ...bands.slice(1)], '60000.00', {})).toBe(2)
  })
})
