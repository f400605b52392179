import { describe, expect, it } from 'vitest'
import { f } from '#kernel/document/fields.ts'
import { r } from './definition.ts'
import { shaped } from './shapes.ts'

describe('a shaped text', () => {
  it('is a day only if the calendar has it', () => {
    expect(['2028-02-29', '2026-02-29', '2026-13-01', '26-1-1'].map((text) => shaped(r.day(), text))).toEqual([
      '2028-02-29',
      null,
      null,
      null,
    ])
  })

  it('is a rate without the zeros that say nothing, and never zero', () => {
    const typed = ['84.50', '84.5', '0084', '8450', '1.000', '0.000001', '0', '0.0', '1.0000001', '-1', '1e3']
    expect(typed.map((text) => shaped(r.rate(), text))).toEqual([
      '84.5',
      '84.5',
      '84',
      '8450',
      '1',
      '0.000001',
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('is any text where there is no shape, and one of it where there is', () => {
    expect(shaped({}, 'x')).toBe('x')
    const code = r.shaped(f.code(), /^[A-Z]{2}$/, 'IN')
    expect([shaped(code, 'IN'), shaped(code, 'in')]).toEqual(['IN', null])
  })
})
