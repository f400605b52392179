import { describe, expect, it } from 'vitest'
import { type EarlierDecision, factsToKeep, type Resubmission, standingApprovals } from './keep.ts'
import type { RouteStep } from './route.ts'

const person = (id: number) => ({ id, account: `p${id}`, name: { zh: `p${id}`, en: `p${id}` } })
const step = (key: string, people: readonly number[], more: Partial<RouteStep> = {}): RouteStep => ({
  key,
  name: { zh: key, en: key },
  who: { role: key },
  mode: 'any',
  status: 'future',
  people: people.map(person),
  keep: ['amount'],
  ...more,
})
const TEMPLATE = [{ keep: ['amount', 'price'] }, { keep: true as const }, {}]
const facts = (amount: string, prices: readonly string[] = ['1']) =>
  factsToKeep(
    TEMPLATE,
    { amount },
    prices.map((price) => ({ price })),
  )
const said = (key: string, userId: number, more: Partial<EarlierDecision> = {}): EarlierDecision => ({
  round: 1,
  content_hash: 'h1',
  kept_facts: facts('10'),
  key,
  status: 'done',
  user_id: userId,
  principal_id: null,
  decision: 'agree',
  voided: false,
  act_id: '7',
  at: new Date('2026-11-21T08:00:00Z'),
  ...more,
})
const again = (earlier: readonly EarlierDecision[], more: Partial<Resubmission> = {}): Resubmission => ({
  facts: facts('10'),
  contentHash: 'h2',
  earlier,
  ...more,
})
const LAST = step('last', [9], {})
const kept = (steps: readonly RouteStep[], resubmission: Resubmission) => [
  ...standingApprovals([...steps, LAST], resubmission).keys(),
]

describe('the facts of a template', () => {
  it('are fields of the header, or of all lines in their order', () => {
    expect(facts('10', ['1', '2'])).not.toEqual(facts('10', ['2', '1']))
    expect(facts('10', ['1', '2'])).toEqual(facts('10', ['1', '2']))
    expect(factsToKeep([{}, { keep: true }], {}, [])).toBeNull()
  })
})

describe('an earlier approval stands', () => {
  it('where its facts are the same, and is asked again where one changed', () => {
    expect(kept([step('a', [1])], again([said('a', 1)]))).toEqual(['a'])
    expect(kept([step('a', [1])], again([said('a', 1)], { facts: facts('11') }))).toEqual([])
    expect(kept([step('a', [1], { keep: ['price'] })], again([said('a', 1)], { facts: facts('11') }))).toEqual(['a'])
    expect(kept([step('a', [1], { keep: ['unknown'] })], again([said('a', 1)]))).toEqual([])
  })

  it('with `true` where nothing at all changed', () => {
    expect(kept([step('a', [1], { keep: true })], again([said('a', 1)]))).toEqual([])
    expect(kept([step('a', [1], { keep: true })], again([said('a', 1)], { contentHash: 'h1' }))).toEqual(['a'])
  })

  it('never where the template does not say so, or the step is not needed now', () => {
    const { keep: _, ...plain } = step('a', [1])
    expect(kept([plain], again([said('a', 1)]))).toEqual([])
    expect(kept([step('a', [1], { status: 'skipped', skip: 'condition' })], again([said('a', 1)]))).toEqual([])
  })

  it('never after a no of the same person, his own or in his name', () => {
    const no = { round: 2, decision: 'reject' as const, key: 'b' }
    expect(kept([step('a', [1])], again([said('a', 1), said('b', 1, no)]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('a', 1, { ...no, key: 'a' })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('b', 5, { ...no, principal_id: 1 })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('b', 2, no)]))).toEqual(['a'])
  })

  it('never after he sent it back to an earlier step himself, or was to be asked again, in a later round', () => {
    const later = { round: 2, voided: true }
    expect(kept([step('a', [1])], again([said('a', 1), said('a', 1, { ...later, decision: 'return' })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('a', 1, later)]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1, { voided: true }), said('a', 1)]))).toEqual(['a'])
  })

  it('never where the step was not passed, was returned over, or its people no longer hold the role', () => {
    expect(kept([step('a', [1], { mode: 'all' })], again([said('a', 1, { status: 'current' })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1, { voided: true })]))).toEqual([])
    expect(kept([step('a', [2])], again([said('a', 1)]))).toEqual([])
  })

  it('of all where all of today agreed, of a vote where as many as today’s share did', () => {
    const two = [said('a', 1), said('a', 2)]
    expect(kept([step('a', [1, 2], { mode: 'all' })], again(two))).toEqual(['a'])
    expect(kept([step('a', [1, 2, 3], { mode: 'all' })], again(two))).toEqual([])
    expect(kept([step('a', [1, 2, 3], { mode: 'share', share: 60 })], again(two))).toEqual(['a'])
    expect(kept([step('a', [1, 2, 3], { mode: 'share', share: 70 })], again(two))).toEqual([])
  })

  it('by an agent as the approval of who was away', () => {
    expect(kept([step('a', [1])], again([said('a', 5, { principal_id: 1 })]))).toEqual(['a'])
    expect(kept([step('a', [5])], again([said('a', 5, { principal_id: 1 })]))).toEqual([])
  })

  it('but somebody is always asked', () => {
    const both = again([said('a', 1), said('last', 9)])
    expect(kept([step('a', [1])], both)).toEqual(['a'])
    // Whoever is left has been heard already: the last step that would stand is asked instead.
    expect([...standingApprovals([step('a', [1]), step('b', [1])], again([said('a', 1)])).keys()]).toEqual([])
  })

  it('and names who it was, and where', () => {
    expect(standingApprovals([step('a', [1, 2]), LAST], again([said('a', 2)])).get('a')).toEqual({
      people: [person(2)],
      acts: [{ round: 1, actId: '7', at: '2026-11-21T08:00:00.000Z' }],
    })
  })
})
