import { describe, expect, it } from 'vitest'
import { type FactSight, ofOrganisation, rowsSeen, sightFaults } from './fact-sight.ts'

const actions = { save: { content: 'draft' }, submit: { content: 'submitted' }, approve: {} } as const
const scheme = { sight: ofOrganisation as FactSight, actions: ['save', 'submit', 'approve'] }
const money = (sight: FactSight, of: readonly string[] = ['submit', 'approve']) => ({ sight, actions: of })

const rows: Readonly<Record<string, readonly unknown[]>> = {
  scheme: [{ scope_id: 2, no: 'S2' }],
  schemes: [
    { scopeId: 1, no: 'S1', parts: ['a', 'b'] },
    { scopeId: 2, no: 'S2', parts: ['c'] },
  ],
  money: [
    { of: 'S1', part: 'a' },
    { of: 'S2', part: 'c' },
    { of: 'S2', part: 'a' },
  ],
}
const asked = (scope: 'all' | readonly number[], content: object | null = {}) => ({ content, principal: { scope } })

function seen(sight: FactSight, by = asked([1]), named: FactSight = ofOrganisation as FactSight) {
  const facts = { scheme, schemes: { ...scheme, sight: named }, money: money(sight) }
  return rowsSeen(facts, (name) => rows[name]!, by)('money')
}

describe('the visibility of a fact', () => {
  it('a fact is withheld where the reader does not see what it accompanies, and told as a whole where they do', () => {
    expect(seen({ accompanies: 'scheme' })).toEqual([])
    expect(seen({ accompanies: 'scheme' }, asked([2]))).toEqual(rows['money'])
    expect(seen({ accompanies: 'scheme' }, asked('all'))).toEqual(rows['money'])
    expect(seen({ accompanies: ['scheme', 'schemes'] })).toEqual([])
  })

  it('a fact that is about several things is told row by row', () => {
    const by = { own: (row: { of: string }) => row.of, theirs: ({ no }: { no: string }) => no }
    expect(seen({ accompanies: 'schemes', by })).toEqual([{ of: 'S1', part: 'a' }])
    const all = {
      own: ({ of, part }: { of: string; part: string }) => [of, part],
      theirs: (row: { no: string; parts: string[] }) => [row.no, ...row.parts],
    }
    expect(seen({ accompanies: 'schemes', by: all })).toEqual([{ of: 'S1', part: 'a' }])
    expect(seen({ accompanies: 'schemes', by: { ...all, own: () => [] } })).toEqual(rows['money'])
  })

  it('a fact with several conditions is told where all hold, and where those of the accompanied fact hold', () => {
    const row = ({ part }: { part: string }) => part === 'a'
    expect(seen([{ accompanies: 'schemes' }, { row }])).toEqual([
      { of: 'S1', part: 'a' },
      { of: 'S2', part: 'a' },
    ])
    expect(seen([{ accompanies: 'scheme' }, { row }])).toEqual([])
    expect(seen({ accompanies: 'schemes' }, asked([1]), { accompanies: 'scheme' })).toEqual([])
  })

  it('a fact of a stored document, and one that belongs to nobody, is told as a whole', () => {
    expect(seen({ accompanies: 'scheme' }, asked([1], null))).toEqual(rows['money'])
    expect(seen({ everybodys: 'a test' })).toEqual(rows['money'])
    expect(seen({ within: 'statement' })).toEqual(rows['money'])
  })
})

describe('a document type with a wrong fact', () => {
  const faults = (sight: unknown, of?: readonly string[]) =>
    sightFaults({ scheme, money: money(sight as FactSight, of) }, actions)

  it('a type with a fact that does not say who may know it is refused at the start', () => {
    expect(faults(undefined)).toEqual(['money does not say who may know it'])
    expect(faults([])).toEqual(['money does not say who may know it'])
  })

  it('a type with a fact of stored documents that is read for content is refused at the start', () => {
    expect(faults('stored')).toEqual(['money is of stored documents, yet read for submit'])
    expect(faults('stored', ['approve'])).toEqual([])
  })

  it('a type with a fact that accompanies an unknown fact, one that is not read, or itself is refused at the start', () => {
    expect(faults({ accompanies: 'nothing' })).toEqual(['money accompanies nothing, which is no fact'])
    const late = { ...scheme, actions: ['approve'] }
    const accompanied = money({ accompanies: 'scheme' })
    expect(sightFaults({ scheme: late, money: accompanied }, actions)).toEqual([
      'money accompanies scheme, which is not read for submit',
    ])
    const loop = { ...scheme, sight: { accompanies: 'money' } as FactSight }
    expect(sightFaults({ scheme: loop, money: accompanied }, actions)).toEqual([
      'scheme accompanies itself',
      'money accompanies itself',
    ])
    expect(faults({ accompanies: 'scheme' })).toEqual([])
  })
})
