import { describe, expect, it } from 'vitest'
import { f } from '#kernel/engine/definition/fields.ts'
import { COORDINATES } from './coordinates.ts'
import { heldAsText, r } from './definition.ts'
import { shaped } from './shapes.ts'

describe('a shaped text of a record', () => {
  it('a day is accepted only if it exists in the calendar', () => {
    expect(
      ['2028-02-29', '2026-02-29', '2026-13-01', '26-1-1'].map((text) => shaped(heldAsText(f.date()), text)),
    ).toEqual(['2028-02-29', null, null, null])
  })

  it('a rate is stored without needless zeros and is never zero', () => {
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

  it('a text without a shape accepts anything, and one with a shape only what matches', () => {
    expect(shaped({}, 'x')).toBe('x')
    const code = r.shaped(f.code(), /^[A-Z]{2}$/, 'IN')
    expect([shaped(code, 'IN'), shaped(code, 'in')]).toEqual(['IN', null])
  })

  it('a coordinate has six decimals and lies within its range', () => {
    const of = (texts: readonly string[]) => texts.map((text) => shaped(heldAsText(COORDINATES.latitude), text))
    expect(of(['12.9715987', '-33.86', '90', '0.0000004'])).toEqual(['12.971599', '-33.86', '90', '0'])
    expect(of(['90.000001', '-91', '1e1', '12,97', 'N 12', '.5', ''])).toEqual(Array(7).fill(null))
    const longitude = heldAsText(COORDINATES.longitude)
    expect([shaped(longitude, '-180'), shaped(longitude, '180.5')]).toEqual(['-180', null])
  })

  it('a timestamp is stored to the second in UTC, whatever zone it was written in', () => {
    const of = (texts: readonly string[]) => texts.map((text) => shaped(r.instant(), text))
    expect(of(['2026-03-09T14:05+05:30', '2026-03-09T08:35:07.123Z'])).toEqual([
      '2026-03-09T08:35:00Z',
      '2026-03-09T08:35:07Z',
    ])
    expect(of(['2026-03-09 14:05', '2026-13-09T14:05Z', '2026-03-09T14:05'])).toEqual([null, null, null])
  })
})
