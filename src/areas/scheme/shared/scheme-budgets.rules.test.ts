import { describe, expect, it } from 'vitest'
import { spendableBudget } from '#test/helpers/scheme/scheme-facts.ts'
import type { SchemeApplicationContent } from '../application/scheme-application.doc.ts'
import {
  checkSchemeApplication,
  type SchemeApplicationFacts,
  warnSchemeApplication,
} from '../application/scheme-application.rules.ts'
import type { SpecialPriceContent } from '../special-price/scheme-special-price.doc.ts'
import {
  checkSpecialPrice,
  type SpecialPriceFacts,
  warnSpecialPrice,
} from '../special-price/scheme-special-price.rules.ts'

const AREA = 7

/** Of another area: visible to people who act for both. */
const BUDGET = spendableBudget({ budgetCode: 'ID-1', areaId: 8 })

const keys = (refusals: readonly { readonly key: string }[]) => refusals.map(({ key }) => key)

function story() {
  const application: SchemeApplicationContent = {
    header: {
      name: 'Festival',
      schemeType: 'display',
      idcCode: 'IN',
      areaId: AREA,
      productClass: 'phone',
      currency: 'INR',
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      claimDeadline: '2026-12-31',
      settlementPeriod: 'month',
      settlementNo: null,
      rebateType: 'standard',
      withholdRate: '100',
      directExecution: null,
      bookingActivity: null,
      stackable: null,
      referenceDate: null,
      coverageDays: null,
      expectedSales: null,
      totalAmount: null,
      approvedTotal: null,
      expectedReturn: null,
      retroactive: null,
      reason: 'The season',
      source: null,
    },
    lines: [
      {
        customerCode: 'C1',
        channelCode: null,
        storeCode: null,
        skuCode: null,
        spuCode: null,
        basis: 'fixed',
        unitAmount: null,
        ratePercent: null,
        ladderKind: null,
        ladder: null,
        plannedQuantity: null,
        stockUnits: null,
        availableAmount: null,
        lineCurrency: null,
        amount: '10.00',
        budgetCode: 'ID-1',
        remark: null,
        approvedAmount: null,
      },
    ],
  }
  const asked: SchemeApplicationFacts = {
    area: { scopeId: 200, idcCode: 'IN' },
    budgets: [BUDGET],
    customers: new Map(),
    channels: new Map(),
    stores: new Map(),
    products: [],
    overlaps: [],
    specialPrices: [],
    stock: [],
    channelCountries: new Map(),
    paysElsewhere: false,
    today: '2026-11-22',
  }

  const special: SpecialPriceContent = {
    header: {
      idcCode: 'IN',
      areaId: AREA,
      customerCode: 'C1',
      endCustomerCode: null,
      tradeTermCode: 'T',
      currency: 'INR',
      validFrom: '2026-11-22',
      validTo: '2026-11-30',
      funding: 'budget',
      settlement: 'claim',
      stackable: 'no',
      reason: 'A tender',
      source: null,
      totalAmount: null,
      belowFloor: null,
    },
    lines: [
      {
        skuCode: 'S1',
        specialPrice: '90.00',
        listPrice: null,
        totalSupport: null,
        margin: null,
        costOrigin: null,
        availableAmount: null,
        quantityCap: 1,
        lineCurrency: null,
        unitSupport: '4.00',
        budgetCode: 'ID-1',
        remark: null,
      },
    ],
  }
  const priced: SpecialPriceFacts = {
    place: null,
    longestDays: 184,
    customers: new Map(),
    terms: [],
    products: [],
    prices: [],
    costs: [],
    rivals: [],
    supports: [],
    budgets: asked.budgets,
    paysElsewhere: false,
  }
  return { application, asked, special, priced }
}

it('an application and a special price take budgets of their own area', () => {
  const { application, asked, special, priced } = story()
  expect(keys(checkSchemeApplication(application, asked))).toContain('scheme.budgetOfOtherArea')
  expect(keys(checkSpecialPrice(special, priced))).toContain('scheme.budgetOfOtherArea')
})

const INDIAN = { code: 'C1', isEnabled: true, areaId: AREA, countryCode: 'IN', channelCode: 'CH1' }
const BANGLADESHI = spendableBudget({ budgetCode: 'ID-1', countryCode: 'BD' })

describe('a budget of another country or month', () => {
  const elsewhere = ['scheme.budgetOfOtherCountry', 'scheme.budgetOfOtherMonth']
  const found = (refusals: readonly { readonly key: string }[]) =>
    keys(refusals).filter((key) => elsewhere.includes(key))
  const customers = new Map([['C1', INDIAN]])

  it.each([
    ["of the customer's country", {}, []],
    ['of a project, which belongs to no country', { countryCode: null }, []],
    ['of another country', { countryCode: 'BD' }, ['scheme.budgetOfOtherCountry']],
    ['of a month before it', { month: 10 }, ['scheme.budgetOfOtherMonth']],
    ['of a month after it', { month: 12 }, ['scheme.budgetOfOtherMonth']],
    ['of the month of another year', { year: 2025 }, ['scheme.budgetOfOtherMonth']],
  ])('an application and a special price say so on the line of a budget %s', (_, own, refusals) => {
    const { application, asked, special, priced } = story()
    const budgets = [spendableBudget({ budgetCode: 'ID-1', ...own })]
    expect(found(checkSchemeApplication(application, { ...asked, budgets, customers }))).toEqual(refusals)
    expect(found(checkSpecialPrice(special, { ...priced, budgets, customers }))).toEqual(refusals)
    expect(
      checkSchemeApplication(application, { ...asked, budgets, customers })
        .filter(({ key }) => elsewhere.includes(key))
        .every(({ field, row }) => field === 'budgetCode' && row === 0),
    ).toBe(true)
  })

  it('a channel is paid by budgets of the countries of its customers', () => {
    const { application, asked } = story()
    const content = {
      ...application,
      lines: application.lines.map((line) => ({ ...line, customerCode: null, channelCode: 'CH1' })),
    }
    const paid = (...countries: string[]) =>
      found(
        checkSchemeApplication(content, {
          ...asked,
          budgets: [BANGLADESHI],
          channelCountries: new Map([['CH1', countries]]),
        }),
      )
    expect(paid('BD', 'IN')).toEqual([])
    expect(paid('IN')).toEqual(['scheme.budgetOfOtherCountry'])
  })

  it('the drafter is warned and nothing is refused where the company lets such a budget pay', () => {
    const { application, asked, special, priced } = story()
    const more = { budgets: [BANGLADESHI], customers, paysElsewhere: true }
    expect(found(checkSchemeApplication(application, { ...asked, ...more }))).toEqual([])
    expect(found(warnSchemeApplication(application, { ...asked, ...more }))).toEqual(['scheme.budgetOfOtherCountry'])
    expect(found(checkSpecialPrice(special, { ...priced, ...more }))).toEqual([])
    expect(found(warnSpecialPrice(special, { ...priced, ...more }))).toEqual(['scheme.budgetOfOtherCountry'])
  })
})

it('the planned amount of a line with a unit amount is unit amount times quantity', () => {
  const { application, asked } = story()
  const planned = (amount: string) =>
    checkSchemeApplication(
      {
        ...application,
        lines: application.lines.map((line) => ({ ...line, unitAmount: '10.00', plannedQuantity: 100, amount })),
      },
      asked,
    ).filter(({ key }) => key === 'scheme.amountNotPlanned')
  expect(planned('1000.00')).toEqual([])
  for (const amount of ['999.00', '1000.01']) expect(planned(amount)).toMatchObject([{ field: 'amount', row: 0 }])
})
