import { describe, expect, it } from 'vitest'
import { amount } from '#kernel/base/money/money.ts'
import type { CountryBudgetContent, CountryBudgetHeader, CountryBudgetLine } from './country-budget.doc.ts'
import { type BudgetLineFact, lineKey } from '../budget-line/budget-line.rules.ts'
import { checkCountryBudget, type CountryBudgetFacts } from './country-budget.rules.ts'

const HEADER: CountryBudgetHeader = {
  applyType: 'grant',
  level: null,
  fundedBy: null,
  idcCode: 'IN',
  areaId: 2,
  year: 2026,
  month: 11,
  budgetDeptCode: 'D01',
  projectPoolCode: 'POOL-A',
  productClass: 'phone',
  currency: 'INR',
  regionCode: null,
  reason: 'r',
  source: 'typed',
  totalAmount: null,
}
const LINE: CountryBudgetLine = {
  countryCode: 'IN',
  projectCode: 'PR-1',
  fscId: 'F01',
  subBusiCode: 'S01',
  productLineCode: 'P1',
  amount: '10.00',
  availableAmount: null,
  budgetCode: null,
  remark: null,
}
const BUDGET: BudgetLineFact = {
  account: '7',
  budgetCode: 'BL1',
  key: lineKey(LINE),
  areaId: 2,
  year: 2026,
  month: 11,
  budgetDeptCode: 'D01',
  projectPoolCode: 'POOL-A',
  productClass: 'phone',
  currency: 'INR',
  available: amount('10.00'),
  level: 'country',
  isPlanned: false,
  parent: null,
}
const FACTS: CountryBudgetFacts = {
  master: {
    areaId: 2,
    scopeId: 200,
    idcCode: 'IN',
    currency: 'INR',
    period: 'open',
    pool: true,
    department: true,
    region: true,
    countries: ['IN', 'LK'],
    projects: [
      { code: 'PR-1', country: 'IN' },
      { code: 'PR-LK', country: 'LK' },
    ],
    businessTypes: ['F01|S01', 'F01|S02'],
    productLines: [
      { code: 'P1', productClass: 'phone' },
      { code: 'I1', productClass: 'iot' },
    ],
  },
  pool: { account: '1', available: amount('20.00'), held: amount('0') },
  source: null,
  lines: [],
}
const check = (
  header: Partial<CountryBudgetHeader>,
  lines: readonly Partial<CountryBudgetLine>[],
  facts: Partial<CountryBudgetFacts> = {},
) => {
  const content: CountryBudgetContent = {
    header: { ...HEADER, ...header },
    lines: lines.map((line) => ({ ...LINE, ...line })),
  }
  return checkCountryBudget(content, { ...FACTS, ...facts }).map(({ key, field, row }) => [
    key.replace('budget.', ''),
    field,
    row,
  ])
}
const master = (more: Partial<CountryBudgetFacts['master']>) => ({ master: { ...FACTS.master, ...more } })
const REVOKE = { applyType: 'revoke' } as const

describe('a refused country budget application', () => {
  it.each([
    ['a pool of another area', {}, {}, master({ pool: false }), ['poolNotOfArea', 'projectPoolCode', undefined]],
    [
      'a department of another area',
      {},
      {},
      master({ department: false }),
      ['departmentNotOfArea', 'budgetDeptCode', undefined],
    ],
    [
      'a region of another area',
      { regionCode: 'R' },
      {},
      master({ region: false }),
      ['regionNotOfArea', 'regionCode', undefined],
    ],
    ['a currency of another area', { currency: 'USD' }, {}, {}, ['currencyNotOfArea', 'currency', undefined]],
    ['an area of another data centre', { idcCode: 'ID' }, {}, {}, ['areaMismatch', 'areaId', undefined]],
    [
      'a country of another area',
      {},
      { countryCode: 'ID', projectCode: 'PR-1' },
      master({ projects: [{ code: 'PR-1', country: 'ID' }] }),
      ['countryNotOfArea', 'countryCode', 0],
    ],
    ['a project of another country', {}, { projectCode: 'PR-LK' }, {}, ['projectUnknown', 'projectCode', 0]],
    ['an unknown business type', {}, { subBusiCode: 'S9' }, {}, ['businessTypeUnknown', 'fscId', 0]],
    ['an unknown product line', {}, { productLineCode: 'X' }, {}, ['productLineUnknown', 'productLineCode', 0]],
    [
      'a product line of the other class',
      {},
      { productLineCode: 'I1' },
      {},
      ['mixedProductClass', 'productLineCode', 0],
    ],
    ['a month in closing', {}, {}, master({ period: 'closing' }), ['periodClosed', 'month', undefined]],
    ['a closed month', {}, {}, master({ period: 'closed' }), ['periodClosed', 'month', undefined]],
    ['more than the pool has', {}, { amount: '20.01' }, {}, ['exceedsPool', 'totalAmount', undefined]],
    ['a pool without money', {}, {}, { pool: null }, ['poolNotFunded', 'projectPoolCode', undefined]],
    ['a budget that does not exist', {}, { budgetCode: 'BL9' }, {}, ['budgetUnknown', 'budgetCode', 0]],
    [
      'a budget of another area',
      {},
      { budgetCode: 'BL1' },
      { lines: [{ ...BUDGET, areaId: 3 }] },
      ['budgetUnknown', 'budgetCode', 0],
    ],
    [
      'a budget of another pool',
      {},
      { budgetCode: 'BL1' },
      { lines: [{ ...BUDGET, projectPoolCode: 'POOL-B' }] },
      ['mixedBudgets', 'budgetCode', 0],
    ],
    [
      'a budget of another month',
      {},
      { budgetCode: 'BL1' },
      { lines: [{ ...BUDGET, month: 10 }] },
      ['mixedBudgets', 'budgetCode', 0],
    ],
    [
      'a budget of another key',
      {},
      { budgetCode: 'BL1' },
      { lines: [{ ...BUDGET, key: 'x' }] },
      ['budgetDiffers', 'budgetCode', 0],
    ],
    ['a revoke that names no budget', REVOKE, {}, {}, ['budgetRequired', 'budgetCode', 0]],
    [
      'a revoke of more than is available',
      REVOKE,
      { budgetCode: 'BL1', amount: '10.01' },
      { lines: [BUDGET] },
      ['exceedsLine', 'amount', 0],
    ],
  ] as const)('a country budget application is refused: %s', (_name, header, line, facts, expected) =>
    expect(check(header, [line], facts)).toEqual([expected]),
  )

  it('a business type of which one code is missing is named by the other alone', () => {
    const content = { header: HEADER, lines: [{ ...LINE, subBusiCode: '' }] }
    const [refusal] = checkCountryBudget(content, FACTS)
    expect(refusal?.params).toEqual({ businessType: 'F01' })
  })

  it('a country budget application is refused when two lines name the same budget, by key or by code', () => {
    const same = ['duplicateLine', 'countryCode', 1]
    expect(check({}, [{ amount: '1' }, { amount: '1' }])).toEqual([same])
    expect(check({}, [{ amount: '1', budgetCode: 'BL1' }, { amount: '1' }], { lines: [BUDGET] })).toEqual([same])
  })

  it('a country budget application is refused when its total exceeds the pool although each line fits', () => {
    expect(check({}, [{ amount: '10.01' }, { amount: '10.00', subBusiCode: 'S02' }])).toEqual([
      ['exceedsPool', 'totalAmount', undefined],
    ])
  })

  it('a country budget application gets all refusals at once, each with its row', () => {
    const found = check({ currency: 'USD' }, [{ productLineCode: 'I1' }, { projectCode: 'X', subBusiCode: 'S02' }], {
      pool: null,
    })
    expect(found.map(([key, , row]) => [key, row])).toEqual([
      ['currencyNotOfArea', undefined],
      ['mixedProductClass', 0],
      ['projectUnknown', 1],
      ['poolNotFunded', undefined],
    ])
  })
})

describe('an accepted country budget application', () => {
  it('a grant may take all that the pool has, and a revoke all that the line has', () => {
    expect(check({}, [{ amount: '20.00' }])).toEqual([])
    expect(check(REVOKE, [{ budgetCode: 'BL1' }], { lines: [BUDGET] })).toEqual([])
  })

  it('an application may leave the region empty and name several countries of its area', () => {
    expect(check({}, [{}, { countryCode: 'LK', projectCode: 'PR-LK' }], master({ region: false }))).toEqual([])
  })
})
