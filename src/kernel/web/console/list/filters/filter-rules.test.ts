import { describe, expect, it } from 'vitest'
import { problemOf, YEAR_RULE } from './filter-rules.ts'
import { filterNames, isActive, typedFilters, type FilterSpec } from './filter-spec.ts'

describe('a filter of a list', () => {
  it('a filter is refused where its rule says so, and an empty one never is', () => {
    expect(problemOf({ isDigits: true }, '12a')).toMatchObject({ key: 'digits' })
    expect(problemOf({ isDigits: true, maxLength: 3 }, '1234')).toEqual({ key: 'tooLong', params: { max: 3 } })
    for (const text of ['26', '2026.5', '2e3'])
      expect(problemOf(YEAR_RULE, text)).toEqual({ key: 'wholeNumber', params: { min: 2000, max: 2100 } })
    for (const text of [undefined, '', '  ', ' 2026 ']) expect(problemOf(YEAR_RULE, text)).toBeNull()
    expect(problemOf(undefined, 'x'.repeat(999))).toBeNull()
  })

  it('a filter is sent as a number where the call expects one', () => {
    const specs: readonly FilterSpec[] = [
      { kind: 'number', name: 'year', label: '', rule: YEAR_RULE },
      { kind: 'choice', name: 'month', label: '', options: [], isNumber: true },
      { kind: 'text', name: 'no', label: '' },
      { kind: 'dates', name: 'created', label: '' },
    ]
    expect(filterNames(specs)).toEqual(['year', 'month', 'no', 'createdFrom', 'createdTo'])
    expect(typedFilters(specs, { year: ' 2026 ', month: '3', no: '0042' })).toEqual({
      year: 2026,
      month: 3,
      no: '0042',
    })
    expect(specs.map((spec) => isActive(spec, { createdTo: 'x', no: '' }))).toEqual([false, false, false, true])
  })
})
