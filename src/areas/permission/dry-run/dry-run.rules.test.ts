import { expect, test } from 'vitest'
import { byPlace, EVERYTHING, type RoleHolding, performDryRun, type Standings } from './dry-run.rules.ts'

// HQ 1; India 200 with two countries; Indonesia 300 with one.
const parents = new Map([
  [1, null],
  [200, 1],
  [201, 200],
  [202, 200],
  [300, 1],
  [301, 300],
])
const rightsOf = new Map([
  ['reader', new Set(['view'])],
  ['writer', new Set(['view', 'submit'])],
  ['superAdmin', new Set([EVERYTHING])],
])
const standings = (...held: [string, string, number][]): Standings => ({
  holdings: held.map(([person, role, organisation]): RoleHolding => ({ person, role, organisation })),
  rightsOf,
})
const said = (before: Standings, after: Standings) =>
  performDryRun(before, after, parents).flatMap(({ person, changes }) =>
    changes.map(({ kind, right, place, except }) => [person, kind, right, place, ...except].join(' ')),
  )

test('the dry run of a role change shows nobody whose rights stay the same', () => {
  expect(said(standings(['a', 'writer', 200]), standings(['a', 'writer', 200], ['a', 'reader', 201]))).toEqual([])
  expect(said(standings(['a', 'reader', 200], ['a', 'writer', 200]), standings(['a', 'writer', 200]))).toEqual([])
})

test('the dry run shows a moved role as a gain at the new place and a loss at the old one', () => {
  expect(said(standings(['a', 'reader', 200]), standings(['a', 'reader', 300]))).toEqual([
    'a gains view 300',
    'a loses view 200',
  ])
})

test('the dry run of a role moved up or down leaves out places where the right is kept', () => {
  expect(said(standings(['a', 'reader', 201]), standings(['a', 'reader', 200]))).toEqual(['a gains view 200 201'])
  expect(said(standings(['a', 'reader', 200]), standings(['a', 'reader', 202]))).toEqual(['a loses view 200 202'])
})

test('the dry run of a role with one more right shows everybody who holds the role', () => {
  const before = standings(['a', 'reader', 200], ['b', 'reader', 300], ['c', 'writer', 1])
  const after = { ...before, rightsOf: new Map([...rightsOf, ['reader', new Set(['view', 'submit'])]]) }
  expect(said(before, after)).toEqual(['a gains submit 200', 'b gains submit 300'])
  const [india, indonesia] = byPlace(performDryRun(before, after, parents))
  expect([india?.place, india?.gaining.size, [...(india?.rightsGained ?? [])]]).toEqual([200, 1, ['submit']])
  expect([indonesia?.place, indonesia?.losing.size]).toEqual([300, 0])
})

test('the dry run shows that a super administrator gains nothing by a role and loses all but other roles', () => {
  expect(said(standings(['a', 'superAdmin', 1]), standings(['a', 'superAdmin', 1], ['a', 'writer', 200]))).toEqual([])
  expect(said(standings(['a', 'superAdmin', 1], ['a', 'reader', 200]), standings(['a', 'reader', 200]))).toEqual([
    'a loses * 1',
    'a loses view 1 200',
  ])
})
