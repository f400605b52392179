import { expect, test } from 'vitest'
import { conflictsOf, conflictsOfRole, isPattern, matches } from './segregation-rules.rules.ts'
import type { SegregationRule } from '../permission-wire.ts'

const parents = new Map([
  [1, null],
  [200, 1],
  [201, 200],
  [300, 1],
])
const segregationRule: SegregationRule = {
  code: 'draftApprove',
  nameZh: '起草与审批',
  nameEn: 'Draft and approve',
  first: ['budget.*.submit'],
  second: ['budget.*.approve'],
  effect: 'flag',
}
const rightsOf = new Map([
  ['drafter', new Set(['budget.country.submit'])],
  ['approver', new Set(['budget.country.approve', 'budget.country.view'])],
  ['both', new Set(['budget.country.submit', 'budget.country.approve'])],
  ['superAdmin', new Set(['*'])],
])
const found = (...held: [string, number][]) =>
  conflictsOf(
    { holdings: held.map(([role, organisation]) => ({ person: 'a', role, organisation })), rightsOf },
    [segregationRule],
    parents,
  ).map(({ place, roles }) => `${place} ${roles.join('+')}`)

test('a star in a segregation rule stands for any letters and nothing else', () => {
  expect(matches('budget.*.submit', 'budget.country.submit')).toBe(true)
  expect(matches('budget.*.submit', 'budget.country.submitted')).toBe(false)
  expect(matches('*.approve', 'budget.transfer.approve')).toBe(true)
  expect(matches('budget.submit', 'budget-submit')).toBe(false)
  expect(matches('a*a', 'a')).toBe(false)
  expect(isPattern('a(b')).toBe(false)
})

test('roles at unrelated places do not conflict', () => {
  expect(found(['drafter', 200], ['approver', 300])).toEqual([])
  expect(found(['drafter', 200])).toEqual([])
})

test('roles at a place and above it conflict at the lower place', () => {
  expect(found(['drafter', 1], ['approver', 201])).toEqual(['201 drafter+approver'])
  expect(found(['drafter', 200], ['approver', 200], ['approver', 201])).toEqual(['200 drafter+approver'])
})

test('a role with both sides of a segregation rule conflicts by itself, and a super administrator does not', () => {
  expect(found(['both', 300])).toEqual(['300 both'])
  expect(found(['superAdmin', 1], ['drafter', 200])).toEqual([])
  expect(conflictsOfRole(rightsOf.get('both')!, [segregationRule])).toEqual([segregationRule])
  expect(conflictsOfRole(rightsOf.get('approver')!, [segregationRule])).toEqual([])
})

test('one right on both sides of a segregation rule is no conflict', () => {
  const same = { ...segregationRule, first: ['budget.*'], second: ['budget.country.submit'] }
  expect(conflictsOfRole(new Set(['budget.country.submit']), [same])).toEqual([])
  expect(conflictsOfRole(new Set(['budget.country.submit', 'budget.country.view']), [same])).toEqual([same])
})
