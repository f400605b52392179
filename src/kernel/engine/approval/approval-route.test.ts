import { describe, expect, it } from 'vitest'
import { formInstanceId, readFormInstanceId } from './form-instance.ts'
import { holds, type Approver, type Resolution, resolveRoute, type TemplateStep } from './approval-route.ts'

const person = (id: number): Approver => ({ id, account: `a${id}`, name: { zh: `甲${id}`, en: `A${id}` } })
const step = (key: string, more: Partial<TemplateStep> = {}): TemplateStep => ({
  key,
  name: { zh: key, en: key },
  who: { role: key },
  mode: 'any',
  ...more,
})
const found = (people: readonly number[], candidates: readonly number[] | null = null) => ({
  people: people.map(person),
  candidates: candidates?.map(person) ?? null,
  unfit: [],
  copies: [],
})
const resolve = (
  template: readonly TemplateStep[],
  people: readonly (readonly number[])[],
  more: Partial<Resolution> = {},
) =>
  resolveRoute({
    template,
    variables: {},
    found: people.map((ids) => found(ids)),
    administrators: [person(77)],
    drafterId: 9,
    language: 'en',
    ...more,
  })
const shape = ({ steps }: ReturnType<typeof resolve>) =>
  steps.map((entry) => [entry.status, entry.skip ?? null, entry.people.map(({ id }) => id)])
const refused = ({ refusals }: ReturnType<typeof resolve>) => refusals.map(({ key, params }) => [key, params])

describe('the resolution of a route', () => {
  it('a step whose condition does not hold is left out of the route with that reason', () => {
    const template = [step('manager'), step('hq', { when: 'amount > 10000 and applyType = "grant"' })]
    const small = resolve(template, [[1], [2]], { variables: { amount: 10000, applyType: 'grant' } })
    expect(shape(small)).toEqual([
      ['future', null, [1]],
      ['skipped', 'condition', []],
    ])
    const large = resolve(template, [[1], [2]], { variables: { amount: 10000.01, applyType: 'grant' } })
    expect(large.steps.map((entry) => entry.status)).toEqual(['future', 'future'])
  })

  it('a step without approvers, or only with the drafter, is moved up to the next one', () => {
    const route = resolve([step('a'), step('b'), step('c')], [[], [9], [9, 3]])
    expect(route.refusals).toEqual([])
    expect(shape(route)).toEqual([
      ['skipped', 'empty', []],
      ['skipped', 'empty', []],
      ['future', null, [3]],
    ])
  })

  it('a route without any approver above an empty step is refused', () => {
    expect(refused(resolve([step('a'), step('hq')], [[1], [9]]))).toEqual([['approval.noApprover', { step: 'hq' }]])
    expect(resolve([], []).refusals).toHaveLength(1)
    expect(resolve([step('a', { when: 'false' })], [[1]]).refusals).toHaveLength(1)
  })

  it('an empty parallel step of the last stage is refused, because the step beside it is not above', () => {
    const sides = [step('giver', { group: 'sides' }), step('receiver', { group: 'sides' })]
    expect(refused(resolve(sides, [[1], []]))).toEqual([['approval.noApprover', { step: 'receiver' }]])
    expect(refused(resolve([...sides, step('hq')], [[1], [], [2]]))).toEqual([])
  })

  it('an empty step asks an administrator or refuses the submit where its template says so', () => {
    expect(shape(resolve([step('a', { empty: 'administrator' }), step('b')], [[9], [2]]))).toEqual([
      ['future', null, [77]],
      ['future', null, [2]],
    ])
    const refusing = resolve([step('a', { empty: 'refuse' }), step('b')], [[9], [2]])
    expect(refused(refusing)).toEqual([['approval.noApprover', { step: 'a' }]])
  })

  it('the drafter must choose the people of a step, and those of later approvers stay open', () => {
    const template = [
      step('a', { who: { chosenBy: 'drafter', role: 'x' } }),
      step('b', { who: { chosenBy: 'previous' } }),
    ]
    const none = resolve(template, [[], []], { found: [found([], [1, 2]), found([])] })
    expect(refused(none)).toEqual([['approval.chooseRequired', { step: 'a' }]])
    const one = resolve(template, [[], []], { found: [found([2], [1, 2]), found([])] })
    expect([one.refusals, shape(one)]).toEqual([
      [],
      [
        ['future', null, [2]],
        ['future', null, []],
      ],
    ])
    const foreign = resolve(template, [], { found: [{ ...found([], [1]), unfit: ['a5'] }, found([])] })
    expect(refused(foreign)).toEqual([['approval.targetUnfit', { account: 'a5' }]])
    const nobody = resolve([template[0]!, step('hq')], [], { found: [found([], [9]), found([3])] })
    expect([nobody.refusals, shape(nobody)[0]]).toEqual([[], ['skipped', 'empty', []]])
  })

  it('an earlier approval can be carried forward in a route, but never all of them', () => {
    const template = [step('a'), step('b')]
    const some = resolve(template, [[1], [2]], { kept: new Set(['a']) })
    expect(some.steps.map((entry) => entry.skip ?? entry.status)).toEqual(['kept', 'future'])
    const all = resolve(template, [[1], [2]], { kept: new Set(['a', 'b']) })
    expect(all.steps.map((entry) => entry.skip ?? entry.status)).toEqual(['kept', 'future'])
  })

  it('a condition that is neither true nor false is an error', () => {
    for (const condition of ['amount', 'missing > 3', '"yes"', 'amount +', '']) {
      expect(() => holds(condition, { amount: 5 }), condition).toThrow()
    }
  })
})

describe('formInstanceId', () => {
  it('a formInstanceId is read back as it was written', () => {
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
  ])('a formInstanceId is never %j', (text) => expect(readFormInstanceId(text)).toBeNull())
})
