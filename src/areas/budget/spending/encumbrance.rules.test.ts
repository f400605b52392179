import { describe, expect, it } from 'vitest'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { encumbranceFact } from '#test/helpers/scheme/scheme-facts.ts'
import {
  checkStages,
  freeOf,
  type Held,
  movesOf,
  type Encumbrance,
  restOf,
  type EncumbranceStage,
  type StageAct,
  varianceOf,
} from './encumbrance.rules.ts'
import { checkLocks, locksOf } from './encumbrance-lock.rules.ts'

const held = (inBudget: string, given = inBudget): Held => ({ amount: amount(inBudget), given: amount(given) })

const RUPEES = encumbranceFact({
  documentId: '9',
  account: '7',
  day: '2026-11-21',
  pool: '1',
  source: '2',
  stages: { cmt: held('100'), acr: held('40') },
})
/** A hundred dollars reserved at 83.333, a third of them accrued. */
const DOLLARS: Encumbrance = {
  ...RUPEES,
  documentCurrency: 'USD',
  rate: '83.333',
  bookingRate: '84.5',
  stages: { occ: held('0'), cmt: held('5555.53', '66.67'), acr: held('2777.77', '33.33'), exe: held('0') },
}

const steps = (encumbrance: Encumbrance, ...acts: readonly (readonly [StageAct, string])[]) =>
  acts.map(([act, given], index) => ({ act, encumbrance, amount: amount(given), line: index + 1 }))
const moves = (encumbrance: Encumbrance, ...acts: readonly (readonly [StageAct, string])[]) =>
  movesOf(steps(encumbrance, ...acts)).moves.map(
    ({ from, to, amount: inBudget }) => `${from} ${to} ${amountText(inBudget)}`,
  )
const refusals = (encumbrance: Encumbrance, ...acts: readonly (readonly [StageAct, string])[]) =>
  checkStages(steps(encumbrance, ...acts)).map(({ key, params }) => [key.replace('budget.', ''), params['left']])

describe('an encumbrance', () => {
  it('an execution uses the accrued amount of an encumbrance first', () => {
    expect(moves(RUPEES, ['execute', '60'])).toEqual(['acr exe 40.00', 'cmt exe 20.00'])
  })

  it('steps on an encumbrance apply one after another, so one may use what another brought', () => {
    expect(moves(RUPEES, ['accrue', '100'], ['execute', '130'], ['freeAccrual', '10'])).toEqual([
      'cmt acr 100.00',
      'acr exe 130.00',
      'acr avl 10.00',
    ])
  })

  it('a step on an encumbrance never exceeds the amount of its own stage', () => {
    expect(refusals(RUPEES, ['accrue', '100.01'])).toEqual([['exceedsStage', '100.00']])
    expect(refusals(RUPEES, ['reopen', '40.01'])).toEqual([['exceedsStage', '40.00']])
    expect(refusals(RUPEES, ['recover', '0.01'])).toEqual([['exceedsStage', '0.00']])
    expect(refusals(RUPEES, ['execute', '140'], ['free', '0.01'])).toEqual([['exceedsStage', '0.00']])
  })

  it('an encumbrance is relieved at its reserved rate, and the last step takes the rounding rest', () => {
    expect(moves(DOLLARS, ['accrue', '22.22'], ['accrue', '22.22'], ['accrue', '22.23'])).toEqual([
      'cmt acr 1851.66',
      'cmt acr 1851.66',
      'cmt acr 1852.21',
    ])
    const { stages } = DOLLARS
    const all = stages.cmt.amount.plus(stages.acr.amount)
    const paid = movesOf(steps(DOLLARS, ['execute', '100'])).moves
    expect(amountText(paid.reduce((sum, each) => sum.plus(each.amount), amount('0')))).toBe(amountText(all))
  })

  it('an encumbrance reports the difference between booking rate and reserved rate to the pool, and a recovery reverses it', () => {
    const variance = (encumbrance: Encumbrance, act: StageAct) =>
      movesOf(steps(encumbrance, [act, '10'])).moves.map((move) => amountText(varianceOf(move)))
    expect(variance(DOLLARS, 'execute')).toEqual(['-11.67'])
    const paid = { ...DOLLARS, stages: { ...DOLLARS.stages, exe: held('2777.77', '33.33') } }
    expect(variance(paid, 'recover')).toEqual(['11.67'])
    expect(variance(DOLLARS, 'accrue')).toEqual(['0.00'])
    expect(variance(RUPEES, 'execute')).toEqual(['0.00'])
  })

  it('an encumbrance in another currency cannot be executed without a booking rate', () => {
    const unknown = { ...DOLLARS, bookingRate: null }
    expect(refusals(unknown, ['execute', '10'])).toEqual([['bookingRateMissing', undefined]])
    expect(refusals(unknown, ['accrue', '10'])).toEqual([])
  })

  it('an encumbrance of a closing month can be completed, and nothing new begins on it', () => {
    const closing: Encumbrance = { ...RUPEES, period: 'closing' }
    const stages: Partial<Record<EncumbranceStage, Held>> = { exe: held('10') }
    const paid = { ...closing, stages: { ...closing.stages, ...stages } }
    expect(refusals(closing, ['accrue', '1'])).toEqual([['periodClosed', undefined]])
    expect(refusals(closing, ['execute', '41'])).toEqual([['periodClosed', undefined]])
    expect(refusals(closing, ['execute', '40'])).toEqual([])
    expect(refusals(closing, ['reopen', '1'], ['free', '1'])).toEqual([])
    expect(refusals(paid, ['recover', '1'], ['recoverFree', '1'])).toEqual([])
    expect(refusals({ ...closing, period: 'closed' }, ['reopen', '1'])).toEqual([['periodClosed', undefined]])
  })

  it('an encumbrance has a rest', () => expect(amountText(restOf(DOLLARS, 'cmt', 'acr').amount)).toBe('100.00'))
})

describe('a locked part of an encumbrance', () => {
  const locked: Encumbrance = { ...RUPEES, locked: { cmt: amount('30'), acr: amount('40'), exe: amount('0') } }

  it('a locked part of an encumbrance is available to nobody, and the refusal names the locked amount', () => {
    expect(amountText(freeOf(locked, 'cmt'))).toBe('70.00')
    expect(refusals(locked, ['accrue', '70.01'])).toEqual([['lockedInStage', '70.00']])
    expect(refusals(locked, ['accrue', '100.01'])).toEqual([['exceedsStage', '70.00']])
    // Accrued amounts are kept: a payment takes committed and free ones.
    expect(moves(locked, ['execute', '70'])).toEqual(['cmt exe 70.00'])
    expect(refusals(locked, ['execute', '70.01'])).toEqual([['lockedInStage', '70.00']])
  })

  it('the locks of a document are the amounts that its steps will take, by stage and line', () => {
    const kept = locksOf(steps(RUPEES, ['execute', '60'], ['accrue', '10']))
    expect(kept.map(({ stage, line, amount: given }) => `${line} ${stage} ${amountText(given)}`)).toEqual([
      '1 acr 40.00',
      '1 cmt 20.00',
      '2 cmt 10.00',
    ])
    expect(checkLocks(kept)).toEqual([])
    const twice = { encumbrance: locked, stage: 'cmt', amount: amount('40'), line: 1 } as const
    expect(checkLocks([twice, { ...twice, line: 2 }]).map(({ key, params }) => [key, params['left']])).toEqual([
      ['budget.lockedInStage', '30.00'],
    ])
    const closed = { ...RUPEES, closedMonth: { year: 2026, month: 10 } }
    expect(checkLocks([{ ...twice, encumbrance: closed }]).map(({ key }) => key)).toEqual(['budget.periodClosed'])
  })
})
