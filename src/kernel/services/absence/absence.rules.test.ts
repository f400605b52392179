import { describe, expect, it } from 'vitest'
import { holding, type Principal, type Scope } from '#kernel/platform/access/principal.ts'
import { type Absence, checkAbsence, checkAgainst, type ActiveAbsence, startOfDay } from './absence.rules.ts'

const NOW = new Date('2026-11-21T20:00:00Z')
const at = (day: string) => new Date(`2026-11-${day}Z`)

const person = (userId: number, more: Partial<Principal> = {}): Principal => ({
  userId,
  account: `p${userId}`,
  name: `P${userId}`,
  superAdmin: false,
  roles: [],
  ...holding(['approval.task.view', 'budget.approve'], [2, 3]),
  sessionId: '',
  timezone: 'UTC+05:30',
  ...more,
})
const heldIn = (scope: Scope) => holding(['approval.task.view', 'budget.approve'], scope)
const TYPES = [
  { name: 'budget', right: 'budget.approve' },
  { name: 'price', right: 'price.approve' },
]
const absence = (more: Partial<Absence> = {}): Absence => ({
  principal: person(1),
  substitute: person(2),
  types: null,
  organisationId: null,
  amountLimit: null,
  currency: null,
  startsAt: at('22T00:00'),
  endsAt: at('25T00:00'),
  ...more,
})
const reasons = (more: Partial<Absence>) =>
  checkAbsence(absence(more), TYPES, NOW).map(({ key, field }) => [key, field])

describe('the substitute of an absence', () => {
  it('a substitute is another person with the rights for what they decide', () => {
    expect(reasons({ substitute: person(1) })).toEqual([['absence.oneself', 'substitute']])
    expect(reasons({ substitute: person(2, { rights: new Set() }) })).toEqual([['absence.holdsNoTasks', 'substitute']])
    expect(reasons({ principal: person(1, { rights: new Set() }) })).toEqual([['absence.holdsNoTasks', 'account']])
    expect(reasons({ substitute: person(2, { rights: new Set(['approval.task.view']) }) })).toEqual([
      ['absence.lacksRight', 'substitute'],
    ])
    expect(reasons({ types: ['price'] })).toEqual([['absence.lacksRight', 'substitute']])
    expect(reasons({ types: ['gone'] })).toEqual([['absence.typeUnknown', 'documentTypes']])
    expect(reasons({})).toEqual([])
  })

  it('a substitute must work for the organisation of the absence, or for all that the absent person works for', () => {
    expect(reasons({ substitute: person(2, heldIn([2])) })).toEqual([['absence.outside', 'substitute']])
    expect(reasons({ substitute: person(2, heldIn([2])), organisationId: 2 })).toEqual([])
    expect(reasons({ substitute: person(2, heldIn([2])), organisationId: 3 })).toEqual([
      ['absence.outside', 'substitute'],
    ])
    expect(reasons({ principal: person(1, heldIn('all')) })).toEqual([['absence.outside', 'substitute']])
    expect(reasons({ principal: person(1, heldIn('all')), substitute: person(2, heldIn('all')) })).toEqual([])
    const decidesElsewhere = {
      rights: new Set(['approval.task.view', 'budget.approve']),
      grants: [
        { role: 'a', rights: ['approval.task.view'], scope: [2, 3] },
        { role: 'b', rights: ['budget.approve'], scope: [3] },
      ],
      scope: [2, 3],
    }
    expect(reasons({ substitute: person(2, decidesElsewhere) })).toEqual([['absence.outside', 'substitute']])
    expect(reasons({ substitute: person(2, decidesElsewhere), organisationId: 3 })).toEqual([])
  })
})

describe('the period of an absence', () => {
  it("an absence ends after its start, is not over and starts today at the earliest in the person's time zone", () => {
    expect(reasons({ endsAt: at('22T00:00') })).toEqual([['absence.endsBeforeStart', 'endsAt']])
    expect(reasons({ startsAt: at('20T00:00'), endsAt: at('21T19:00') })).toEqual([['absence.endsInThePast', 'endsAt']])
    expect(startOfDay(NOW, 'UTC+05:30')).toEqual(at('21T18:30'))
    expect(startOfDay(NOW, 'UTC-03:00')).toEqual(at('21T03:00'))
    expect(reasons({ startsAt: at('21T18:29') })).toEqual([['absence.startsInThePast', 'startsAt']])
    expect(reasons({ startsAt: at('21T18:30') })).toEqual([])
  })
})

describe('the amount limit of an absence', () => {
  it('the amount limit of an absence is positive and has a currency', () => {
    expect(reasons({ amountLimit: '10' })).toEqual([['absence.currencyMissing', 'currency']])
    expect(reasons({ currency: 'INR' })).toEqual([['absence.amountInvalid', 'amountLimit']])
    for (const amountLimit of ['0', '-1', 'x', '1.234', '1e3'])
      expect(reasons({ amountLimit, currency: 'INR' })).toEqual([['absence.amountInvalid', 'amountLimit']])
    expect(reasons({ amountLimit: '10.50', currency: 'INR' })).toEqual([])
  })
})

describe('several absences', () => {
  const standing = (principalId: number, substituteId: number, more: Partial<ActiveAbsence> = {}): ActiveAbsence => ({
    principalId,
    substituteId,
    types: null,
    within: null,
    startsAt: at('22T00:00'),
    endsAt: at('25T00:00'),
    principalName: `P${principalId}`,
    substituteName: `P${substituteId}`,
    ...more,
  })
  const against = (one: ActiveAbsence, ...others: ActiveAbsence[]) => checkAgainst(one, others).map(({ key }) => key)

  it('two absences of a person for the same documents cannot overlap', () => {
    expect(against(standing(1, 2), standing(1, 3))).toEqual(['absence.overlaps'])
    expect(against(standing(1, 2, { types: ['budget'] }), standing(1, 3, { types: ['price'] }))).toEqual([])
    expect(against(standing(1, 2, { within: [2, 4] }), standing(1, 3, { within: [4] }))).toEqual(['absence.overlaps'])
    expect(against(standing(1, 2, { within: [2] }), standing(1, 3, { within: [3] }))).toEqual([])
    expect(against(standing(1, 2), standing(1, 3, { startsAt: at('25T00:00'), endsAt: at('26T00:00') }))).toEqual([])
  })

  it('substitutes never form a cycle of any length', () => {
    expect(against(standing(1, 2), standing(2, 1))).toEqual(['absence.circle'])
    expect(against(standing(1, 2), standing(3, 1), standing(2, 3))).toEqual(['absence.circle'])
    expect(against(standing(1, 2), standing(2, 3), standing(3, 2))).toEqual([])
    expect(against(standing(1, 2), standing(2, 1, { startsAt: at('25T00:00'), endsAt: at('26T00:00') }))).toEqual([])
  })
})
