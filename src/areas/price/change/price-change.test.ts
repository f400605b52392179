import { describe, expect, it } from 'vitest'
import { type AskedChange, changedPrice, type ChosenPrice, draftsOf } from './price-change.rules.ts'

const cut: AskedChange = {
  way: 'percent',
  value: '-10',
  effectiveFrom: '2031-01-10',
  effectiveTo: null,
  classificationCode: null,
}
const row = (more: Partial<ChosenPrice> = {}): ChosenPrice => ({
  row: 0,
  id: '1',
  skuCode: 'A',
  categoryClass: 'phone',
  areaId: 2,
  areaName: 'India',
  idcCode: 'IN',
  classificationCode: 'PC-1',
  customerCode: null,
  tradeTermCode: 'FOB',
  currency: 'INR',
  price: '100.00',
  ladder: null,
  taxMode: 'exclusive',
  taxRate: '0',
  from: '2030-01-01',
  to: null,
  today: '2031-01-01',
  isStanding: true,
  isTarget: true,
  heldBy: null,
  ...more,
})
const left = (rows: readonly ChosenPrice[], asked: Partial<AskedChange> = {}) =>
  draftsOf(rows, { ...cut, ...asked }).leftOut.map(({ reason, no, count }) => [reason, no, count])

describe('a change of chosen prices', () => {
  it('a percentage is rounded half up to two decimals', () => {
    const by = (price: string, value: string) => changedPrice(price, { way: 'percent', value })
    expect([by('0.05', '10'), by('0.05', '-10'), by('33.35', '-50'), by('100.10', '12.5')]).toEqual([
      '0.06',
      '0.05',
      '16.68',
      '112.61',
    ])
    expect([by('10', '-100'), by('0.01', '-60'), changedPrice('10', { way: 'amount', value: '-10' })]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('each party, trade term, currency, tax and kind of product has a draft of its own, and so have prices that end', () => {
    const rows = [
      row(),
      row({ skuCode: 'B' }),
      row({ skuCode: 'C', to: '2031-03-31' }),
      row({ classificationCode: null, customerCode: 'C-1' }),
      row({ tradeTermCode: 'CIF' }),
      row({ currency: 'USD' }),
      row({ skuCode: 'E', taxMode: 'inclusive', taxRate: '18' }),
      row({ skuCode: 'D', categoryClass: 'accessory' }),
    ]
    const { drafts, eligible, leftOut } = draftsOf(rows, cut)
    expect([eligible, leftOut]).toEqual([8, []])
    expect(drafts.map(({ lines, header }) => [lines.length, header.mode, header.taxRate])).toEqual([
      [2, 'replace', null],
      [1, 'temporary', null],
      [1, 'replace', null],
      [1, 'replace', null],
      [1, 'replace', null],
      [1, 'replace', '18'],
      [1, 'replace', null],
    ])
  })

  it('prices keep their days: from the day of the change or their own beginning, to their own end or that of the change', () => {
    const rows = [row({ to: '2031-03-31' }), row({ skuCode: 'B', from: '2031-02-01', to: '2031-12-31' })]
    const daysOf = (asked: Partial<AskedChange>) =>
      draftsOf(rows, { ...cut, ...asked }).drafts.map(({ header, lines }) => [
        [header.effectiveFrom, header.effectiveTo],
        ...lines.map(({ from, to }) => [from, to]),
      ])
    expect(daysOf({})).toEqual([
      [
        ['2031-01-10', '2031-12-31'],
        ['2031-01-10', '2031-03-31'],
        ['2031-02-01', '2031-12-31'],
      ],
    ])
    expect(daysOf({ effectiveTo: '2031-06-30' })[0]!.slice(1)).toEqual([
      ['2031-01-10', '2031-03-31'],
      ['2031-02-01', '2031-06-30'],
    ])
    expect(daysOf({ way: 'same', value: null, effectiveTo: '2032-01-31' })[0]!.slice(1)).toEqual([
      ['2031-01-10', '2032-01-31'],
      ['2031-02-01', '2032-01-31'],
    ])
  })

  it('a chosen price that cannot be changed is left out of the drafts with its reason', () => {
    expect(left([row({ isStanding: false }), row({ to: '2031-01-09' }), row({ to: '2031-01-09' })])).toEqual([
      ['ended', null, 1],
      ['over', null, 2],
    ])
    expect(left([row({ heldBy: 'PA1' }), row({ heldBy: 'PA2' }), row({ heldBy: 'PA1' })])).toEqual([
      ['held', 'PA1', 2],
      ['held', 'PA2', 1],
    ])
    // The number of a document that the reader may not see.
    expect(left([row({ heldBy: '' })])).toEqual([['heldUnseen', null, 1]])
    expect(left([row({ isTarget: false })], { classificationCode: 'PC-9' })).toEqual([['otherArea', null, 1]])
    expect(left([row()], { value: '-100' })).toEqual([['noPrice', null, 1]])
    expect(left([row()], { way: 'same', value: null })).toEqual([['unchanged', null, 1]])
    expect(left([row()], { value: '0' })).toEqual([['unchanged', null, 1]])
  })

  it('prices by quantity change like the price, and are not lost to one new price', () => {
    const steps = row({ ladder: '0-100:100.00;100-:90.05' })
    expect(draftsOf([steps], cut).drafts[0]!.lines[0]!.ladder).toBe('0-100:90.00;100-:81.05')
    expect(left([steps], { way: 'price', value: '80' })).toEqual([['steps', null, 1]])
  })

  it('prices of two classifications that are asked for a third one become one draft, unless they meet', () => {
    const rows = [row(), row({ skuCode: 'B', classificationCode: 'PC-2' }), row({ classificationCode: 'PC-2' })]
    const { drafts, leftOut } = draftsOf(rows, { ...cut, way: 'same', value: null, classificationCode: 'PC-3' })
    expect(drafts.map(({ header, lines }) => [header.classificationCode, lines.length])).toEqual([['PC-3', 2]])
    expect(leftOut).toEqual([{ reason: 'twice', no: null, count: 1 }])
  })
})
