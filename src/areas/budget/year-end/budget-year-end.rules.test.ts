import { describe, expect, it } from 'vitest'
import { amount } from '#kernel/base/money/money.ts'
import type { BudgetYearEndContent, BudgetYearEndHeader, BudgetYearEndLine } from './budget-year-end.doc.ts'
import {
  checkYearEnd,
  completeLines,
  type Remainder,
  type Run,
  totalsOf,
  type YearEndFacts,
} from './budget-year-end.rules.ts'

const HEADER: BudgetYearEndHeader = {
  kind: 'carryOver',
  idcCode: 'IN',
  areaId: 2,
  year: 2026,
  toYear: null,
  projectPoolCode: null,
  currency: 'INR',
  undoOf: null,
  reason: 'r',
  totalAmount: null,
  carriedAmount: null,
  lapsedAmount: null,
}
const line = (budgetCode: string, option: 'carry' | 'lapse' | null = null): BudgetYearEndLine => ({
  budgetCode,
  option,
  amount: null,
  level: null,
  month: null,
  countryCode: null,
  projectCode: null,
  remark: null,
})
const left = (code: string, available: string, more: Partial<Remainder> = {}): Remainder => ({
  account: `7${code}`,
  code,
  level: 'country',
  projectPoolCode: 'POOL-A',
  month: 3,
  countryCode: 'IN',
  projectCode: 'PR-1',
  available: amount(available),
  claimedBy: null,
  ...more,
})
const months = (state: 'open' | 'closing' | 'closed') => Array.from({ length: 12 }, () => state)
const AREA = { scopeId: 200, idcCode: 'IN', currency: 'INR', periods: months('closing'), target: 'open' } as const
const FACTS: YearEndFacts = {
  area: AREA,
  remainders: [left('BL1', '10.00'), left('BL2', '5.50'), left('POOL-A', '4.00', { level: 'pool', month: null })],
  run: null,
  running: [],
  stages: [],
}
const RUN: Run = {
  no: 'BY1',
  kind: 'carryOver',
  state: 'approved',
  year: 2026,
  currency: 'INR',
  projectPoolCode: null,
  undoneBy: null,
  lines: [
    { code: 'BL1', option: 'carry', amount: amount('3'), to: '9', toCode: 'BL9', available: amount('5') },
    { code: 'BL2', option: 'carry', amount: amount('2'), to: '9', toCode: 'BL9', available: amount('5') },
    { code: 'BL3', option: 'lapse', amount: amount('7'), to: '1', toCode: 'BL3', available: null },
  ],
}
const content = (header: Partial<BudgetYearEndHeader>, lines: readonly BudgetYearEndLine[]): BudgetYearEndContent => ({
  header: { ...HEADER, ...header },
  lines,
})
const check = (
  header: Partial<BudgetYearEndHeader>,
  lines: readonly BudgetYearEndLine[],
  facts: Partial<YearEndFacts> = {},
) =>
  checkYearEnd(content(header, lines), { ...FACTS, ...facts }).map(({ key, row }) => [key.replace('budget.', ''), row])
const ONE = [line('BL1')]
const open = months('closing').with(11, 'open')

describe('a refused year-end run', () => {
  it.each([
    ['an area of another data centre', { idcCode: 'ID' }, ONE, {}, [['areaMismatch', undefined]]],
    ['another currency', { currency: 'USD' }, ONE, {}, [['currencyNotOfArea', undefined]]],
    ['a year with an open month', {}, ONE, { area: { ...AREA, periods: open } }, [['yearNotClosing', undefined]]],
    ['no budgets', {}, [], {}, [['yearEndEmpty', undefined]]],
    ['a budget that the year has not', {}, [line('BL7')], {}, [['budgetUnknown', 0]]],
    ['a budget of another pool', { projectPoolCode: 'POOL-B' }, ONE, {}, [['budgetUnknown', 0]]],
    ['a budget twice', {}, [...ONE, ...ONE], {}, [['duplicateLine', 1]]],
    ['what another run took', {}, ONE, { remainders: [left('BL1', '1', { claimedBy: 'BY0' })] }, [['yearEndTwice', 0]]],
    ['nothing left', {}, ONE, { remainders: [left('BL1', '0')] }, [['nothingLeft', 0]]],
    ['an overdrawn budget', {}, ONE, { remainders: [left('BL1', '-3.00')] }, [['nothingLeft', 0]]],
    [
      'a closed month, also of a pool in the last one',
      {},
      [line('BL1'), line('POOL-A')],
      { area: { ...AREA, periods: months('closed') } },
      [
        ['periodClosed', 0],
        ['periodClosed', 1],
      ],
    ],
    ['carrying into a closed month', {}, ONE, { area: { ...AREA, target: 'closed' } }, [['periodClosed', undefined]]],
    [
      'closing twice',
      { kind: 'close' },
      [],
      { area: { ...AREA, periods: months('closed') } },
      [['yearClosed', undefined]],
    ],
    [
      'closing over what has not come to its end',
      { kind: 'close' },
      [],
      {
        running: [{ no: 'CB1' }],
        stages: ['available', 'committed', 'held'].map((bucket) => ({ bucket, count: 2, amount: amount('1') })),
      },
      [
        ['stillInApproval', undefined],
        ['stillReserved', undefined],
      ],
    ],
    ['undoing nothing', { kind: 'undo', undoOf: 'BY9' }, [], {}, [['runUnknown', undefined]]],
    ['undoing a closing', { kind: 'undo' }, [], { run: { ...RUN, kind: 'close' } }, [['runNotUndone', undefined]]],
    ['undoing twice', { kind: 'undo' }, [], { run: { ...RUN, undoneBy: 'BY2' } }, [['runUndone', undefined]]],
    [
      'undoing in a closed year',
      { kind: 'undo' },
      [],
      { run: RUN, area: { ...AREA, periods: months('closed') } },
      [['yearClosed', undefined]],
    ],
    [
      'undoing what the next year has used, however little of it',
      { kind: 'undo' },
      [],
      { run: { ...RUN, lines: RUN.lines.map((one) => (one.available ? { ...one, available: amount('4.99') } : one)) } },
      [['yearUsed', undefined]],
    ],
  ] as const)('a year-end run is refused: %s', (_name, header, lines, facts, expected) =>
    expect(check(header, lines, facts as Partial<YearEndFacts>)).toEqual(expected),
  )
})

describe('the rest of a budget year', () => {
  it('the rest of a budget is carried over unless its line says that it lapses', () => {
    const chosen = content({}, [line('BL1'), line('BL2', 'lapse'), line('POOL-A', 'carry')])
    expect(check({}, chosen.lines)).toEqual([])
    const lines = completeLines(chosen, FACTS)
    expect(lines.map(({ option, amount: each }) => [option, each])).toEqual([
      ['carry', '10.00'],
      ['lapse', '5.50'],
      ['carry', '4.00'],
    ])
    const { total, carried, lapsed } = totalsOf(lines)
    expect([total.toFixed(2), carried.toFixed(2), lapsed.toFixed(2)]).toEqual(['19.50', '14.00', '5.50'])
    const lapse = completeLines(content({ kind: 'lapse' }, [line('BL1', 'carry')]), FACTS)
    expect(lapse.map(({ option }) => option)).toEqual(['lapse'])
  })

  it('the rest of every budget lapses with a closing, and an undo restores it as it was carried', () => {
    expect(check({ kind: 'close' }, [])).toEqual([])
    expect(completeLines(content({ kind: 'close' }, []), FACTS)).toHaveLength(3)
    expect(check({ kind: 'undo' }, [], { run: RUN })).toEqual([])
    const back = completeLines(content({ kind: 'undo' }, []), { ...FACTS, run: RUN })
    expect(back.map(({ budgetCode, option, amount: each }) => [budgetCode, option, each])).toEqual([
      ['BL1', 'carry', '3.00'],
      ['BL2', 'carry', '2.00'],
      ['BL3', 'lapse', '7.00'],
    ])
  })
})
