import { describe, expect, it } from 'vitest'
import { formInstanceId, readFormInstanceId } from './form-instance.ts'
import {
  advance,
  agree,
  holds,
  type Person,
  resolveRoute,
  type RouteStep,
  type StepMode,
  type TemplateStep,
} from './route.ts'

const person = (id: number): Person => ({ id, account: `a${id}`, name: { zh: `甲${id}`, en: `A${id}` } })
const step = (key: string, more: Partial<TemplateStep> = {}): TemplateStep => ({
  key,
  name: { zh: key, en: key },
  who: { role: key },
  mode: 'any',
  ...more,
})
const holders = (roles: Readonly<Record<string, readonly number[]>>) =>
  new Map(Object.entries(roles).map(([role, ids]) => [role, ids.map(person)]))
const ids = (people: readonly Person[]) => people.map(({ id }) => id)
const running = (mode: StepMode, people: readonly number[], more: readonly RouteStep[] = []): RouteStep[] => [
  { ...step('one', { mode }), status: 'current', people: people.map(person) },
  ...more,
]
const nobody = new Set<number>()

describe('resolving a route', () => {
  it('leaves out a step whose condition does not hold, and says so', () => {
    const template = [step('manager'), step('hq', { when: 'amount > 10000 and applyType = "grant"' })]
    const roles = holders({ manager: [1], hq: [2] })
    const small = resolveRoute(template, { amount: 10000, applyType: 'grant' }, roles, 9, 'en')
    expect(small.steps.map((entry) => [entry.status, entry.skip])).toEqual([
      ['future', undefined],
      ['skipped', 'condition'],
    ])
    const large = resolveRoute(template, { amount: 10000.01, applyType: 'grant' }, roles, 9, 'en')
    expect(large.steps.map((entry) => entry.status)).toEqual(['future', 'future'])
  })

  it('moves an empty step up, and one that only the drafter could take', () => {
    const route = resolveRoute([step('a'), step('b'), step('c')], {}, holders({ b: [9], c: [9, 3] }), 9, 'en')
    expect(route.refusals).toEqual([])
    expect(route.steps.map((entry) => [entry.skip, ids(entry.people)])).toEqual([
      ['empty', []],
      ['empty', []],
      [undefined, [3]],
    ])
  })

  it('refuses the start where nobody is above', () => {
    const top = resolveRoute([step('a'), step('hq')], {}, holders({ a: [1], hq: [9] }), 9, 'en')
    expect(top.refusals.map((refusal) => [refusal.key, refusal.params])).toEqual([
      ['approval.noApprover', { step: 'hq' }],
    ])
    expect(resolveRoute([], {}, new Map(), 9, 'en').refusals).toHaveLength(1)
    expect(resolveRoute([step('a', { when: 'false' })], {}, holders({ a: [1] }), 9, 'en').refusals).toHaveLength(1)
  })

  it('takes a condition that is no yes or no for a fault, not for a no', () => {
    for (const condition of ['amount', 'missing > 3', '"yes"', 'amount +', '']) {
      expect(() => holds(condition, { amount: 5 }), condition).toThrow()
    }
  })
})

describe('a step', () => {
  const next: RouteStep = { ...step('two'), status: 'future', people: [person(2), person(4)] }

  it('of any one ends with the first agreement', () => {
    const result = agree(running('any', [1, 2], [next]), 0, 1, nobody, nobody)
    expect([result.stepDone, result.current, ids(result.people)]).toEqual([true, 1, [2, 4]])
    expect(result.steps.map((entry) => entry.status)).toEqual(['done', 'current'])
  })

  it('of all waits for each, whoever comes first', () => {
    const steps = running('all', [1, 2, 3])
    const first = agree(steps, 0, 2, nobody, nobody)
    expect([first.stepDone, first.current, first.people]).toEqual([false, 0, []])
    expect(agree(steps, 0, 1, new Set([2]), new Set([2])).stepDone).toBe(false)
    expect(agree(steps, 0, 3, new Set([1, 2]), new Set([1, 2]))).toMatchObject({ stepDone: true, current: null })
  })

  it('one after another asks the next one only', () => {
    const steps: RouteStep[] = [
      { ...step('one', { mode: 'sequential' }), status: 'future', people: [1, 2, 3].map(person) },
    ]
    const opened = advance(steps, 0, nobody)
    expect(ids(opened.people)).toEqual([1])
    const second = agree(opened.steps, 0, 1, nobody, nobody)
    expect([second.stepDone, ids(second.people)]).toEqual([false, [2]])
    expect(ids(agree(opened.steps, 0, 2, new Set([1]), new Set([1])).people)).toEqual([3])
  })

  it('is passed over when everyone in it acted before, and not given to them again', () => {
    const same: RouteStep = { ...step('same'), status: 'future', people: [person(1)] }
    const over = agree(running('any', [1], [same, next]), 0, 1, nobody, new Set([2]))
    expect(over.steps.map((entry) => [entry.status, entry.skip])).toEqual([
      ['done', undefined],
      ['skipped', 'acted'],
      ['current', undefined],
    ])
    expect(ids(over.people)).toEqual([4])
    expect(agree(running('any', [1], [same]), 0, 1, nobody, nobody).current).toBeNull()
  })

  it('does not change what it was given', () => {
    const steps = running('any', [1], [next])
    const before = structuredClone(steps)
    agree(steps, 0, 1, nobody, nobody)
    expect(steps).toEqual(before)
  })
})

describe('formInstanceId', () => {
  it('comes back as it went', () => {
    expect(readFormInstanceId(formInstanceId({ documentId: '42', round: 3 }))).toEqual({ documentId: '42', round: 3 })
  })

  it.each([
    null,
    undefined,
    42,
    '',
    '42',
    '-1',
    '42-',
    '42-x',
    '42-1-1',
    ' 42-1',
    "42-1'",
    '42-1\n',
    `${'9'.repeat(19)}-1`,
    {},
    ['42-1'],
  ])('is not %j', (text) => expect(readFormInstanceId(text)).toBeNull())
})
