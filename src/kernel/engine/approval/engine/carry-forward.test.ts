import { describe, expect, it } from 'vitest'
import { type EarlierDecision, approvalFingerprint, type Resubmission, carriedApprovals } from './carry-forward.ts'
import type { RouteStep } from '../approval-route.ts'

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
  approvalFingerprint(
    TEMPLATE,
    { amount },
    prices.map((price) => ({ price })),
  )
const said = (key: string, userId: number, more: Partial<EarlierDecision> = {}): EarlierDecision => ({
  round: 1,
  content_hash: 'h1',
  fingerprint: facts('10'),
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
  ...carriedApprovals([...steps, LAST], resubmission).keys(),
]

describe('the fingerprint of a document', () => {
  it('the fingerprint of a document covers header fields and all lines in their order', () => {
    expect(facts('10', ['1', '2'])).not.toEqual(facts('10', ['2', '1']))
    expect(facts('10', ['1', '2'])).toEqual(facts('10', ['1', '2']))
    expect(approvalFingerprint([{}, { keep: true }], {}, [])).toBeNull()
  })
})

describe('an approval carried forward', () => {
  it('an approval is carried forward when its facts are the same, and asked again when one changed', () => {
    expect(kept([step('a', [1])], again([said('a', 1)]))).toEqual(['a'])
    expect(kept([step('a', [1])], again([said('a', 1)], { facts: facts('11') }))).toEqual([])
    expect(kept([step('a', [1], { keep: ['price'] })], again([said('a', 1)], { facts: facts('11') }))).toEqual(['a'])
    expect(kept([step('a', [1], { keep: ['unknown'] })], again([said('a', 1)]))).toEqual([])
  })

  it('an approval of a step with keep true is carried forward only when nothing at all changed', () => {
    expect(kept([step('a', [1], { keep: true })], again([said('a', 1)]))).toEqual([])
    expect(kept([step('a', [1], { keep: true })], again([said('a', 1)], { contentHash: 'h1' }))).toEqual(['a'])
  })

  it('an approval is not carried forward where the template does not say so or the step is not needed', () => {
    const { keep: _, ...plain } = step('a', [1])
    expect(kept([plain], again([said('a', 1)]))).toEqual([])
    expect(kept([step('a', [1], { status: 'skipped', skip: 'condition' })], again([said('a', 1)]))).toEqual([])
  })

  it('an approval is not carried forward after a rejection by the same person or on their behalf', () => {
    const no = { round: 2, decision: 'reject' as const, key: 'b' }
    expect(kept([step('a', [1])], again([said('a', 1), said('b', 1, no)]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('a', 1, { ...no, key: 'a' })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('b', 5, { ...no, principal_id: 1 })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('b', 2, no)]))).toEqual(['a'])
  })

  it('an approval is not carried forward after its person sent the document back or was to be asked again', () => {
    const later = { round: 2, voided: true }
    expect(kept([step('a', [1])], again([said('a', 1), said('a', 1, { ...later, decision: 'return' })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1), said('a', 1, later)]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1, { voided: true }), said('a', 1)]))).toEqual(['a'])
  })

  it('an approval is not carried forward from an incomplete or voided step, or from people without the role', () => {
    expect(kept([step('a', [1], { mode: 'all' })], again([said('a', 1, { status: 'current' })]))).toEqual([])
    expect(kept([step('a', [1])], again([said('a', 1, { voided: true })]))).toEqual([])
    expect(kept([step('a', [2])], again([said('a', 1)]))).toEqual([])
  })

  it("an approval by all or by vote is carried forward when enough of today's people gave it", () => {
    const two = [said('a', 1), said('a', 2)]
    expect(kept([step('a', [1, 2], { mode: 'all' })], again(two))).toEqual(['a'])
    expect(kept([step('a', [1, 2, 3], { mode: 'all' })], again(two))).toEqual([])
    expect(kept([step('a', [1, 2, 3], { mode: 'share', share: 60 })], again(two))).toEqual(['a'])
    expect(kept([step('a', [1, 2, 3], { mode: 'share', share: 70 })], again(two))).toEqual([])
  })

  it('an approval by a substitute is carried forward as that of the absent person', () => {
    expect(kept([step('a', [1])], again([said('a', 5, { principal_id: 1 })]))).toEqual(['a'])
    expect(kept([step('a', [5])], again([said('a', 5, { principal_id: 1 })]))).toEqual([])
  })

  it('a resubmitted document always asks at least one step', () => {
    const both = again([said('a', 1), said('last', 9)])
    expect(kept([step('a', [1])], both)).toEqual(['a'])
    // The remaining people have been heard already, so the last carried step is asked instead.
    expect([...carriedApprovals([step('a', [1]), step('b', [1])], again([said('a', 1)])).keys()]).toEqual([])
  })

  it('an approval carried forward names its people and its original acts', () => {
    expect(carriedApprovals([step('a', [1, 2]), LAST], again([said('a', 2)])).get('a')).toEqual({
      people: [person(2)],
      acts: [{ round: 1, actId: '7', at: '2026-11-21T08:00:00.000Z' }],
    })
  })
})
