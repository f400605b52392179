import { expect, test } from 'vitest'
import type { FilterSpec } from '../filters/filter-spec.ts'
import { filterChips } from './filter-chips.ts'

const specs: readonly FilterSpec[] = [
  { kind: 'text', name: 'no', label: 'Number' },
  { kind: 'choice', name: 'state', label: 'State', options: [{ value: 'DRAFT', label: 'Draft' }] },
  { kind: 'dates', name: 'due', label: 'Due', isOfDays: true },
]
const texts = { since: (day: string) => `from ${day}`, until: (day: string) => `to ${day}` }

test('each filter that is set is a chip with its value in words, and gives the filters without it', () => {
  const filters = { state: 'DRAFT', dueFrom: '2026-03-01', dueTo: '2026-03-08' }
  const chips = filterChips(specs, filters, texts)
  expect(chips.map(({ label, text }) => `${label} ${text}`)).toEqual(['State Draft', 'Due 2026-03-01 – 2026-03-07'])
  expect(chips.map(({ without }) => without)).toEqual([
    { dueFrom: '2026-03-01', dueTo: '2026-03-08' },
    { state: 'DRAFT' },
  ])
})

test('a period without an end or a beginning is a chip that says so', () => {
  expect(filterChips(specs, { dueFrom: '2026-03-01' }, texts)[0]?.text).toBe('from 2026-03-01')
  expect(filterChips(specs, { dueTo: '2026-03-08' }, texts)[0]?.text).toBe('to 2026-03-07')
})
