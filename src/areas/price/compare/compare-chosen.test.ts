import { describe, expect, it } from 'vitest'
import { comparedFilters, comparedPrices, MOST_COMPARED } from './compare-chosen.ts'
import { readQuestion, sidesAsked } from './comparison-question.ts'

const row = (more: object = {}) => ({
  skuCode: 'X10-BK',
  areaId: '2',
  classificationCode: 'PC-IN-01',
  tradeTermCode: 'FOB',
  currency: 'INR',
  ...more,
})
const asked = (query: URLSearchParams) => Object.fromEntries(query)

describe('the comparison of what a list shows', () => {
  it('begins with the filters that both have', () => {
    const filters = { areaId: 2, skuCode: 'X1', state: 'effective', classificationCode: '', tradeTermCode: 'FOB' }
    expect(asked(comparedFilters(filters))).toEqual({ areaId: '2', skuCode: 'X1', tradeTermCode: 'FOB' })
  })

  it('begins with the products, area, classification, trade term and currency of the chosen prices', () => {
    const query = comparedPrices([row(), row({ skuCode: 'X11-BK' }), row({ skuCode: 'X11-BK' })], '2026-10-01')
    expect(asked(query)).toEqual({
      areaId: '2',
      classificationCode: 'PC-IN-01',
      skuCode: 'X10-BK,X11-BK',
      tradeTermCode: 'FOB',
      currency: 'INR',
      asOf: '2026-10-01',
    })
    // One side is still missing.
    expect(sidesAsked(readQuestion(query)).filters).toBeNull()
  })

  it('two classifications are on a side each, and so are two areas, each with its currency', () => {
    const two = comparedPrices([row(), row({ classificationCode: 'PC-IN-02', tradeTermCode: 'CIF' })], '')
    expect(sidesAsked(readQuestion(two)).filters).toEqual({
      areaId: '2',
      classificationCode: 'PC-IN-01',
      otherClassificationCode: 'PC-IN-02',
      currency: 'INR',
    })
    const areas = comparedPrices([row(), row({ areaId: '3', classificationCode: 'PC-ID-01', currency: 'IDR' })], '')
    expect(sidesAsked(readQuestion(areas)).filters).toEqual({
      areaId: '2',
      otherAreaId: '3',
      classificationCode: 'PC-IN-01',
      otherClassificationCode: 'PC-ID-01',
      currency: 'INR',
      otherCurrency: 'IDR',
    })
  })

  it('leaves out what differs or cannot be compared', () => {
    const several = ['PC-IN-01', 'PC-IN-02', 'PC-IN-03'].map((classificationCode) => row({ classificationCode }))
    expect(asked(comparedPrices(several, ''))).not.toHaveProperty('otherClassificationCode')
    expect(asked(comparedPrices([row({ classificationCode: null }), row({ currency: 'USD' })], ''))).toEqual({
      areaId: '2',
      classificationCode: 'PC-IN-01',
      skuCode: 'X10-BK',
      tradeTermCode: 'FOB',
    })
    const many = Array.from({ length: MOST_COMPARED + 1 }, (_, at) => row({ skuCode: `X${at}` }))
    expect(asked(comparedPrices(many, ''))).not.toHaveProperty('skuCode')
  })
})
