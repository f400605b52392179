import { expect, it } from 'vitest'
import { spendableBudget } from '#test/helpers/scheme/scheme-facts.ts'
import type { SchemeApplicationContent } from '../application/scheme-application.doc.ts'
import { checkSchemeApplication, type SchemeApplicationFacts } from '../application/scheme-application.rules.ts'
import type { SpecialPriceContent } from '../special-price/scheme-special-price.doc.ts'
import { checkSpecialPrice, type SpecialPriceFacts } from '../special-price/scheme-special-price.rules.ts'

const AREA = 7

/** Of another area: visible to people who act for both. */
const BUDGET = spendableBudget({ budgetCode: 'ID-1', areaId: 8 })

const keys = (refusals: readonly { readonly key: string }[]) => refusals.map(({ key }) => key)

it('an application and a special price take budgets of their own area', () => {
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
    today: '2026-11-22',
  }
  expect(keys(checkSchemeApplication(application, asked))).toContain('scheme.budgetOfOtherArea')

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
    rivals: [],
    supports: [],
    budgets: asked.budgets,
  }
  expect(keys(checkSpecialPrice(special, priced))).toContain('scheme.budgetOfOtherArea')
})
